// The first reading of the list asks for a page while the one before is stored; no other reading does, and no answer is used late.
import { beforeEach, describe, expect, it } from 'vitest';
import { AppException, notFound } from '../../../../src/domain/app-error.ts';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import type { Ask } from '../../../../src/core/pull/asker.ts';
import type { Records } from '../../../../src/core/pull/records.ts';
import { createRegistrationList } from '../../../../src/core/pull/registration-list.ts';
import type { RegistrationList } from '../../../../src/core/pull/registration-list.ts';
import { readSetting, writeSetting } from '../../../../src/core/store/desk/settings.ts';
import { dropRegistration } from '../../../../src/core/store/desk/visits-of-appointments.ts';
import { upsertRegistrations } from '../../../../src/core/store/mirror/registrations.ts';
import { countsOf } from '../../../../src/wire/pagination.ts';
import type { Page } from '../../../../src/wire/pagination.ts';
import { exampleRegistration } from '../../../support/wire-examples.ts';
import { useStore } from '../../../support/store-fixture.ts';

const PAGES = 5;
const LONG_PAGES = 12;

const store = useStore();
let steps: string[];
let failAtStoring: number | null;
let failAtAsking: number | null;
let pages: number;
let isHeld: boolean;
let askedAfter: string[];
let failAtMissing: string | null;
let failAfterPage: boolean;
/** What the service says of its list where that makes no sense, and what it answers for pages that are not there. */
let told: Partial<Pick<Page<unknown>, 'nr_of_pages' | 'nr_of_results'>> | null;
/** False: they are none. */
let areCounted: boolean;
let beyond: 'empty' | 'not found';
let nowMs: number;
/** The whole list is due once in this time. */
let wholeMs: number;
/** Of a list that has always one page more than the one that is asked for: the id on each page. */
let endlessIds: ((page: number) => string) | null;

beforeEach(() => {
  steps = [];
  failAtStoring = null;
  failAtAsking = null;
  pages = PAGES;
  isHeld = false;
  askedAfter = [];
  failAtMissing = null;
  failAfterPage = false;
  endlessIds = null;
  told = null;
  areCounted = true;
  beyond = 'empty';
  nowMs = 1_000;
  wholeMs = 60_000;
});

/** Pages whose one registration has the number of the page as its code. */
function readingList(): RegistrationList {
  const ask = (async (_name: string, input: { query: { page: number } }) => {
    const { page } = input.query;
    steps.push(`ask ${page}`);
    if (failAtAsking === page) throw new Error('no answer');
    const id = endlessIds ? endlessIds(page) : `id-${page}`;
    if (endlessIds) pages = page + 1;
    const isThere = page <= pages;
    if (!isThere && beyond === 'not found') throw new AppException(notFound(`no page ${page}`));
    const items = [{ ...exampleRegistration(), id, trf_code: String(page) }];
    const here = isThere ? items : [];
    const answered = {
      current_page: page,
      results_per_page: 1,
      next_page: page < pages ? page + 1 : null,
      ...(areCounted
        ? { nr_of_results: pages, nr_of_pages: pages }
        : { nr_of_results: -7, nr_of_pages: 2.5 }),
    };
    return {
      odd: [],
      value: { ...answered, ...countsOf(answered, here.length, page), ...told, items: here },
    };
  }) as unknown as Ask;
  const records = {
    async storeRegistrations(registrations: readonly { readonly trf_code: string }[]) {
      if (registrations.length === 0) return false;
      const page = Number(registrations[0]?.trf_code);
      await Promise.resolve();
      if (failAtStoring === page) throw new Error('the disk is full');
      steps.push(`store ${page}`);
      return true;
    },
    noteOdd() {},
    listRead() {},
  } as unknown as Records;
  const gateway = {
    nowMs: () => nowMs,
    yieldToOthers: async () => {},
    madeNoSense: (_operation: string, error: { readonly detail: string }) => void steps.push(error.detail),
  } as unknown as Gateway;
  return createRegistrationList({
    db: store.db,
    gateway,
    ask,
    records,
    serverNowMs: () => 1_000,
    wholeMs: () => wholeMs,
    pageEveryMs: 1,
    toStore: async (registrations) => registrations,
    async afterPage() {
      if (failAfterPage) throw new Error('no appointment');
    },
    holdsRemoval: async () => isHeld,
    async askAfterMissing(id) {
      askedAfter.push(id);
      if (failAtMissing === id) throw new Error('no answer');
      dropRegistration(store.db, id);
      return true;
    },
    unanswered: () => [],
  });
}

