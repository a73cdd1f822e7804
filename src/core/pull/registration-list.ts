// Reads the list of registrations. The service does not report changes and promises no order of the list. So each
// reading looks for new registrations at both ends of the list and reads a part of the whole of it. It also compares
// the number of registrations with the number of known ones: if they differ, something new is in the middle of the
// list.
import { AppException, bug } from '../../domain/app-error.ts';
import type { Page } from '../../wire/pagination.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Answer } from '../service/answers.ts';
import type { Db } from '../store/db/database.ts';
import { beginFilling } from '../store/db/filling.ts';
import type { Filling } from '../store/db/filling.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { countMissing } from '../store/mirror/missing-scans.ts';
import type { FinishedScan } from '../store/mirror/missing-scans.ts';
import { countKnownRegistrations, unknownRegistrations } from '../store/mirror/pull-needs.ts';
import type { Ask } from './asker.ts';
import { createCountAlarm } from './count-alarm.ts';
import { beginScan, noteRead, pageAfter, wrongNextOf } from './list-scan.ts';
import type { ListScan } from './list-scan.ts';
import { createPagesTold, isNoSuchPage } from './pages-told.ts';
import type { Records } from './records.ts';

const PAGE_SIZE = 100;
/**
 * A list with up to this many pages is read completely each time, which takes fewer requests than one for each record.
 */
const SMALL_PAGES = 3;
/**
 * So many pages of the far end of a longer list are read right after the first page in the first reading of all. Most lists are in order of
 * creation, so whoever comes today is at one of the ends, and the board has its people long before the middle was read.
 */
const FAR_END_PAGES = 5;
/** What a shorter list writes is little, and a thread for it is not worth its start. */
const LONG_LIST_PAGES = 50;
/** When this many pages in a row have new registrations, the whole list is read instead. */
const MOST_PAGES_AT_AN_END = 10;
/** So many missing registrations are asked for in each reading, however little time the rest of it left. */
const LEAST_ASKED_AFTER = 10;
export interface RegistrationListOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly serverNowMs: () => number;
  /** The whole list is read again within this time, in milliseconds. */
  readonly wholeMs: () => number;
  /**
   * A list of which a page would have to be read more often than this is read more slowly, in milliseconds: most of a long
   * list is old and does not change, and a thousand sites with long lists must not drown the service.
   */
  readonly pageEveryMs: number;
  /** What of a page is to be stored, where it names somebody else than before. */
  readonly toStore: (registrations: readonly Registration[]) => Promise<readonly Registration[]>;
  /** Called after each page, with its valid records; it was requested at `askedAt` (gateway's clock). */
  readonly afterPage: (registrations: readonly Registration[], askedAt: number) => Promise<void>;
  /** Called when the list was read to its end: whether what it lacks is kept, because the service is at fault. */
  readonly holdsRemoval: (scan: FinishedScan) => Promise<boolean>;
  /** Called for a registration that was missing in two readings of the whole list. Returns whether it was removed. */
  readonly askAfterMissing: (registrationId: string) => Promise<boolean>;
  /** Registrations (service's ids) that the service does not answer for, and that no page has told since. */
  readonly unanswered: () => readonly string[];
}

export interface RegistrationList {
  /**
   * Finds what is new. `worthPages`: up to so many pages the whole list is read, because anything else would cost more.
   * The first reading of all reads everything.
   */
  readNew(worthPages: number): Promise<void>;
  /**
   * Reads some more pages of the whole list if it is due: so many that it is finished in time when this is called every
   * `everyMs` milliseconds.
   */
  readOn(everyMs: number): Promise<void>;
  /**
   * Asks for registrations that two readings of the list in a row did not find, the newest first, a few also after `untilMs` (gateway's
   * clock). A laboratory that tidies up takes thousands off its list at once, and today's visits are read in between.
   */
  askAfterMissed(untilMs: number): Promise<void>;
  /** Starts the next reading of the whole list now instead of when it is due. */
  wantWhole(): void;
  /**
   * Up to which moment (gateway's clock) new registrations are known, and all registrations; null before the first
   * reading.
   */
  freshness(): { readonly newAsOf: number | null; readonly wholeAsOf: number | null };
  /** Whether the whole list was ever read to its end, in this run or before. */
  wasReadInFull(): boolean;
}

interface RequestedPage {
  readonly number: number;
  /** By the gateway's clock. */
  readonly askedAt: number;
  readonly answer: Promise<Answer<'registrations.list'>>;
}

