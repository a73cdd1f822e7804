// What the host serves: the engine's answers as they are, and the files of the screens with their policy.
import { describe, expect, test } from 'vitest';
import { useWebHost } from './support/host-under-test.ts';

const desk = useWebHost();
const { json, send, withBearer, start } = desk;

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
    expect(desk.engine.calls).toEqual([]);
  });

  test('a body in chunks, which does not say its length, is heard as any other', async () => {
    const headers = { ...(await withBearer()), 'transfer-encoding': 'chunked' };
    const call = { name: 'no.such', input: { text: 'x'.repeat(100_000) } };
    const answer = await send('POST', '/api/call', { headers, body: JSON.stringify(call) });
    expect(answer.status).toBe(200);
    expect(desk.engine.calls).toEqual([call]);
    const none = await send('POST', '/api/session', {
      headers: json({ 'transfer-encoding': 'chunked' }),
      body: '{"token":"x","nonce":"y"}',
    });
    expect(none.status).toBe(401);
    expect(desk.failures).toEqual([]);
  });

  test('a body that is too large is refused, announced or not', async () => {
    const headers = await withBearer();
    const body = JSON.stringify({ name: 'x', input: 'y'.repeat(300_000) });
    expect((await send('POST', '/api/call', { headers, body })).status, 'announced').toBe(413);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await send('POST', '/api/call', { headers: chunked, body })).status).toBe(413);
    expect(desk.engine.calls).toEqual([]);
  });
});

describe('a desk that is still being opened', () => {
  async function startWith(opened: Promise<unknown>): Promise<void> {
    await desk.host.close();
    desk.opened = opened;
    await start();
  }

  test('gives its window the screens and a key at once; a call is heard when the engine is there', async () => {
    const opening = Promise.withResolvers<void>();
    await startWith(opening.promise);
    const bearer = await desk.bearerFor();
    const answer = desk.callWith(bearer);
    expect((await send('GET', '/assets/index-1a2b.js')).status).toBe(200);
    expect(desk.engine.calls).toEqual([]);
    opening.resolve();
    expect((await answer).status).toBe(200);
    expect(desk.engine.calls).toHaveLength(1);
  });

  test('answers a call that waited when it cannot be opened, and nothing hears it', async () => {
    const opening = Promise.withResolvers<void>();
    await startWith(opening.promise);
    const answer = desk.callWith(await desk.bearerFor());
    opening.promise.catch(() => undefined);
    opening.reject(new Error('the database is of a newer version'));
    const { status, body } = await answer;
    expect({ status, body }).toEqual({ status: 503, body: 'The desk could not be opened.' });
    expect(desk.engine.calls).toEqual([]);
    expect(desk.failures).toEqual([]);
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

  test('a window that our own file opened is not told to keep others away: it has none', async () => {
    const policyAt = async (path: string) =>
      (await send('GET', path)).headers['cross-origin-opener-policy'] ?? null;
    expect(await policyAt('/?file=ours')).toBeNull();
    expect(await policyAt('/?file=guessed')).toBe('same-origin');
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
      expect(desk.engine.listenerCount()).toBe(0);
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'POST'])('%s on a page is not there either', async (method) => {
    expect((await send(method, '/', { headers: json() })).status).toBe(404);
  });
});

test('a port that is taken is one clear line', async () => {
  await expect(start(desk.host.port)).rejects.toThrow(`Port ${desk.host.port} is taken by another program`);
});
