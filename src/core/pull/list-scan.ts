// A reading of the whole list of registrations that is not finished: which pages it has had, which comes next, and by what a list is told
// that has no end.
import type { Page } from '../../wire/pagination.ts';
import type { OddRecord } from '../../wire/record.ts';

/**
 * So many pages in a row that have nothing but what earlier ones had come from a list that goes round. While a list is read, records move
 * from page to page, but not by so many at once.
 */
const MOST_PAGES_REPEATED = 10;
/** A list of which so many more pages are read than twice what its first one told grows with each page that is asked for. */
const MOST_PAGES_GROWN = 50;
/** Of a list that tells no number of records, the most pages: nothing else ends one that has always another page. */
const MOST_PAGES_UNCOUNTED = 1_000;

/** A reading of the whole list that is not finished. After a failure it continues where it stopped. */
export interface ListScan {
  /** By the gateway's clock. */
  readonly startedAt: number;
  /** By the service's time, in milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly seen: Set<string>;
  /**
   * By page, because a page is read again when the work that followed it failed, and records without an id are known by
   * their page alone: they would be counted twice.
   */
  readonly oddByPage: Map<number, readonly OddRecord[]>;
  nextPage: number;
  /** How many pages there were when the first one was read; null before that. */
  pagesAtFirst: number | null;
  /** The most registrations that one of its pages has told. */
  mostTold: number;
  /** The last pages in a row that had nothing but what earlier ones had. */
  repeated: number;
  /** A page had a registration that was not stored yet. */
  hadNews: boolean;
  /**
   * Numbers of the pages that are read before those in the middle; null where the list is read from page to page. `isThere`: false once
   * the service has shown that it has no such pages.
   */
  farEnd: { readonly first: number; readonly last: number; isThere: boolean } | null;
}

/** A reading that has had no page yet. */
export const beginScan = (begun: Pick<ListScan, 'startedAt' | 'startedAtMs'>): ListScan => ({
  ...begun,
  seen: new Set(),
  oddByPage: new Map(),
  nextPage: 1,
  pagesAtFirst: null,
  mostTold: 0,
  repeated: 0,
  hadNews: false,
  farEnd: null,
});

/** The page to be read after this one, of so many; null after the last one. */
export function pageAfter(
  { farEnd }: ListScan,
  number: number,
  page: Pick<Page<unknown>, 'next_page' | 'items'>,
  pages: number,
): number | null {
  if (farEnd === null) return page.next_page;
  if (!farEnd.isThere) return number === farEnd.last && page.items.length === 0 ? 2 : page.next_page;
  if (number === 1) return farEnd.last;
  if (number === farEnd.first) return 2;
  if (number > farEnd.first && number <= farEnd.last) return number - 1;
  if (page.next_page !== farEnd.first) return page.next_page;
  // The list may have grown meanwhile.
  return pages > farEnd.last ? farEnd.last + 1 : null;
}

/** Takes a page into the reading. Returns why the list has no end, where that can be told by now; null where it can not. */
export function noteRead(
  scan: ListScan,
  number: number,
  {
    ids,
    odd,
    pages,
    isUncounted = false,
  }: {
    readonly ids: readonly string[];
    readonly odd: readonly OddRecord[];
    readonly pages: number;
    readonly isUncounted: boolean | undefined;
  },
): string | null {
  // What was cut short is read again, and has what it had before.
  if (!scan.oddByPage.has(number)) {
    const hasNew = ids.some((id) => !scan.seen.has(id)) || odd.some(({ id }) => id === null);
    scan.repeated = hasNew ? 0 : scan.repeated + 1;
  }
  for (const id of ids) scan.seen.add(id);
  scan.oddByPage.set(number, odd);
  scan.pagesAtFirst ??= pages;
  if (scan.repeated >= MOST_PAGES_REPEATED)
    return `page ${number} has only what earlier pages had, like those before it`;
  const most = isUncounted ? MOST_PAGES_UNCOUNTED : 2 * scan.pagesAtFirst + MOST_PAGES_GROWN;
  return scan.oddByPage.size > most
    ? `${scan.pagesAtFirst} pages have become ${pages} while they were read`
    : null;
}

/** What is wrong with the page that this one names as the next; null where nothing is. */
export function wrongNextOf(
  { next_page: next, nr_of_pages: pages }: Page<unknown>,
  number: number,
): string | null {
  if (next === null) return null;
  if (next !== number + 1) return `page ${number} is followed by page ${next}`;
  return next > pages ? `page ${number} of ${pages} is followed by page ${next}` : null;
}
