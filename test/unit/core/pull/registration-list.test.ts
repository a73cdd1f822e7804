// The first reading of the list asks for a page while the one before is stored; no other reading does, and no answer is used late.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import type { Ask } from '../../../../src/core/pull/asker.ts';
import type { Records } from '../../../../src/core/pull/records.ts';
import { createRegistrationList } from '../../../../src/core/pull/registration-list.ts';
import type { RegistrationList } from '../../../../src/core/pull/registration-list.ts';
import { writeSetting } from '../../../../src/core/store/desk/settings.ts';
import { exampleRegistration } from '../../../support/wire-examples.ts';
import { useStore } from '../../../support/store-fixture.ts';

const PAGES = 5;

const store = useStore();
let steps: string[];
let failAtStoring: number | null;
let failAtAsking: number | null;

beforeEach(() => {
  steps = [];
  failAtStoring = null;
  failAtAsking = null;
});

/** Pages whose one registration has the number of the page as its code. */
function readingList(): RegistrationList {
  const ask = (async (_name: string, input: { query: { page: number } }) => {
    const { page } = input.query;
    steps.push(`ask ${page}`);
    if (failAtAsking === page) throw new Error('no answer');
    const items = [{ ...exampleRegistration(), id: `id-${page}`, trf_code: String(page) }];
    return {
      odd: [],
      value: {
        nr_of_results: PAGES,
        current_page: page,
        nr_of_pages: PAGES,
        results_per_page: 1,
        next_page: page < PAGES ? page + 1 : null,
        items,
      },
    };
  }) as unknown as Ask;
  const records = {
    async storeRegistrations(registrations: readonly { readonly trf_code: string }[]) {
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
    nowMs: () => 1_000,
    yieldToOthers: async () => {},
    madeNoSense() {},
  } as unknown as Gateway;
  return createRegistrationList({
    db: store.db,
    gateway,
    ask,
    records,
    serverNowMs: () => 1_000,
    wholeMs: () => 60_000,
    pageEveryMs: 1,
    afterPage: async () => {},
    askAfterMissing: async () => {},
  });
}

const asked = (): string[] => steps.filter((step) => step.startsWith('ask'));

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

it('any other reading asks for a page when the one before is stored', async () => {
  writeSetting(store.db, 'registrationsNotListed', -PAGES);
  const list = readingList();
  list.wantWhole();
  await list.readOn(60_000);
  expect(steps.slice(0, 4)).toEqual(['ask 1', 'store 1', 'ask 2', 'store 2']);
});
