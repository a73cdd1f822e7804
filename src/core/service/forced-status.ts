// Training: the next request to the embedded service is answered with a status that a person chose.
import { FORCE_STATUS_PARAMETER } from '../../wire/sandbox.ts';
import type { Http } from '../ports/machine.ts';

/**
 * Wraps the network. `take` gives the status for a request that begins now, or null; it is asked once for each request.
 * Only the embedded service knows the parameter, so this is never used with a live one.
 *
 *     withForcedStatus(http, () => training.takeForcedStatus())
 */
export function withForcedStatus(http: Http, take: () => number | null): Http {
  return {
    request(request) {
      const status = take();
      if (status === null) return http.request(request);
      const sign = request.url.includes('?') ? '&' : '?';
      return http.request({ ...request, url: `${request.url}${sign}${FORCE_STATUS_PARAMETER}=${status}` });
    },
  };
}
