// What a browser's tab keeps, for tests of screens in Node.

/**
 * Gives this process a window with an empty `sessionStorage`. To be called before the modules of the screens are loaded: who works at a
 * window is read from what its tab keeps.
 *
 * @example await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());
 */
export function giveTabStorage(): void {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  Object.assign(globalThis, { window: Object.assign(globalThis, { sessionStorage }) });
}