/** What stands on the pages is known, as the records of this file store nothing. */
function storeAll(): void {
  const numbers = Array.from({ length: pages }, (_, at) => String(at + 1));
  const all = numbers.map((page) => ({ ...exampleRegistration(), id: `id-${page}`, trf_code: page }));
  upsertRegistrations(store.db, all, 0);
}

const asked = (): string[] => steps.filter((step) => step.startsWith('ask'));
const stored = (): number[] =>
  steps.flatMap((step) => (step.startsWith('store') ? [Number(step.slice('store '.length))] : []));

describe('the first reading', () => {
  it('asks for each page once, and while the one before is stored', async () => {
    await readingList().readNew(0);
    expect(steps).toEqual([
      'ask 1',
      'ask 2',
      'store 1',
      'ask 3',
      'store 2',
      'ask 4',
      'store 3',
      'ask 5',
      'store 4',
      'store 5',
    ]);
  });

  it('that was cut short asks anew for what was on its way', async () => {
    const list = readingList();
    failAtStoring = 2;
    await expect(list.readNew(0)).rejects.toThrow('the disk is full');
    failAtStoring = null;
    steps = [];
    await list.readNew(0);
    expect(asked()).toEqual(['ask 2', 'ask 3', 'ask 4', 'ask 5']);
  });

  it('ends with the failure of a page that was asked for ahead, and asks for it again', async () => {
    const list = readingList();
    failAtAsking = 3;
    await expect(list.readNew(0)).rejects.toThrow('no answer');
    expect(steps).toContain('store 2');
    failAtAsking = null;
    steps = [];
    await list.readNew(0);
    expect(asked()).toEqual(['ask 3', 'ask 4', 'ask 5']);
  });
});

describe('the first reading of a long list', () => {
  beforeEach(() => {
    pages = LONG_PAGES;
  });

  it('stores what is at both ends before the middle, and each page once', async () => {
    await readingList().readNew(0);
    expect(stored()).toEqual([1, 12, 11, 10, 9, 8, 2, 3, 4, 5, 6, 7]);
    expect(asked()).toHaveLength(LONG_PAGES);
  });

  it('goes on where it was cut short, at the far end as well', async () => {
    const list = readingList();
    failAtStoring = 10;
    await expect(list.readNew(0)).rejects.toThrow('the disk is full');
    failAtStoring = null;
    await list.readNew(0);
    expect(stored()).toEqual([1, 12, 11, 10, 9, 8, 2, 3, 4, 5, 6, 7]);
  });

  it('reads the pages too by which the list has grown meanwhile', async () => {
    const list = readingList();
    failAtStoring = 7;
    await expect(list.readNew(0)).rejects.toThrow('the disk is full');
    failAtStoring = null;
    pages += 2;
    await list.readNew(0);
    expect(stored().slice(-3)).toEqual([7, 13, 14]);
    expect(list.wasReadInFull()).toBe(true);
  });

  it('ends where the list has become so short that nothing of its far end is left', async () => {
    const list = readingList();
    failAtStoring = 6;
    await expect(list.readNew(0)).rejects.toThrow('the disk is full');
    failAtStoring = null;
    pages = 6;
    await list.readNew(0);
    expect(stored().at(-1)).toBe(6);
    expect(list.wasReadInFull()).toBe(true);
  });
});

