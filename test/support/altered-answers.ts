// The service's answers as they would be if it put something wrong into them.
import type { Http, HttpRequest } from '../../src/core/ports.ts';

type Json = Record<string, unknown>;

/** Changes what is answered to requests whose path matches; `alter` gets the parsed body and gives another. */
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
