// The web host over real HTTP: who is answered, what is served, how events flow.
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeskProof, OpenedSession } from '../../../src/contract/desk-proof.ts';
import type { ScreenFiles } from '../../../src/app/screen-files.ts';
import { createAccess } from '../../../src/web-host/access.ts';
import type { Access, AccessOptions } from '../../../src/web-host/access.ts';
import { askForLink } from '../../../src/web-host/door.ts';
import { listen } from '../../../src/web-host/listen.ts';
import type { WebHost } from '../../../src/web-host/listen.ts';
import { proofOf } from '../../../src/web-host/proof.ts';
import type { WebHostParts } from '../../../src/web-host/routes.ts';
import { createEngineDouble } from '../../support/engine-double.ts';
import type { EngineDouble } from '../../support/engine-double.ts';
import { webWindow } from '../../support/web-window.ts';

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
/** Both clocks move by hand. */
let nowMs: number;
let failures: unknown[];

const MASTER = new Uint8Array(32).fill(3);
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

async function start(port = 0, options: Partial<AccessOptions> = {}): Promise<void> {
  access = createAccess({
    master: MASTER,
    port: () => host.port,
    nowMs: () => 1_800_000_000_000 + nowMs,
    monotonicMs: () => nowMs,
    ...options,
  });
  const links: WebHostParts['links'] = {
    make: ({ withFile }) => ({ address: 'http://link', file: withFile ? '/file' : null }),
  };
  const onFailure = (error: unknown): void => void failures.push(error);
  host = await listen({ engine, files, access, links, heartbeatMs: 40, onFailure }, port);
}

