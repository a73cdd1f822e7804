// Changes the answers of a service, for tests of how the desk handles wrong ones.
import type { Http, HttpRequest } from '../../src/core/ports/machine.ts';

type Json = Record<string, unknown>;

/**
 * Wraps an Http port so that `alter` can change each JSON answer with status 200. It gets the path and the parsed body,
 * and returns the body to use.
 *
 * @example alteringHttp(http, (path, body) => path.startsWith('/api/patient') ? { ...body, id: null } : body)
 */
export function alteringHttp(http: Http, alter: (path: string, body: Json) => unknown): Http {
  return {
    async request(request: HttpRequest) {
      const response = await http.request(request);
      const type = response.headers['content-type'] ?? '';
      if (response.status !== 200 || !type.includes('json')) return response;
      const body = JSON.parse(new TextDecoder().decode(response.body)) as Json;
      const altered = alter(new URL(request.url).pathname, body);
      return { ...response, body: new TextEncoder().encode(JSON.stringify(altered)) };
    },
  };
}
