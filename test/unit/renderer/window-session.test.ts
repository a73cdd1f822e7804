// How a window gets its session from a link, and keeps it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLink, keptSession, openByLink } from '../../../src/renderer/host/window-session.ts';

const OPENED = { session: 'session-1', secret: 'c2VjcmV0', bearer: 'bearer-1' };

let asked: string[];
let answers: Record<string, { readonly status: number; readonly body?: unknown }>;

beforeEach(() => {
  asked = [];
  answers = { '/api/session': { status: 200, body: OPENED }, '/api/challenge': { status: 401 } };
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    crypto: globalThis.crypto,
    location: { port: '40123' },
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const { status, body } = answers[path] ?? { status: 404 };
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the session of a window that a link opened', () => {
  it('is entered without another request', async () => {
    keepLink('token-1');
    const session = await openByLink();
    expect(await session?.enter()).toEqual({ kind: 'open', bearer: 'bearer-1' });
    expect(asked).toEqual(['/api/session']);
  });

  it('has to be proven after the connection broke, and after a reload', async () => {
    keepLink('token-1');
    const session = await openByLink();
    session?.leave();
    expect(await session?.enter()).toEqual({ kind: 'refused' });
    expect(await keptSession()?.enter()).toEqual({ kind: 'refused' });
    expect(asked).toEqual(['/api/session', '/api/challenge', '/api/challenge']);
  });

  it('is none when the link opens nothing', async () => {
    answers['/api/session'] = { status: 401 };
    keepLink('used');
    expect(await openByLink()).toBeNull();
    expect(keptSession()).toBeNull();
    // It is not asked about again either.
    expect(await openByLink()).toBeNull();
    expect(asked).toEqual(['/api/session']);
  });

  it.each([
    ['the window was reloaded, or nobody answered', new TypeError('Failed to fetch')],
    ['the desk failed', new Response(null, { status: 500 })],
  ])('is opened by the same link, as the same window, after %s', async (_what, first) => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(body);
      if (sent.length > 1) return Response.json(OPENED);
      if (first instanceof Error) throw first;
      return first;
    });
    keepLink('token-1');
    await expect(openByLink()).rejects.toThrow();
    // A browser may reload the address as it was before the token was taken out of it.
    keepLink('token-1');
    expect(await (await openByLink())?.enter()).toEqual({ kind: 'open', bearer: 'bearer-1' });
    expect(sent[1]).toBe(sent[0]);
    expect(JSON.parse(sent[0] ?? '')).toEqual({
      token: 'token-1',
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    });
    // Once it is open, the link is forgotten.
    expect(await openByLink()).toBeNull();
    expect(sent).toHaveLength(2);
  });
});
