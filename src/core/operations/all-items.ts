// A list of the service, whole.
import type { Page } from '../../wire/pagination.ts';

/** The items of all pages, in their order. What a page throws is thrown, and nothing of the list is told then. */
export async function allItems<Item>(pages: AsyncIterable<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}
