// Works on several items at the same time, in the order in which they are given.

export interface PoolLimits {
  /** When it returns true, no further item is started; those that are running finish. */
  readonly isOver?: () => boolean;
}

/**
 * Runs `work` on each item, at most `atOnce` at the same time. After a failure no further item is started, and the
 * first failure is thrown.
 *
 *     await forEachFew(visits, 4, (visit) => read(visit), { isOver: () => gateway.isClosed() });
 */
export async function forEachFew<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
  limits: PoolLimits = {},
): Promise<void> {
  const waiting = [...items].reverse();
  let failure: { readonly thrown: unknown } | null = null;
  async function worker(): Promise<void> {
    while (!failure && !limits.isOver?.()) {
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
