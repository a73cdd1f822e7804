// The web host over real HTTP: who is answered, what is served, how events flow.
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ScreenFiles } from '../../../src/app/screen-files.ts';
import { createAccess } from '../../../src/web-host/access.ts';
import type { Access } from '../../../src/web-host/access.ts';
import { listen } from '../../../src/web-host/listen.ts';
import type { WebHost } from '../../../src/web-host/listen.ts';
import { createEngineDouble } from '../../support/engine-double.ts';
import type { EngineDouble } from '../../support/engine-double.ts';

const text = (content: string) => Uint8Array.from(Buffer.from(content));
const index = { body: text('<!doctype html>'), type: 'text/html; charset=utf-8', cacheControl: 'no-store' };
const files: ScreenFiles = new Map([
  ['/', index],
  ['/index.html', index],
  [
    '/assets/index-1a2b.js',
    {
      body: text('console'),
      type: 'text/javascript',
      cacheControl: 'public, max-age=31536000, immutable',
    },
  ],
]);

let engine: EngineDouble;
let access: Access;
let host: WebHost;
let nowMs: number;

beforeEach(async () => {
  engine = createEngineDouble();
  nowMs = 0;
  access = createAccess(() => nowMs);
  host = await listen({ engine, files, access, heartbeatMs: 40 }, 0);
});
afterEach(() => host.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Raw requests: fetch would not let a test lie about Host and Origin, and would tidy the path. */
function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(
      { host: '127.0.0.1', port: host.port, method, path, headers, setHost: headers['host'] === undefined },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', failed);
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}

const origin = () => `http://127.0.0.1:${host.port}`;
const json = (extra: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  origin: origin(),
  ...extra,
});

async function bearerFor(token = access.launchToken): Promise<string> {
  const answer = await send('POST', '/api/session', { headers: json(), body: JSON.stringify({ token }) });
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body) as { bearer: string }).bearer;
}
const withBearer = async () => json({ authorization: `Bearer ${await bearerFor()}` });

