// The list where its pages are not what was asked for: they are shorter, or registrations move from one to another while they are read.
import { expect, it } from 'vitest';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import type { Ask } from '../../../../src/core/pull/asker.ts';
import { createRegistrationList } from '../../../../src/core/pull/registration-list.ts';
import type { RegistrationList } from '../../../../src/core/pull/registration-list.ts';
import type { Records } from '../../../../src/core/pull/records.ts';
import { writeSetting } from '../../../../src/core/store/desk/settings.ts';
import { upsertRegistrations } from '../../../../src/core/store/mirror/registrations.ts';
import type { Registration } from '../../../../src/wire/registration.ts';
import { useStore } from '../../../support/store-fixture.ts';
import { exampleRegistration } from '../../../support/wire-examples.ts';

const PAGE = 2;

const store = useStore();

/** `beforePage` is called before a page is given. Adds to `found` what is stored. */
function readingList(
  list: readonly string[],
  {
    found,
    asked,
    beforePage,
  }: { found: Set<string>; asked: number[]; beforePage: (page: number, list: string[]) => void },
): RegistrationList {
  const now = [...list];
  const ask = (async (_name: string, { query: { page } }: { query: { page: number } }) => {
    beforePage(page, now);
    asked.push(page);
    const items = now
      .slice((page - 1) * PAGE, page * PAGE)
      .map((id) => ({ ...exampleRegistration(), id, trf_code: `TRF-${id}` }));
    const pages = Math.ceil(now.length / PAGE);
    return {
      odd: [],
      value: {
        nr_of_results: now.length,
        nr_of_pages: pages,
        current_page: page,
        results_per_page: PAGE,
        next_page: page < pages ? page + 1 : null,
        items,
      },
    };
  }) as unknown as Ask;
  const records = {
    async storeRegistrations(registrations: readonly Registration[]) {
      for (const { id } of registrations) found.add(id);
      return upsertRegistrations(store.db, registrations, 0).size > 0;
    },
    noteOdd() {},
    listRead() {},
  } as unknown as Records;
  return createRegistrationList({
    db: store.db,
    gateway: { nowMs: () => 1_000, yieldToOthers: async () => {} } as unknown as Gateway,
    ask,
    records,
    serverNowMs: () => 1_000,
    wholeMs: () => 45 * 60_000,
    pageEveryMs: 1,
    toStore: async (registrations) => registrations,
    afterPage: async () => {},
    holdsRemoval: async () => false,
    askAfterMissing: async () => false,
    unanswered: () => [],
  });
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

it('one that moves onto a page that was read already is found by reading a list that nobody knows once more', async () => {
  const found = new Set<string>();
  const asked: number[] = [];
  let isTakenOff = false;
  const list = readingList(IDS, {
    found,
    asked,
    beforePage(page, now) {
      if (page !== 3 || isTakenOff) return;
      // Where `e` would begin the third page, it ends the second one now.
      isTakenOff = true;
      now.splice(0, 1);
    },
  });
  await list.readNew(0);
  expect([...found].sort()).toEqual(IDS);
});

it('a list of which nothing moves is read once', async () => {
  const asked: number[] = [];
  const list = readingList(IDS, { found: new Set(), asked, beforePage: () => {} });
  await list.readNew(0);
  expect(asked).toEqual([1, 2, 3, 4]);
});

it('a desk that has just started reads both ends of a known list that the service gives in short pages', async () => {
  const ids = Array.from({ length: 400 }, (_, at) => `id-${at}`);
  const known = ids.map((id) => ({ ...exampleRegistration(), id, trf_code: `TRF-${id}` }));
  upsertRegistrations(store.db, known, 0);
  writeSetting(store.db, 'registrationsNotListed', 0);
  const asked: number[] = [];
  const found = new Set<string>();
  const list = readingList([...ids, 'new'], { found, asked, beforePage: () => {} });
  await list.readNew(0);
  expect(asked).toEqual([1, 201, 200]);
  expect(found).toContain('new');
});
