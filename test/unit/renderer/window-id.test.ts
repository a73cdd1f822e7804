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

/** The locks of a browser, which answers after `slowMs`: held until the page that has one goes. */
function browser(slowMs = 0) {
  const held = new Set<string>();
  function page() {
    const own: string[] = [];
    const request = async (
      name: string,
      _options: { ifAvailable: true },
      give: (lock: object | null) => Promise<never> | null,
    ): Promise<unknown> => {
      await new Promise((resume) => setTimeout(resume, slowMs));
      if (held.has(name)) return give(null);
      held.add(name);
      own.push(name);
      return give({});
    };
    const close = (): void => own.splice(0).forEach((name) => held.delete(name));
    return { locks: { request } as unknown as LockManager, close };
  }
  return { page };
}

describe('the name of a window', () => {
  it('is the same after a reload, also where the page before is not gone at once', async () => {
    const { page } = browser();
    const storage = storageOf();
    const before = page();
    const claimed = claimWindowId({ storage, locks: before.locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1);
    const id = await claimed;
    const again = claimWindowId({ storage, locks: page().locks, isReloaded: true });
    await vi.advanceTimersByTimeAsync(5_000);
    before.close();
    await vi.advanceTimersByTimeAsync(200);
    expect(await again).toBe(id);
  });

  it('is the same where the browser is slow and nobody else has it', async () => {
    const storage = storageOf();
    const first = claimWindowId({ storage, locks: browser().page().locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1);
    const restored = claimWindowId({ storage, locks: browser(30_000).page().locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await restored).toBe(await first);
  });

  it('is not given to a copy while the first tab is reloaded', async () => {
    const { page } = browser();
    const first = storageOf();
    const before = page();
    const claimed = claimWindowId({ storage: first, locks: before.locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1);
    const id = await claimed;
    const copy = claimWindowId({ storage: storageOf(first.map), locks: page().locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(550);
    before.close();
    const again = claimWindowId({ storage: first, locks: page().locks, isReloaded: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await again).toBe(id);
    expect(await copy).not.toBe(id);
  });

  it('is another one in a duplicated tab, which keeps it over its own reload', async () => {
    const { page } = browser();
    const first = storageOf();
    const claimed = claimWindowId({ storage: first, locks: page().locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1);
    const id = await claimed;
    const copy = storageOf(first.map);
    const copyPage = page();
    const claiming = claimWindowId({ storage: copy, locks: copyPage.locks, isReloaded: false });
    await vi.advanceTimersByTimeAsync(1_100);
    const other = await claiming;
    expect(other).not.toBe(id);
    await vi.advanceTimersByTimeAsync(1);
    copyPage.close();
    const again = claimWindowId({ storage: copy, locks: page().locks, isReloaded: true });
    await vi.advanceTimersByTimeAsync(1);
    expect(await again).toBe(other);
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
