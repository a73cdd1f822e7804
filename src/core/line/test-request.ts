// The smallest requests that everybody who may use the service may make. By them the connection is tested, and by them a change that is
// forbidden is told from a key that may do nothing.
import { toAppError } from '../../domain/app-error.ts';
import type { Call } from '../service/client.ts';

/** A key that is refused all of these may do nothing. One of them alone can be closed to a key that may do everything else. */
export const TEST_ENDPOINTS = ['locations.list', 'registrations.list'] as const;

/** Rejects with AppException unless one is answered as it should be; with a refusal of the key only where both are refused. */
export async function testRequest({ call }: { readonly call: Call }): Promise<void> {
  const [first, second] = TEST_ENDPOINTS;
  const query = { results_per_page: 1 };
  try {
    await call(first, { query });
  } catch (thrown) {
    const { kind } = toAppError(thrown, first);
    if (kind !== 'forbidden' && kind !== 'unauthorised') throw thrown;
    await call(second, { query });
  }
}
