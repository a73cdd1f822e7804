// Lists of the service in which the same record stands twice, such as one that changed between two pages.

/**
 * Each record once, where it came first and as it came last. Without an id a record is taken for another one.
 * @example onceEach([{ id: 'a', name: 'old' }, { id: 'b' }, { id: 'a', name: 'new' }]) // [{ id: 'a', name: 'new' }, { id: 'b' }]
 */
export function onceEach<Item extends { readonly id?: unknown }>(items: readonly Item[]): Item[] {
  const kept = new Map<unknown, Item>();
  for (const item of items) kept.set(item.id ?? Symbol('no id'), item);
  return [...kept.values()];
}
