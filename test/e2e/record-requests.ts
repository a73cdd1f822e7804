// Loaded into the process of a spec's desk before its own code (`--import`): writes down which requests the desk has sent and
// got a good answer to, one `METHOD path` a line, each once. A refused or lost one is not written down.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';

/** As much as is looked at of what undici says about a request of the desk. */
interface Told {
  readonly request: { readonly method: string; readonly path: string };
}

const file = process.env['DRAWDESK_E2E_REQUESTS'];

if (file !== undefined) {
  const answeredWell = new WeakSet<Told['request']>();
  const noted = new Set<string>();
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Told & { readonly response: { readonly statusCode: number } };
    if (response.statusCode >= 200 && response.statusCode < 300) answeredWell.add(request);
  });
  // The whole answer has come.
  subscribe('undici:request:trailers', (message) => {
    const { request } = message as Told;
    const line = `${request.method} ${request.path.split('?')[0] ?? ''}`;
    if (!answeredWell.has(request) || noted.has(line)) return;
    try {
      appendFileSync(file, `${line}\n`);
      noted.add(line);
    } catch {
      // A spec's disk is full. An error of this file would count as one of the desk, which ends after many; the same request is
      // written down when it is made again.
    }
  });
}