describe('who is answered', () => {
  test('the launch token opens any number of windows, each with a bearer of its own', async () => {
    const first = await bearerFor();
    const second = await bearerFor();
    expect(first).not.toBe(second);
    for (const bearer of [first, second]) {
      const headers = json({ authorization: `Bearer ${bearer}` });
      const answer = await send('POST', '/api/call', { headers, body: '{"name":"board.get","input":{}}' });
      expect(answer.status).toBe(200);
    }
  });

  test.each(['', 'wrong', 'A'.repeat(43)])('the token "%s" opens nothing', async (token) => {
    const answer = await send('POST', '/api/session', { headers: json(), body: JSON.stringify({ token }) });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('bearer');
  });

  test.each(['{}', 'null', '[1]', 'no json', ''])('the session request %s is refused', async (body) => {
    expect((await send('POST', '/api/session', { headers: json(), body })).status).toBe(401);
  });

  test('a token for one window works once', async () => {
    const answer = await send('POST', '/api/window', { headers: await withBearer() });
    const { token } = JSON.parse(answer.body) as { token: string };
    await bearerFor(token);
    const again = await send('POST', '/api/session', { headers: json(), body: JSON.stringify({ token }) });
    expect(again.status).toBe(401);
  });

  test('a token for one window that nobody took is worthless after a minute', async () => {
    const answer = await send('POST', '/api/window', { headers: await withBearer() });
    nowMs += 60_001;
    const late = await send('POST', '/api/session', { headers: json(), body: answer.body });
    expect(late.status).toBe(401);
  });

  test.each([
    ['POST', '/api/call'],
    ['POST', '/api/window'],
    ['GET', '/api/events'],
    ['GET', '/api/unheard-of'],
  ])('%s %s needs a bearer, and the launch token is none', async (method, path) => {
    const body = method === 'POST' ? { body: '{}' } : {};
    const none = await send(method, path, { headers: json(), ...body });
    const wrong = await send(method, path, {
      headers: json({ authorization: `Bearer ${access.launchToken}` }),
      ...body,
    });
    expect([none.status, wrong.status]).toEqual([401, 401]);
    expect(engine.calls).toEqual([]);
  });

  test.each(['evil.example', '127.0.0.1', '127.0.0.1.evil.example:80', '[::1]:80', ''])(
    'a request for the host "%s" is refused, for files too',
    async (foreign) => {
      const page = await send('GET', '/', { headers: { host: foreign } });
      const call = await send('POST', '/api/call', {
        headers: { ...(await withBearer()), host: foreign },
        body: '{}',
      });
      expect([400, 403]).toContain(page.status);
      expect([400, 403]).toContain(call.status);
      expect(page.body).not.toContain('doctype');
      expect(engine.calls).toEqual([]);
    },
  );

  test('localhost with the right port is served as well', async () => {
    expect((await send('GET', '/', { headers: { host: `localhost:${host.port}` } })).status).toBe(200);
  });

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1'])(
    'a request of the origin %s is refused and gets no leave to read',
    async (foreign) => {
      const headers = { ...(await withBearer()), origin: foreign };
      const answer = await send('POST', '/api/call', { headers, body: '{}' });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(engine.calls).toEqual([]);
    },
  );

  test('a POST that does not say where it comes from is refused', async () => {
    const { origin: _, ...headers } = await withBearer();
    expect((await send('POST', '/api/call', { headers, body: '{}' })).status).toBe(403);
  });

  test('a preflight of another site gets no leave', async () => {
    const answer = await send('OPTIONS', '/api/call', {
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('no answer sets a cookie', async () => {
    const answer = await send('POST', '/api/session', {
      headers: json(),
      body: JSON.stringify({ token: access.launchToken }),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('calls', () => {
  test('the engine hears the call as it was sent, and its answer comes back as it is', async () => {
    const call = { name: 'no.such', input: { text: '☃' } };
    const answer = await send('POST', '/api/call', {
      headers: await withBearer(),
      body: JSON.stringify(call),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(JSON.parse(answer.body)).toEqual({ ok: true, value: { heard: call } });
  });

  test('what is not JSON is refused before the engine hears of it', async () => {
    const headers = await withBearer();
    expect((await send('POST', '/api/call', { headers, body: '{"name":' })).status).toBe(400);
    const plain = { ...headers, 'content-type': 'text/plain' };
    expect((await send('POST', '/api/call', { headers: plain, body: '{}' })).status).toBe(400);
    expect(engine.calls).toEqual([]);
  });

  test('a body that is too large is refused, announced or not', async () => {
    const headers = await withBearer();
    const body = JSON.stringify({ name: 'x', input: 'y'.repeat(300_000) });
    expect((await send('POST', '/api/call', { headers, body })).status, 'announced').toBe(413);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await send('POST', '/api/call', { headers: chunked, body })).status).toBe(413);
    expect(engine.calls).toEqual([]);
  });
});

describe('the screens', () => {
  test('the index is never cached, assets for ever, and both carry the policy', async () => {
    const page = await send('GET', '/');
    const asset = await send('GET', '/assets/index-1a2b.js');
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(asset.headers['cache-control']).toContain('immutable');
    for (const { headers } of [page, asset]) {
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    }
  });

  test.each([
    '/nothing',
    '/../package.json',
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/assets/',
    '/assets\\..\\x',
  ])('%s is not there', async (path) => {
    const answer = await send('GET', path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('drawdesk');
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'POST'])('%s on a page is not there either', async (method) => {
    expect((await send(method, '/', { headers: json() })).status).toBe(404);
  });
});

describe('events', () => {
  /** Lines of an open stream, blank ones left out. */
  async function openEvents(query = '') {
    const abort = new AbortController();
    const answer = await fetch(`${origin()}/api/events${query}`, {
      headers: { authorization: `Bearer ${await bearerFor()}` },
      signal: abort.signal,
    });
    expect(answer.status).toBe(200);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let heartbeats = 0;
    const nextLine = async (): Promise<string | null> => {
      for (;;) {
        const end = rest.indexOf('\n');
        if (end >= 0) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 1);
          return line;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        rest += value;
      }
    };
    return {
      close: () => abort.abort(),
      heartbeats: () => heartbeats,
      nextLine,
      async next(): Promise<unknown> {
        for (;;) {
          const line = await nextLine();
          if (line === null) return null;
          if (line !== '') return JSON.parse(line);
          heartbeats += 1;
        }
      },
    };
  }

  test('a new window resynchronises, then hears what changes', async () => {
    const stream = await openEvents();
    expect(await stream.next()).toEqual({ type: 'resynchronise', run: 'run-1', number: 0 });
    engine.events.publish(['board']);
    expect(await stream.next()).toEqual({ type: 'changed', run: 'run-1', number: 1, topics: ['board'] });
    stream.close();
  });

  test('a window that comes back gets what it missed, in order and once', async () => {
    engine.events.publish(['board']);
    engine.events.publish(['outbox']);
    engine.events.publish(['staff']);
    const stream = await openEvents('?run=run-1&number=1');
    expect(await stream.next()).toMatchObject({ number: 2, topics: ['outbox'] });
    expect(await stream.next()).toMatchObject({ number: 3, topics: ['staff'] });
    stream.close();
  });

  test.each(['?run=earlier-run&number=7', '?run=run-1&number=99', '?number=1', '?run=run-1&number=-1'])(
    'the cursor %s resynchronises',
    async (query) => {
      engine.events.publish(['board']);
      const stream = await openEvents(query);
      expect(await stream.next()).toEqual({ type: 'resynchronise', run: 'run-1', number: 1 });
      stream.close();
    },
  );

  test('a quiet stream shows that it stands', async () => {
    const stream = await openEvents();
    await stream.next();
    expect([await stream.nextLine(), await stream.nextLine()]).toEqual(['', '']);
    stream.close();
  });

  test('a window that goes away is forgotten', async () => {
    const stream = await openEvents();
    await stream.next();
    expect(engine.listenerCount()).toBe(1);
    stream.close();
    await expect.poll(() => engine.listenerCount()).toBe(0);
  });

  test('a window that does not read is cut off instead of filling the memory', async () => {
    const stream = await openEvents();
    await stream.next();
    await expect
      .poll(
        () => {
          for (let sent = 0; sent < 5_000; sent += 1) engine.events.publish(['board', 'outbox', 'activity']);
          return engine.listenerCount();
        },
        { interval: 5 },
      )
      .toBe(0);
    stream.close();
  });

  test('stopping the host ends the streams', async () => {
    const stream = await openEvents();
    await stream.next();
    await host.close();
    expect(await stream.next()).toBeNull();
    expect(engine.listenerCount()).toBe(0);
  });
});

test('a port that is taken is one clear line', async () => {
  await expect(listen({ engine, files, access }, host.port)).rejects.toThrow(
    `Port ${host.port} is taken by another program`,
  );
});
