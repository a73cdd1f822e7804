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

/**
 * The same, except that items for which `isAlone` is true come after all others, one at a time. One of them is begun also when it is
 * over by then, so that they have their turn where the others always take all the time.
 */
export async function forEachFewThenSingly<Item>(
  items: readonly Item[],
  { atOnce, isAlone }: { readonly atOnce: number; readonly isAlone: (item: Item) => boolean },
  work: (item: Item) => Promise<void>,
  limits: PoolLimits = {},
): Promise<void> {
  const alone = new Set(items.filter(isAlone));
  await forEachFew(
    items.filter((item) => !alone.has(item)),
    atOnce,
    work,
    limits,
  );
  let begun = 0;
  await forEachFew(
    alone,
    1,
    (item) => {
      begun += 1;
      return work(item);
    },
    { isOver: () => begun > 0 && limits.isOver?.() === true },
  );
}
