// Who is answered: links, tokens and bearers, hosts and origins, over real HTTP.
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, useWebHost } from './support/host-under-test.ts';

const desk = useWebHost();
const { json, send, ask, newToken, openSession, bearerFor, callWith, withBearer } = desk;

describe('who is answered', () => {
  test('a link opens one window, once', async () => {
    const token = newToken();
    const bearer = await bearerFor(token);
    expect((await callWith(bearer)).status).toBe(200);
    const again = await ask('/api/session', { token, nonce: 'another window' });
    expect(again.status).toBe(401);
    expect(again.body).not.toContain('bearer');
  });

  test('a window that was reloaded before its link was answered gets in by the same link, until it signs out', async () => {
    const token = newToken();
    const first = await openSession(token);
    const again = await openSession(token);
    for (const { bearer } of [first, again]) expect((await callWith(bearer)).status).toBe(200);
    const signedOut = await ask('/api/sign-out', {}, json({ authorization: `Bearer ${again.bearer}` }));
    expect(signedOut.status).toBe(200);
    expect((await callWith(first.bearer)).status).toBe(401);
    expect((await ask('/api/session', { token, nonce: `window of ${token}` })).status).toBe(401);
  });

  test('a window does not get in again by a link whose time is over', async () => {
    const token = newToken();
    await openSession(token);
    desk.nowMs += MINUTE_MS + 1;
    expect((await ask('/api/session', { token, nonce: `window of ${token}` })).status).toBe(401);
  });

  test('of two that take one link at once one gets in', async () => {
    const token = newToken();
    const answers = await Promise.all(['one', 'other'].map((nonce) => ask('/api/session', { token, nonce })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test.each(['', 'wrong', 'A'.repeat(43)])('the token "%s" opens nothing', async (token) => {
    const answer = await send('POST', '/api/session', {
      headers: json(),
      body: JSON.stringify({ token, nonce: 'n' }),
    });
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
    const again = await send('POST', '/api/session', {
      headers: json(),
      body: JSON.stringify({ token, nonce: 'n' }),
    });
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
      desk.nowMs += MINUTE_MS + 1;
      expect((await ask('/api/session', { token, nonce: 'n' })).status).toBe(401);
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
    expect(desk.engine.calls).toEqual([]);
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
      expect(desk.engine.calls).toEqual([]);
    },
  );

  test('localhost with the right port is served as well', async () => {
    expect((await send('GET', '/', { headers: { host: `localhost:${desk.host.port}` } })).status).toBe(200);
  });

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1'])(
    'a request of the origin %s is refused and gets no leave to read',
    async (foreign) => {
      const headers = { ...(await withBearer()), origin: foreign };
      const answer = await send('POST', '/api/call', { headers, body: '{}' });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(desk.engine.calls).toEqual([]);
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
    const answer = await ask('/api/session', { token: newToken(), nonce: 'n' });
    // A cookie of 127.0.0.1 goes to every port of it, whoever listens there.
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('what strangers send is bounded, and what they break off is no failure of the desk', async () => {
    const large = JSON.stringify({ token: 'x'.repeat(3_000) });
    expect((await send('POST', '/api/session', { headers: json(), body: large })).status).toBe(413);
    for (let count = 0; count < 5; count += 1) {
      const hangingUp = request({
        host: '127.0.0.1',
        port: desk.host.port,
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
    expect(desk.failures).toEqual([]);
  });
});