export function createRegistrationList(options: RegistrationListOptions): RegistrationList {
  const { db, gateway, ask, records } = options;
  let scan: ListScan | null = null;
  const pages = createPagesTold(countKnownRegistrations(db), PAGE_SIZE);
  let newAsOf: number | null = null;
  let wholeAsOf: number | null = null;
  let lastBegunAt = -Infinity;
  let wholeWanted = true;
  let fellShort = false;
  const countAlarm = createCountAlarm();
  /** Registrations to be asked for because the last whole reading missed them again, the newest last. */
  let missed: string[] = [];
  let isFirstReading = false;
  /** While a long list is read for the first time. */
  let filling: Filling | null = null;
  /** The page after the one that is being stored. Only in the first reading, where somebody waits for the board. */
  let ahead: RequestedPage | null = null;
  const wholeMs = (): number => Math.max(options.wholeMs(), pages.number() * options.pageEveryMs);

  function nonsense(detail: string): AppException {
    const operation = 'registrations.list';
    const error = bug(`${operation}: ${detail}`, { origin: 'service', operation, field: 'next_page' });
    gateway.madeNoSense(operation, error);
    return new AppException(error);
  }

  function request(number: number): RequestedPage {
    const askedAt = gateway.nowMs();
    const answer = ask('registrations.list', { query: { page: number, results_per_page: PAGE_SIZE } });
    // A reading that was cut short waits for it no more.
    answer.catch(() => {});
    return { number, askedAt, answer };
  }

  function requested(number: number): RequestedPage {
    const before = ahead;
    ahead = null;
    return before?.number === number ? before : request(number);
  }

  /** Reads a page and stores it. `news`: true when it had a registration that was not stored yet. */
  async function takePage(
    number: number,
  ): Promise<{ readonly page: Page<Registration>; readonly news: boolean }> {
    const { askedAt, answer } = requested(number);
    const { value, odd } = await answer;
    const page: Page<Registration> = value;
    const wrongNext = wrongNextOf(page, number);
    if (wrongNext === null) pages.note(page, number, isFirstReading);
    if (isFirstReading && scan && wrongNext === null) {
      const last = pages.number();
      if (number === 1 && last > 2 * FAR_END_PAGES)
        scan.farEnd = { first: last - FAR_END_PAGES + 1, last, isThere: true };
      if (number === scan.farEnd?.last && page.items.length + odd.length === 0) scan.farEnd.isThere = false;
      const next = pageAfter(scan, number, page, pages.number());
      if (next !== null) ahead = request(next);
    }
    if (isFirstReading && pages.number() >= LONG_LIST_PAGES) filling ??= beginFilling(db);
    const ids = page.items.map(({ id }) => id);
    const oddIds = odd.flatMap(({ id }) => id ?? []);
    const news = unknownRegistrations(db, [...ids, ...oddIds]).length > 0;
    records.noteOdd('registration', odd, ids);
    const sure = isFirstReading ? page.items : await options.toStore(page.items);
    await records.storeRegistrations(sure, askedAt);
    const allIds = [...ids, ...oddIds];
    const { nr_of_pages, isUncounted } = page;
    const noEnd = scan && noteRead(scan, number, { ids: allIds, odd, pages: nr_of_pages, isUncounted });
    if (scan) {
      scan.hadNews ||= news;
      if (!page.isUncounted) scan.mostTold = Math.max(scan.mostTold, page.nr_of_results);
    }
    await options.afterPage(page.items, askedAt);
    // Only now: its records are what they are, and whoever is on the last page would not be expected for as long as that lasts.
    if (noEnd !== null) {
      // Read on from here it would go on for ever, so the next reading begins anew.
      scan = null;
      wholeWanted = true;
      throw nonsense(noEnd);
    }
    if (wrongNext !== null) throw nonsense(wrongNext);
    await filling?.step();
    await gateway.yieldToOthers();
    return { page, news };
  }

  /** Reads pages from one end of the list until a page has nothing new. Returns false when it gave up before that, or has no such page. */
  async function readEnd(from: number, step: 1 | -1, until: number): Promise<boolean> {
    let number = from;
    for (let read = 0; read < MOST_PAGES_AT_AN_END; read += 1) {
      if ((until - number) * step < 0) return true;
      try {
        if (!(await takePage(number)).news) return true;
      } catch (thrown) {
        // The list may be shorter than it says. The reading of the whole finds its end.
        if (number !== from || step === 1 || !isNoSuchPage(thrown)) throw thrown;
        return false;
      }
      number += step;
    }
    return false;
  }

  function begin(): ListScan {
    lastBegunAt = gateway.nowMs();
    wholeWanted = false;
    return beginScan({ startedAt: lastBegunAt, startedAtMs: options.serverNowMs() });
  }

  /** Reads at most `most` further pages. Returns true when the end of the list was reached. */
  async function advance(most: number): Promise<boolean> {
    // A reading that was interrupted for too long is started again, because its first pages are out of date.
    if (scan && gateway.nowMs() - scan.startedAt > 2 * wholeMs()) scan = null;
    scan ??= begin();
    const current = scan;
    for (let count = 0; count < most; count += 1) {
      const page = await takeOrPassFarEnd(current);
      if (page === null) continue;
      const next = pageAfter(current, current.nextPage, page, pages.number());
      if (next === null) {
        await finish(current, page.isUncounted ? null : page.nr_of_results);
        return true;
      }
      current.nextPage = next;
    }
    return false;
  }

  /** Takes the next page of the reading. Null: it would be the far end, and the service says that there is none. */
  async function takeOrPassFarEnd(current: ListScan): Promise<Page<Registration> | null> {
    const number = current.nextPage;
    try {
      return (await takePage(number)).page;
    } catch (thrown) {
      const { farEnd } = current;
      if (!farEnd?.isThere || number !== farEnd.last || !isNoSuchPage(thrown)) throw thrown;
      farEnd.isThere = false;
      current.nextPage = 2;
      return null;
    }
  }

  /** `told`: how many registrations there are by the last page; null where it does not say. */
  async function finish(ended: ListScan, told: number | null): Promise<void> {
    scan = null;
    // Registrations move between pages while the list is read. When it is too short twice, it is accepted as it is.
    const odd = [...ended.oddByPage.values()].flat();
    const read = ended.seen.size + odd.filter(({ id }) => id === null).length;
    const total = told ?? read;
    // One that is taken off an earlier page moves others onto pages that were read already. In the first reading they are known to nobody.
    const isShort = read < (isFirstReading ? Math.max(total, ended.mostTold) : total);
    const again = isShort && !fellShort;
    fellShort = isShort;
    if (again) {
      wholeWanted = true;
      return;
    }
    countAlarm.settle({ hadNews: ended.hadNews, isTrue: told === read });
    records.listRead('registration', odd, options.unanswered());
    wholeAsOf = ended.startedAt;
    newAsOf = Math.max(newAsOf ?? -Infinity, ended.startedAt);
    // The whole list is read again soon: its total is not what is expected.
    missed = [];
    if ((await options.holdsRemoval(ended)) && expectedTotal() !== null) return;
    // A registration missing once proves nothing. When it is missing twice, the registration itself is requested.
    const suspects: string[] = [];
    for (const some of countMissing(db, ended)) {
      suspects.push(...some);
      await gateway.yieldToOthers();
    }
    missed = suspects;
    writeSetting(db, 'registrationsNotListed', countKnownRegistrations(db) - total);
  }

  async function askAfterMissed(untilMs: number): Promise<void> {
    for (let asked = 0; asked < LEAST_ASKED_AFTER || gateway.nowMs() < untilMs; asked += 1) {
      const suspect = missed.at(-1);
      if (suspect === undefined) return;
      const isRemoved = await options.askAfterMissing(suspect);
      missed.pop();
      const notListed = readSetting(db, 'registrationsNotListed');
      // It was one of those known here that the list does not have.
      if (isRemoved && notListed !== null) writeSetting(db, 'registrationsNotListed', notListed - 1);
    }
  }

  async function readWhole(): Promise<void> {
    for (let readings = 0; readings < 2; readings += 1) {
      while (!(await advance(pages.number())));
      if (!wholeWanted) return;
    }
  }

  /** The total that the service returns if this desk knows every registration; null before the first whole reading. */
  function expectedTotal(): number | null {
    const notListed = readSetting(db, 'registrationsNotListed');
    return notListed === null ? null : countKnownRegistrations(db) - notListed;
  }

  /** The reading of everything with which a desk begins: nearly each record is new to it. */
  async function readFirst(): Promise<void> {
    isFirstReading = true;
    try {
      await readWhole();
    } finally {
      isFirstReading = false;
      await filling?.end();
      filling = null;
      // The next reading may be long after.
      ahead = null;
    }
  }

  return {
    async readNew(worthPages) {
      if (expectedTotal() === null || pages.number() <= Math.max(SMALL_PAGES, worthPages)) {
        await (expectedTotal() === null ? readFirst() : readWhole());
        if (pages.number() <= Math.max(SMALL_PAGES, worthPages) || newAsOf !== null) return;
      }
      const startedAt = gateway.nowMs();
      const first = await takePage(1);
      const last = pages.number();
      const frontDone = !first.news || (await readEnd(2, 1, last));
      const backDone = last < 2 || (await readEnd(last, -1, 2));
      const isAsExpected = !first.page.isUncounted && expectedTotal() === first.page.nr_of_results;
      if (frontDone && backDone && isAsExpected) newAsOf = startedAt;
      else if (countAlarm.raise(startedAt - lastBegunAt)) wholeWanted = true;
    },
    async readOn(everyMs) {
      const isDue = wholeWanted || gateway.nowMs() - lastBegunAt >= wholeMs();
      if (!scan && !isDue) return;
      await advance(Math.max(2, Math.ceil((pages.number() * everyMs) / wholeMs())));
    },
    askAfterMissed,
    wantWhole() {
      wholeWanted = true;
    },
    freshness: () => ({ newAsOf, wholeAsOf }),
    wasReadInFull: () => readSetting(db, 'registrationsNotListed') !== null,
  };
}
