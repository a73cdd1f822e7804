// The smallest request that everybody who may use the service may make. By it the connection is tested, and by it a change that is
// forbidden is told from a key that may do nothing.
import type { Call } from '../service/client.ts';

export const TEST_ENDPOINT = 'locations.list';

/** Rejects with AppException unless it is answered as it should be. */
export const testRequest = ({ call }: { readonly call: Call }): Promise<unknown> =>
  call(TEST_ENDPOINT, { query: { results_per_page: 1 } });
