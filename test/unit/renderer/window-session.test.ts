// How a window gets its session from a link, and keeps it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptSession, openWithToken } from '../../../src/renderer/host/window-session.ts';

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
    const session = await openWithToken('token-1');
    expect(await session?.enter()).toEqual({ kind: 'open', bearer: 'bearer-1' });
    expect(asked).toEqual(['/api/session']);
  });

  it('has to be proven after the connection broke, and after a reload', async () => {
    const session = await openWithToken('token-1');
    session?.leave();
    expect(await session?.enter()).toEqual({ kind: 'refused' });
    expect(await keptSession()?.enter()).toEqual({ kind: 'refused' });
    expect(asked).toEqual(['/api/session', '/api/challenge', '/api/challenge']);
  });

  it('is none when the link opens nothing', async () => {
    answers['/api/session'] = { status: 401 };
    expect(await openWithToken('used')).toBeNull();
    expect(keptSession()).toBeNull();
  });
});