describe('a list that says it has millions of pages', () => {
  const MILLIONS = 10_000_000;

  beforeEach(() => {
    pages = LONG_PAGES;
  });

  it('is measured by its number of registrations', async () => {
    told = { nr_of_pages: MILLIONS };
    await readingList().readNew(0);
    expect(stored()).toEqual([1, 12, 11, 10, 9, 8, 2, 3, 4, 5, 6, 7]);
    expect(asked()).toHaveLength(LONG_PAGES);
  });

  it.each([
    ['empty', { nr_of_pages: MILLIONS }],
    ['empty', { nr_of_pages: MILLIONS, nr_of_results: MILLIONS }],
    ['not found', { nr_of_pages: MILLIONS, nr_of_results: MILLIONS }],
  ] as const)(
    'is read to its end, at both ends and again in time (beyond it: %s, said: %o)',
    async (answer, nonsense) => {
      told = nonsense;
      beyond = answer;
      const list = readingList();
      await list.readNew(0);
      expect(new Set(stored()).size).toBe(LONG_PAGES);
      expect(list.wasReadInFull()).toBe(true);

      steps = [];
      await list.readNew(0);
      expect(stored()).toContain(LONG_PAGES);
      // The whole is due after a minute.
      await list.readOn(1_000);
      steps = [];
      nowMs += 61_000;
      await list.readOn(1_000);
      expect(stored().length).toBeGreaterThan(0);
    },
  );

  it('is asked for no page that is not there by a desk that has read it before', async () => {
    const list = readingList();
    await list.readNew(0);
    told = { nr_of_pages: MILLIONS, nr_of_results: MILLIONS };
    beyond = 'not found';
    steps = [];
    await list.readNew(0);
    const numbers = asked().map((step) => Number(step.slice('ask '.length)));
    expect(Math.max(...numbers)).toBe(LONG_PAGES);
  });
});

describe('a list whose counts are none', () => {
  beforeEach(() => {
    pages = LONG_PAGES;
    areCounted = false;
  });

  it('is read to its end, however long it is', async () => {
    pages = 100;
    await readingList().readNew(0);
    expect(stored()).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
  });

  it('is read at both ends from then on, and is not called up to date for that', async () => {
    const list = readingList();
    await list.readNew(0);
    storeAll();
    const { newAsOf } = list.freshness();
    steps = [];
    nowMs += 10_000;
    await list.readNew(0);
    expect(stored()).toEqual([1, LONG_PAGES]);
    expect(list.freshness().newAsOf).toBe(newAsOf);
    // The whole of it was read since.
    nowMs += 61_000;
    for (let reading = 0; reading < LONG_PAGES; reading += 1) await list.readOn(1_000);
    expect(list.freshness().newAsOf).toBe(nowMs);
  });

  it('is given up where it has always another page', async () => {
    endlessIds = (page) => `new-${page}`;
    await expect(readingList().readNew(0)).rejects.toMatchObject({ error: { kind: 'bug' } });
  });
});

it('a list that tells another number with each answer is read whole less and less often for that', async () => {
  pages = LONG_PAGES;
  const list = readingList();
  await list.readNew(0);
  storeAll();
  wholeMs = 24 * 60 * 60_000;
  const readAt: number[] = [];
  for (let minute = 1; minute <= 90; minute += 1) {
    nowMs += 60_000;
    told = { nr_of_results: 100 + minute };
    await list.readNew(0);
    steps = [];
    // What had fewer than it was said to have is read a second time.
    for (const _time of [1, 2]) await list.readOn(wholeMs);
    if (stored().length > 0) readAt.push(minute);
  }
  expect(readAt).toEqual([5, 15, 35, 75]);
});

it('a list that has become many times as long is read to its end, and believed from then on', async () => {
  pages = LONG_PAGES;
  const list = readingList();
  await list.readNew(0);
  pages = 2_000;
  steps = [];
  list.wantWhole();
  for (let reading = 0; reading < 400; reading += 1) {
    await list.readOn(1_000);
    nowMs += 1_000;
  }
  expect(stored()).toContain(pages);
  steps = [];
  await list.readNew(0);
  expect(stored()).toContain(pages);
});

