// A few things at once, in order of their coming.

/** Runs `work` on each item, at most `atOnce` at a time. The first failure stops what has not begun, and is thrown. */
export async function forEachFew<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse();
  let failure: { readonly thrown: unknown } | null = null;
  async function worker(): Promise<void> {
    while (!failure) {
      const item = waiting.pop();
      if (item === undefined) return;
      try {
        await work(item);
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker));
  const ended = failure as { readonly thrown: unknown } | null;
  if (ended) throw ended.thrown;
}
