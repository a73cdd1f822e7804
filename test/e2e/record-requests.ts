// Loaded into the process of a spec's desk before its own code (`--import`): writes down which requests the HTTP servers of
// that process have answered well, one `METHOD path` a line, each once. One of these servers is the embedded service.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const file = process.env['DRAWDESK_E2E_REQUESTS'];
const noted = new Set<string>();

if (file !== undefined) {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const line = `${request.method} ${pathname}`;
    if (response.statusCode >= 400 || !pathname.startsWith('/api/') || noted.has(line)) return;
    noted.add(line);
    appendFileSync(file, `${line}\n`);
  });
}
