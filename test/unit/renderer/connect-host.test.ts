// A link that is put into the address of a window that is open already is taken like one that opens a window.
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('a window begins anew, where it was, when a link is put into its address, and stays for every other address', async () => {
  const listeners: ((event: { oldURL: string }) => void)[] = [];
  const location = { hash: '#/', reload: vi.fn<() => void>() };
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    location,
    crypto: globalThis.crypto,
    btoa: globalThis.btoa,
    history: {
      replaceState: (_state: unknown, _title: string, url: string) => {
        location.hash = new URL(url).hash;
      },
    },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    addEventListener: (name: string, listener: (event: { oldURL: string }) => void) => {
      if (name === 'hashchange') listeners.push(listener);
    },
  });
  await import('../../../src/renderer/host/connect-host.ts');
  const goTo = (hash: string): void => {
    const oldURL = `http://127.0.0.1:4100/${location.hash}`;
    location.hash = hash;
    for (const listener of listeners) listener({ oldURL });
  };
  goTo('#/calendar');
  expect(location.reload).not.toHaveBeenCalled();
  goTo('#token=abc');
  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.hash).toBe('#/calendar');
  expect([...kept.values()].join()).toContain('"token":"abc"');
});