beforeEach(async () => {
  engine = createEngineDouble();
  nowMs = 0;
  failures = [];
  await start();
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
      {
        host: '127.0.0.1',
        port: host.port,
        method,
        path,
        headers,
        agent: false,
        setHost: headers['host'] === undefined,
      },
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

const ask = (path: string, body: unknown, headers: Record<string, string> = json()): Promise<Answer> =>
  send('POST', path, { headers, body: JSON.stringify(body) });
const newToken = (): string => access.makeToken(MINUTE_MS);
async function openSession(token = newToken()): Promise<OpenedSession> {
  const answer = await ask('/api/session', { token });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as OpenedSession;
}
const bearerFor = async (token = newToken()): Promise<string> => (await openSession(token)).bearer;
const callWith = (bearer: string): Promise<Answer> =>
  ask('/api/call', { name: 'board.get', input: {} }, json({ authorization: `Bearer ${bearer}` }));
const withBearer = async () => json({ authorization: `Bearer ${await bearerFor()}` });

describe('who is answered', () => {
  test('a link opens one window, once', async () => {
    const token = newToken();
    const bearer = await bearerFor(token);
    expect((await callWith(bearer)).status).toBe(200);
    const again = await ask('/api/session', { token });
    expect(again.status).toBe(401);
    expect(again.body).not.toContain('bearer');
  });

  test('of two that take one link at once one gets in', async () => {
    const token = newToken();
    const answers = await Promise.all([ask('/api/session', { token }), ask('/api/session', { token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
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

  test.each(['', 'a window'])(
    'a token that nobody took is worthless when its time is over (%s)',
    async (kind) => {
      const headers = await withBearer();
      const token =
        kind === ''
          ? newToken()
          : (JSON.parse((await ask('/api/window', {}, headers)).body) as { token: string }).token;
      nowMs += MINUTE_MS + 1;
      expect((await ask('/api/session', { token })).status).toBe(401);
    },
  );

  test.each([
    ['POST', '/api/call'],
    ['POST', '/api/window'],
    ['GET', '/api/events'],
    ['POST', '/api/sign-out'],
    ['GET', '/api/unheard-of'],
  ])('%s %s needs a bearer, and a token or a session is none', async (method, path) => {
    const { session, secret } = await openSession();
    const body = method === 'POST' ? { body: '{}' } : {};
    const none = await send(method, path, { headers: json(), ...body });
    expect(none.status).toBe(401);
    for (const wrong of [newToken(), session, secret]) {
      const headers = json({ authorization: `Bearer ${wrong}` });
      expect((await send(method, path, { headers, ...body })).status).toBe(401);
    }
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
    const answer = await ask('/api/session', { token: newToken() });
    // A cookie of 127.0.0.1 goes to every port of it, whoever listens there.
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('what strangers send is bounded, and what they break off is no failure of the desk', async () => {
    const large = JSON.stringify({ token: 'x'.repeat(3_000) });
    expect((await send('POST', '/api/session', { headers: json(), body: large })).status).toBe(413);
    for (let count = 0; count < 5; count += 1) {
      const hangingUp = request({
        host: '127.0.0.1',
        port: host.port,
        method: 'POST',
        path: '/api/session',
        headers: json({ 'transfer-encoding': 'chunked' }),
      });
      const over = new Promise((done) => hangingUp.once('error', done).once('close', done));
      hangingUp.write('{"tok');
      hangingUp.once('socket', (socket) =>
        socket.once('connect', () => setImmediate(() => socket.destroy())),
      );
      await over;
    }
    // The host has dealt with them when it answers whoever comes after.
    await bearerFor();
    expect(failures).toEqual([]);
  });
});

describe('a bearer ends', () => {
  test('when it is not used for a quarter of an hour, and not before', async () => {
    const bearer = await bearerFor();
    for (let count = 0; count < 10; count += 1) {
      nowMs += 14 * MINUTE_MS;
      expect((await callWith(bearer)).status).toBe(200);
    }
    nowMs += 16 * MINUTE_MS;
    expect((await callWith(bearer)).status).toBe(401);
  });

  test('with its window signing out, which ends its copies and what they came from', async () => {
    const first = await openSession();
    const copy = await resume(first);
    const other = await openSession();
    const authorization = `Bearer ${first.bearer}`;
    expect((await ask('/api/sign-out', {}, json({ authorization }))).status).toBe(200);
    for (const bearer of [first.bearer, copy?.bearer ?? '']) {
      expect((await callWith(bearer)).status).toBe(401);
    }
    expect(await resume(first)).toBeNull();
    expect(copy && (await resume(copy))).toBeNull();
    expect((await callWith(other.bearer)).status).toBe(200);
  });

  test('with the desk', async () => {
    const { bearer } = await openSession();
    await host.close();
    await start(host.port);
    expect((await callWith(bearer)).status).toBe(401);
  });
});

const resume = (kept: Pick<OpenedSession, 'session' | 'secret'>): Promise<OpenedSession | null> =>
  webWindow(origin()).resume(kept);

describe('a window comes back', () => {
  test('after a restart of the desk at the same port, with a new bearer', async () => {
    const kept = await openSession();
    await host.close();
    nowMs += HOUR_MS;
    await start(host.port);
    const back = await resume(kept);
    expect((await callWith(back?.bearer ?? '')).status).toBe(200);
  });

  test('to a desk that can open the same data folder, and to no other', async () => {
    const kept = await openSession();
    await host.close();
    await start(host.port, { master: new Uint8Array(32).fill(4) });
    await expect(resume(kept)).rejects.toThrow('this is not the desk');
  });

  test('at the port where it was opened, and at no other', async () => {
    const kept = await openSession();
    await host.close();
    await start();
    await expect(resume(kept)).rejects.toThrow('this is not the desk');
  });

  test('for a day after it was last there, for a month in all', async () => {
    let kept = await openSession();
    for (let day = 0; day < 29; day += 1) {
      nowMs += 23 * HOUR_MS;
      const renewed = await resume(kept);
      expect(renewed, `day ${day}`).not.toBeNull();
      kept = renewed ?? kept;
    }
    nowMs += 25 * HOUR_MS;
    expect(await resume(kept)).toBeNull();

    kept = await openSession();
    for (let hours = 0; hours < 29 * 24; hours += 20) {
      nowMs += 20 * HOUR_MS;
      kept = (await resume(kept)) ?? kept;
    }
    nowMs += 20 * HOUR_MS;
    kept = (await resume(kept)) ?? kept;
    nowMs += 20 * HOUR_MS;
    expect(await resume(kept)).toBeNull();
  });

  test('not when its session says other times than it was given', async () => {
    const kept = await openSession();
    const [family = '', started = '', issued = ''] = kept.session.split('.');
    nowMs += HOUR_MS;
    const later = (Number.parseInt(issued, 36) + 60).toString(36);
    await expect(resume({ ...kept, session: `${family}.${started}.${later}` })).rejects.toThrow(
      'this is not the desk',
    );
  });

  test('not when the desk has forgotten who was signed out since', async () => {
    const kept = await openSession();
    await host.close();
    nowMs += 2 * SECOND_MS;
    await start(host.port, { sessionsFromMs: 1_800_000_000_000 + nowMs });
    expect(await resume(kept)).toBeNull();
  });

  test('and who was signed out stays so after a restart', async () => {
    let noted: ReadonlyMap<string, number> = new Map();
    await host.close();
    await start(0, { onSignedOut: (signedOut) => (noted = new Map(signedOut)) });
    const kept = await openSession();
    await ask('/api/sign-out', {}, json({ authorization: `Bearer ${kept.bearer}` }));
    await host.close();
    await start(host.port, { signedOut: noted });
    expect(await resume(kept)).toBeNull();
  });

  test('not by a proof that was overheard, is old, or is the desk’s own', async () => {
    const kept = await openSession();
    const windowNonce = 'w'.repeat(32);
    const challenge = async (): Promise<DeskProof> =>
      JSON.parse(
        (await ask('/api/challenge', { party: kept.session, nonce: windowNonce })).body,
      ) as DeskProof;
    const answer = async (deskNonce: string, proof: string): Promise<number> =>
      (await ask('/api/resume', { party: kept.session, nonce: windowNonce, deskNonce, proof })).status;
    const proofFor = (deskNonce: string): string =>
      proofOf(kept.secret, 'window', { party: kept.session, port: host.port, windowNonce, deskNonce });

    const desk = await challenge();
    expect(await answer(desk.nonce, desk.proof)).toBe(401);
    expect(await answer('made-up', proofFor('made-up'))).toBe(401);
    nowMs += 31 * SECOND_MS;
    expect(await answer(desk.nonce, proofFor(desk.nonce))).toBe(401);
    const fresh = await challenge();
    expect(await answer(fresh.nonce, proofFor(fresh.nonce))).toBe(200);
  });

  test.each(['', 'x', 'a.b.c', `${'A'.repeat(22)}.zzzzzzzzz.zzzzzzzzz`, `${'A'.repeat(22)}.1.1`])(
    'not as the session "%s"',
    async (party) => {
      expect((await ask('/api/challenge', { party, nonce: 'n' })).status).toBe(401);
    },
  );
});

describe('a second start of the desk', () => {
  test('gets a link when it can open the data folder', async () => {
    const link = { port: host.port, master: MASTER };
    expect(await askForLink({ ...link, withFile: true })).toEqual({ address: 'http://link', file: '/file' });
    expect(await askForLink({ ...link, withFile: false })).toEqual({ address: 'http://link', file: null });
  });

  test('gets none otherwise, nor from somebody who is not the desk', async () => {
    const other = new Uint8Array(32).fill(4);
    expect(await askForLink({ port: host.port, master: other, withFile: false })).toBeNull();
    const heard: string[] = [];
    const impostor = createServer((incoming, answer) => {
      incoming.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ nonce: '0.x', proof: 'A'.repeat(43), address: 'http://evil', file: null }));
    });
    await new Promise<void>((done) => impostor.listen(0, '127.0.0.1', done));
    const { port } = impostor.address() as AddressInfo;
    expect(await askForLink({ port, master: MASTER, withFile: false })).toBeNull();
    impostor.close();
    // It was asked to prove itself, and told nothing after it could not.
    expect(heard).toHaveLength(1);
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

  test.each(['HEAD', 'PUT', 'DELETE', 'PATCH'])(
    '%s is no way to ask the desk for anything',
    async (method) => {
      const headers = await withBearer();
      for (const path of ['/api/events', '/api/call', '/api/window', '/api/session']) {
        expect((await send(method, path, { headers })).status).toBe(405);
      }
      expect(engine.listenerCount()).toBe(0);
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'POST'])('%s on a page is not there either', async (method) => {
    expect((await send(method, '/', { headers: json() })).status).toBe(404);
  });
});

describe('events', () => {
  /** Lines of an open stream, blank ones left out. */
  async function openEvents(query = '', bearer?: string) {
    const abort = new AbortController();
    const answer = await fetch(`${origin()}/api/events${query}`, {
      headers: { authorization: `Bearer ${bearer ?? (await bearerFor())}` },
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

  test('a window that opens streams without end loses its own oldest ones, and shuts nobody out', async () => {
    const other = await openEvents();
    await other.next();
    const bearer = await bearerFor();
    const streams = [];
    for (let count = 0; count < 20; count += 1) streams.push(await openEvents('', bearer));
    expect(engine.listenerCount()).toBe(9);
    await streams[0]?.next();
    expect(await streams[0]?.next()).toBeNull();
    engine.events.publish(['board']);
    await streams[19]?.next();
    expect(await streams[19]?.next()).toMatchObject({ topics: ['board'] });
    expect(await other.next()).toMatchObject({ topics: ['board'] });
    for (const stream of [other, ...streams]) stream.close();
  });

  test('many windows that open streams without end shut nobody out either', async () => {
    const quiet = await openEvents();
    for (let window = 0; window < 20; window += 1) {
      const bearer = await bearerFor();
      for (let count = 0; count < 8; count += 1) await openEvents('', bearer);
    }
    expect(engine.listenerCount()).toBe(128);
    await quiet.next();
    engine.events.publish(['board']);
    expect(await quiet.next()).toMatchObject({ topics: ['board'] });
    expect(await (await openEvents()).next()).toMatchObject({ type: 'resynchronise' });
  });

  test('a window that listens keeps its bearer; one that is signed out stops hearing', async () => {
    const { bearer } = await openSession();
    const stream = await openEvents('', bearer);
    await stream.next();
    for (let count = 0; count < 4; count += 1) {
      nowMs += 10 * MINUTE_MS;
      await stream.nextLine();
      await stream.nextLine();
    }
    expect((await callWith(bearer)).status).toBe(200);
    await ask('/api/sign-out', {}, json({ authorization: `Bearer ${bearer}` }));
    await expect.poll(() => engine.listenerCount()).toBe(0);
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
  const links: WebHostParts['links'] = { make: () => ({ address: '', file: null }) };
  await expect(listen({ engine, files, access, links }, host.port)).rejects.toThrow(
    `Port ${host.port} is taken by another program`,
  );
});
