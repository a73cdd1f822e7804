// The first page is there before what answers questions is loaded: a browser would wait for it at every start.
import { expect, test, vi } from 'vitest';
import { useWebHost } from './support/host-under-test.ts';

// It is loading for ever.
vi.mock('../../../src/web-host/routes.ts', () => new Promise(() => {}));

const desk = useWebHost();

test.each(['/', '/index.html', '/assets/index-1a2b.js', '/?from=a-link'])('%s is answered', async (path) => {
  const answer = await desk.send('GET', path);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const head = await desk.send('HEAD', path);
  expect([head.status, head.body]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(String(answer.body.length));
});

test.each([
  { host: 'evil.example' },
  { origin: 'https://evil.example' },
  { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' },
])('no file is given away to somebody who is refused: %j', async (headers) => {
  const came = await Promise.race([
    desk.send('GET', '/', { headers }).then(({ status }) => status),
    new Promise((done) => setTimeout(done, 300, 'not answered')),
  ]);
  expect(came).toBe('not answered');
});
