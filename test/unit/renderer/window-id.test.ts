// The name by which a window finds what was typed in it: no two windows have one, and a reload keeps it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimWindowId } from '../../../src/renderer/shared/drafts/window-id.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a tab keeps; that of a duplicated one begins with a copy. */
function storageOf(kept: ReadonlyMap<string, string> = new Map()) {
  const map = new Map(kept);
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

/** The locks of a browser: held until the page that has one goes, and given to whoever waits for it then. */
function browser() {
  const queues = new Map<string, (() => void)[]>();
  function page() {
    const held: string[] = [];
    const request = (name: string, { signal }: { signal: AbortSignal }, give: () => Promise<never>) =>
      new Promise((_done, refuse) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const take = (): void => {
          held.push(name);
          void give();
        };
        queue.push(take);
        if (queue.length === 1) take();
        signal.addEventListener('abort', () => {
          if (held.includes(name)) return;
          queue.splice(queue.indexOf(take), 1);
          refuse(signal.reason as Error);
        });
      });
    const close = (): void => {
      for (const name of held.splice(0)) {
        queues.get(name)?.shift();
        queues.get(name)?.[0]?.();
      }
    };
    return { locks: { request } as unknown as LockManager, close };
  }
  return { page };
}

describe('the name of a window', () => {
  it('is the same after a reload, also where the page before is not gone at once', async () => {
    const { page } = browser();
    const storage = storageOf();
    const before = page();
    const id = await claimWindowId({ storage, locks: before.locks, isReloaded: false });
    const again = claimWindowId({ storage, locks: page().locks, isReloaded: true });
    await vi.advanceTimersByTimeAsync(5_000);
    before.close();
    expect(await again).toBe(id);
  });

  it('is another one in a duplicated tab, which keeps it over its own reload', async () => {
    const { page } = browser();
    const first = storageOf();
    const id = await claimWindowId({ storage: first, locks: page().locks, isReloaded: false });
    const copy = storageOf(first.map);
    const copyPage = page();
    const claiming = claimWindowId({ storage: copy, locks: copyPage.locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1_000);
    const other = await claiming;
    expect(other).not.toBe(id);
    copyPage.close();
    expect(await claimWindowId({ storage: copy, locks: page().locks, isReloaded: true })).toBe(other);
    expect([...first.map.values()]).toEqual([id]);
  });

  it('is the one that the tab keeps where the browser has no locks, or refuses them', async () => {
    const storage = storageOf();
    const id = await claimWindowId({ storage, locks: undefined, isReloaded: false });
    expect(await claimWindowId({ storage, locks: undefined, isReloaded: true })).toBe(id);
    const refused = { request: () => Promise.reject(new Error('not here')) } as unknown as LockManager;
    expect(await claimWindowId({ storage, locks: refused, isReloaded: true })).toBe(id);
  });
});
