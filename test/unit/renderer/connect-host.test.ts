// A link that is put into the address of a window that is open already is taken like one that opens a window.
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('a window begins anew when a link is put into its address, and stays for every other address', async () => {
  const listeners: (() => void)[] = [];
  const location = { hash: '#/', reload: vi.fn<() => void>() };
  vi.stubGlobal('window', {
    location,
    addEventListener: (name: string, listener: () => void) => {
      if (name === 'hashchange') listeners.push(listener);
    },
  });
  await import('../../../src/renderer/host/connect-host.ts');
  const goTo = (hash: string): void => {
    location.hash = hash;
    for (const listener of listeners) listener();
  };
  goTo('#/calendar');
  expect(location.reload).not.toHaveBeenCalled();
  goTo('#token=abc');
  expect(location.reload).toHaveBeenCalledOnce();
});
