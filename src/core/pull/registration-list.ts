// Reading the list of registrations. Nothing there tells of changes and no order is promised, so each reading looks at
// both ends of the list for what is new, goes through the whole of it bit by bit, and compares how many there are with how
// many are known: a number that does not fit means that something new is in the middle.
import { AppException, bug } from '../../domain/app-error.ts';
import type { Page } from '../../wire/pagination.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { countMissing } from '../store/mirror/missing-scans.ts';
import { countKnownRegistrations, unknownRegistrations } from '../store/mirror/pull-needs.ts';
import type { Ask } from './asker.ts';
import type { Records } from './records.ts';

const PAGE_SIZE = 100;
/** A list of so few pages is read whole each time: that costs less than asking for its records one by one. */
const SMALL_PAGES = 3;
/** Where that many pages in a row hold something new, the whole list is read instead. */
const MOST_PAGES_AT_AN_END = 10;
/** A list that did not add up is read again, but not without end. */
const WHOLE_AGAIN_MS = 5 * 60_000;

export interface RegistrationListOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly serverNowMs: () => number;
  /** Within this time everything in the list is seen again, in milliseconds. */
  readonly wholeMs: number;
  /** After each page, with the records that were good. */
  readonly afterPage: (registrations: readonly Registration[]) => Promise<void>;
  /** Two whole readings did not show it. */
  readonly askAfterMissing: (registrationId: string) => Promise<void>;
}

export interface RegistrationList {
  /**
   * Finds what is new. `worthPages`: up to so many pages the whole list is read, because anything else would cost more.
   * The first reading of all reads everything.
   */
  readNew(worthPages: number): Promise<void>;
  /** Goes on with the reading of the whole list, where one is due, so that it ends in time when this is called every `everyMs`. */
  readOn(everyMs: number): Promise<void>;
  /** The next reading of the whole list begins now, not when it would be due. */
  wantWhole(): void;
  /** Moments by the gateway's clock up to which new registrations, and all of them, are known; null before that. */
  freshness(): { readonly newAsOf: number | null; readonly wholeAsOf: number | null };
  /** Whether the whole list was ever read to its end, in this run or before. */
  wasReadInFull(): boolean;
}

/** A reading of the whole list under way. It is gone on with where a failure stopped it. */
interface Scan {
  readonly startedAt: number;
  readonly startedAtMs: number;
  readonly seen: Set<string>;
  readonly odd: OddRecord[];
  nextPage: number;
}

