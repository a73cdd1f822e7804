// Pages of lists: which records a page holds, and the fields around them.
import { MAX_RESULTS_PER_PAGE, type ListQuery, type Page } from '../../wire/pagination.ts';

export interface PageAsked {
  readonly page: number;
  readonly size: number;
  /** How many records come before this page. */
  readonly offset: number;
}

export function pageAsked(query: ListQuery): PageAsked {
  const page = query.page ?? 1;
  const size = query.results_per_page ?? MAX_RESULTS_PER_PAGE;
  return { page, size, offset: Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER) };
}

/** All fields of a page except `items`. `total` is the number of records on all pages. */
export function envelope(asked: PageAsked, total: number): Omit<Page<never>, 'items'> {
  const pages = Math.ceil(total / asked.size);
  return {
    nr_of_results: total,
    current_page: asked.page,
    nr_of_pages: pages,
    results_per_page: asked.size,
    next_page: asked.page < pages ? asked.page + 1 : null,
  };
}

/** The page that a query asks for, cut out of a complete list of records. */
export function pageOf<Item>(query: ListQuery, records: readonly Item[]): Page<Item> {
  const asked = pageAsked(query);
  return {
    ...envelope(asked, records.length),
    items: records.slice(asked.offset, asked.offset + asked.size),
  };
}
