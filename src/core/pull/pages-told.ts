// How many pages the list of registrations has, as far as the service can be believed in that. A number far too high would put the reading of
// the whole list off for months, and have pages asked for that are not there.
import { AppException } from '../../domain/app-error.ts';
import type { Page } from '../../wire/pagination.ts';

/** A list grows and shrinks; no number that is so many pages beyond twice what else is known is one of this list. */
const MOST_PAGES_BEYOND = 50;

const isFarBeyond = (pages: number, known: number): boolean => pages > 2 * known + MOST_PAGES_BEYOND;

export type PageTold = Pick<
  Page<unknown>,
  | 'items'
  | 'current_page'
  | 'next_page'
  | 'nr_of_pages'
  | 'nr_of_results'
  | 'results_per_page'
  | 'isUncounted'
>;

export interface PagesTold {
  /** How many pages there are, at least 1: some services count no page for an empty list, and page 1 is requested all the same. */
  number(): number;
  /** Takes what page `number` says. `isFirstReading`: nothing is known of the list that this could be measured against. */
  note(page: PageTold, number: number, isFirstReading: boolean): void;
}

/** `known`: how many registrations are known here; `asked`: how many of them a page is asked for with. */
export function createPagesTold(known: number, asked: number): PagesTold {
  let told = Math.ceil(known / asked);
  /** The farthest page of this list that there was. */
  let reached = told;
  let isSizeKnown = false;
  return {
    number: () => Math.max(1, told),
    note(page, number, isFirstReading) {
      const isThere = page.items.length > 0 && page.current_page === number;
      // A service may give fewer records on a page than it is asked for, and has so many more pages.
      if (isThere && page.next_page !== null && !isSizeKnown) {
        isSizeKnown = true;
        reached = Math.max(reached, Math.ceil(known / page.items.length));
      }
      if (isThere) reached = page.next_page === null ? number : Math.max(reached, number);
      // A service that tells fewer records than were read does not count them.
      const counts = page.nr_of_results >= (number - 1) * page.results_per_page + page.items.length;
      const counted = counts ? Math.ceil(page.nr_of_results / page.results_per_page) : page.nr_of_pages;
      told = isFarBeyond(page.nr_of_pages, counted) ? counted : page.nr_of_pages;
      const isEnd = isThere && page.next_page === null;
      // Such a page knows of itself and the next one.
      if (page.isUncounted && !isEnd) told = Math.max(told, reached);
      if (isFarBeyond(told, reached) && (!isFirstReading || isEnd)) told = reached;
    },
  };
}

/** Whether the service says that it has no such page; anything else, as a line that is down, says nothing of the page. */
export const isNoSuchPage = (thrown: unknown): boolean =>
  thrown instanceof AppException && (thrown.error.kind === 'not-found' || thrown.error.kind === 'rejected');