export function createRegistrationList(options: RegistrationListOptions): RegistrationList {
  const { db, gateway, ask, records } = options;
  let scan: Scan | null = null;
  let pages = Math.max(1, Math.ceil(countKnownRegistrations(db) / PAGE_SIZE));
  let newAsOf: number | null = null;
  let wholeAsOf: number | null = null;
  let lastBegunAt = -Infinity;
  let wholeWanted = true;
  let fellShort = false;

  function nonsense(detail: string): AppException {
    const operation = 'registrations.list';
    const error = bug(`${operation}: ${detail}`, { origin: 'service', operation, field: 'next_page' });
    gateway.madeNoSense(operation, error);
    return new AppException(error);
  }

  /** Reads a page and stores it. `news`: whether it showed a registration that was not known. */
  async function takePage(
    number: number,
  ): Promise<{ readonly page: Page<Registration>; readonly news: boolean }> {
    const askedAt = gateway.nowMs();
    const { value: page, odd } = await ask('registrations.list', {
      query: { page: number, results_per_page: PAGE_SIZE },
    });
    if (page.next_page !== null && page.next_page !== number + 1)
      throw nonsense(`page ${number} is followed by page ${page.next_page}`);
    if (page.next_page !== null && page.next_page > page.nr_of_pages)
      throw nonsense(`page ${number} of ${page.nr_of_pages} is followed by page ${page.next_page}`);
    // An empty list has no page for some services; it is asked for all the same.
    pages = Math.max(1, page.nr_of_pages);
    const ids = page.items.map(({ id }) => id);
    const oddIds = odd.flatMap(({ id }) => id ?? []);
    const news = unknownRegistrations(db, [...ids, ...oddIds]).length > 0;
    records.noteOdd('registration', odd, ids);
    await records.storeRegistrations(page.items, askedAt);
    if (scan) {
      for (const id of [...ids, ...oddIds]) scan.seen.add(id);
      scan.odd.push(...odd);
    }
    await options.afterPage(page.items);
    await gateway.yieldToOthers();
    return { page, news };
  }

  /** From one end as far as there is something new. Returns false when that did not come to an end. */
  async function readEnd(from: number, step: 1 | -1, until: number): Promise<boolean> {
    let number = from;
    for (let read = 0; read < MOST_PAGES_AT_AN_END; read += 1) {
      if ((until - number) * step < 0) return true;
      if (!(await takePage(number)).news) return true;
      number += step;
    }
    return false;
  }

  function begin(): Scan {
    lastBegunAt = gateway.nowMs();
    wholeWanted = false;
    return {
      startedAt: lastBegunAt,
      startedAtMs: options.serverNowMs(),
      seen: new Set(),
      odd: [],
      nextPage: 1,
    };
  }

  /** Goes on by at most so many pages. Returns whether the end was reached. */
  async function advance(most: number): Promise<boolean> {
    // One that stood still for too long says nothing about now.
    if (scan && gateway.nowMs() - scan.startedAt > 2 * options.wholeMs) scan = null;
    scan ??= begin();
    for (let count = 0; count < most; count += 1) {
      const { page } = await takePage(scan.nextPage);
      if (page.next_page === null) {
        await finish(scan, page.nr_of_results);
        return true;
      }
      scan.nextPage = page.next_page;
    }
    return false;
  }

  async function finish(ended: Scan, total: number): Promise<void> {
    scan = null;
    // Pages shift while they are read. A list that keeps falling short of its own number is taken as it is.
    const isShort = ended.seen.size + ended.odd.filter(({ id }) => id === null).length < total;
    const again = isShort && !fellShort;
    fellShort = isShort;
    if (again) {
      wholeWanted = true;
      return;
    }
    records.listRead('registration', ended.odd);
    wholeAsOf = ended.startedAt;
    newAsOf = Math.max(newAsOf ?? -Infinity, ended.startedAt);
    // One reading proves nothing about a row that it did not show; two do, and then the row itself is asked for.
    for (const suspects of countMissing(db, ended)) {
      for (const suspect of suspects) await options.askAfterMissing(suspect);
      await gateway.yieldToOthers();
    }
    writeSetting(db, 'registrationsNotListed', countKnownRegistrations(db) - total);
  }

  async function readWhole(): Promise<void> {
    for (let readings = 0; readings < 2; readings += 1) {
      while (!(await advance(pages)));
      if (!wholeWanted) return;
    }
  }

  /** How many registrations the service would tell of if nothing were unknown; null before the first whole reading. */
  function expectedTotal(): number | null {
    const notListed = readSetting(db, 'registrationsNotListed');
    return notListed === null ? null : countKnownRegistrations(db) - notListed;
  }

  return {
    async readNew(worthPages) {
      if (expectedTotal() === null || pages <= Math.max(SMALL_PAGES, worthPages)) {
        await readWhole();
        if (pages <= Math.max(SMALL_PAGES, worthPages) || newAsOf !== null) return;
      }
      const startedAt = gateway.nowMs();
      const first = await takePage(1);
      const last = first.page.nr_of_pages;
      const frontDone = !first.news || (await readEnd(2, 1, last));
      const backDone = last < 2 || (await readEnd(last, -1, 2));
      if (frontDone && backDone && expectedTotal() === first.page.nr_of_results) newAsOf = startedAt;
      else if (startedAt - lastBegunAt >= WHOLE_AGAIN_MS) wholeWanted = true;
    },
    async readOn(everyMs) {
      const isDue = wholeWanted || gateway.nowMs() - lastBegunAt >= options.wholeMs;
      if (!scan && !isDue) return;
      await advance(Math.max(2, Math.ceil((pages * everyMs) / options.wholeMs)));
    },
    wantWhole() {
      wholeWanted = true;
    },
    freshness: () => ({ newAsOf, wholeAsOf }),
    wasReadInFull: () => readSetting(db, 'registrationsNotListed') !== null,
  };
}
