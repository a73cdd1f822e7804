// Reads the pages of a list one after the other. A list that never ends is an error.
import { AppException, bug, offline } from '../../domain/app-error.ts';
import type { Page } from '../../wire/pagination.ts';

export interface WalkLimits {
  /** More pages than this are an error, because such a list would never end. */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * No list that is read so has as many; see `MAX_PRODUCT_PAGE` for the longest. One that never ends is asked for page after page with
 * nothing else in between, so nobody would be on the board, or be shown what they wait for, before it is given up.
 */
const DEFAULT_MAX_PAGES = 100;

/**
 * Yields each page, following `next_page` until it is null. A walk that ends without an exception was complete.
 *
 * @throws AppException whatever `readPage` throws; `bug` of the service when a page points back to one already read or
 *   when there are more than `maxPages`; `offline` when the signal was aborted between pages.
 */
export async function* walkPages<Item>(
  operation: string,
  readPage: (page: number) => Promise<Page<Item>>,
  limits: WalkLimits = {},
): AsyncGenerator<Page<Item>, void, void> {
  const maxPages = limits.maxPages ?? DEFAULT_MAX_PAGES;
  const visited = new Set<number>();
  let next: number | null = 1;
  while (next !== null) {
    if (limits.signal?.aborted) {
      throw new AppException(
        offline('connection-lost', 'not-sent', `${operation}: stopped between two pages`),
      );
    }
    const broken = visited.has(next)
      ? `page ${next} came up twice`
      : visited.size >= maxPages
        ? `more than ${maxPages} pages`
        : null;
    if (broken !== null) {
      throw new AppException(
        bug(`${operation}: ${broken}`, { origin: 'service', operation, field: 'next_page' }),
      );
    }
    visited.add(next);
    const page: Page<Item> = await readPage(next);
    yield page;
    next = page.next_page;
  }
}