describe('a list that has no end', () => {
  const RECORDS = ['a', 'b', 'c'];
  const readsOf = (all: readonly string[]): number => all.filter((step) => step.startsWith('store')).length;

  it.each([
    ['goes round', (page: number) => RECORDS[page % RECORDS.length] as string, 'only what earlier pages had'],
    ['grows with each page', (page: number) => `new-${page}`, 'have become'],
  ])('because it %s is given up, and read anew by the next reading', async (_what, ids, words) => {
    const list = readingList();
    endlessIds = ids;
    await expect(list.readNew(0)).rejects.toMatchObject({ error: { kind: 'bug', origin: 'service' } });
    expect(readsOf(steps)).toBeLessThan(60);
    // The badge says it.
    expect(steps.at(-1)).toContain(words);
    expect(list.wasReadInFull()).toBe(false);

    endlessIds = null;
    pages = PAGES;
    steps = [];
    await list.readNew(0);
    expect(stored()).toEqual([1, 2, 3, 4, 5]);
    expect(list.wasReadInFull()).toBe(true);
  });

  it('is given up on a desk that knows a short one as well', async () => {
    const list = readingList();
    pages = 2;
    await list.readNew(0);
    steps = [];
    endlessIds = () => 'id-1';
    await expect(list.readNew(0)).rejects.toMatchObject({ error: { kind: 'bug' } });
    expect(readsOf(steps)).toBeLessThan(60);
  });

  it('is not one of which a page is read again and again because the work after it fails', async () => {
    const list = readingList();
    failAfterPage = true;
    for (let times = 0; times < 15; times += 1)
      await expect(list.readNew(0)).rejects.toThrow('no appointment');
    failAfterPage = false;
    await list.readNew(0);
    expect(list.wasReadInFull()).toBe(true);
  });
});

it('any other reading asks for a page when the one before is stored', async () => {
  writeSetting(store.db, 'registrationsNotListed', -PAGES);
  const list = readingList();
  list.wantWhole();
  await list.readOn(60_000);
  expect(steps.slice(0, 4)).toEqual(['ask 1', 'store 1', 'ask 2', 'store 2']);
});

describe('registrations that two readings in a row did not find', () => {
  const GONE = 30;
  const nth = (number: number): string => `gone-${String(number).padStart(2, '0')}`;
  const newestFirst = Array.from({ length: GONE }, (_, at) => nth(GONE - at));

  async function readTwice(): Promise<RegistrationList> {
    const gone = [...newestFirst].reverse().map((id) => ({ ...exampleRegistration(), id }));
    upsertRegistrations(store.db, gone, 0);
    const list = readingList();
    await list.readNew(PAGES);
    await list.readNew(PAGES);
    return list;
  }

  it('are not asked for while the list is read, then a few in each reading, and more where there is time', async () => {
    const list = await readTwice();
    expect(askedAfter).toEqual([]);
    await list.askAfterMissed(-Infinity);
    expect(askedAfter).toEqual(newestFirst.slice(0, 10));
    await list.askAfterMissed(Infinity);
    expect(askedAfter).toEqual(newestFirst);
    // What is expected of the list is what it has, so that it is not read whole for that.
    expect(readSetting(store.db, 'registrationsNotListed')).toBe(-PAGES);
  });

  it('are asked for again where one was not answered for', async () => {
    const list = await readTwice();
    failAtMissing = nth(GONE - 1);
    await expect(list.askAfterMissed(Infinity)).rejects.toThrow('no answer');
    failAtMissing = null;
    askedAfter = [];
    await list.askAfterMissed(-Infinity);
    expect(askedAfter[0]).toBe(nth(GONE - 1));
  });

  it('are kept where the list lacks most of what it had by the next reading', async () => {
    const list = await readTwice();
    isHeld = true;
    await list.readNew(PAGES);
    await list.askAfterMissed(Infinity);
    expect(askedAfter).toEqual([]);
  });
});
