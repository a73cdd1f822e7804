// Serves the built page without the app in it: same document, styles and fonts, and a script that marks its first paint.
// Run by itself, it says where it listens, as the web host does. Its argument is the port, 0 for any: a browser keeps files by their address.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { openScreenFiles } from '../../../src/app/screen-files.ts';
import { EMPTY_MARK } from './empty-page.ts';

const renderer = resolve(import.meta.dirname, '../../../out/renderer');

const MARKER = `requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('${EMPTY_MARK}')));`;
const index = readFileSync(join(renderer, 'index.html'), 'utf8')
  .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  .replace('</body>', '<p>Nothing</p><script type="module" src="/marker.js"></script></body>');

const files = openScreenFiles(renderer);
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const file = files.get(path);
  if (file) response.setHeader('cache-control', file.cacheControl);
  if (path === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(index);
  else if (path === '/marker.js') response.setHeader('content-type', 'text/javascript').end(MARKER);
  else if (file) response.setHeader('content-type', file.type).end(file.body);
  else response.writeHead(404).end();
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Empty page at http://127.0.0.1:${port}/\n`);
});
process.on('SIGTERM', () => process.exit(0));
