// Whose trouble a failure is: one record's own, which is asked for again later and later, or the service's.
import { beforeEach, expect, it } from 'vitest';
import { AppException, busy, forbidden, timeout } from '../../../../src/domain/app-error.ts';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import type { Ask } from '../../../../src/core/pull/asker.ts';
import type { Records } from '../../../../src/core/pull/records.ts';
import { createSingleRecords } from '../../../../src/core/pull/single-records.ts';
import type { SingleRecords } from '../../../../src/core/pull/single-records.ts';

const MINUTE_MS = 60_000;

let nowMs: number;
let mayAsk: boolean;
let isListAnswered: boolean;
let failing: Set<string>;
/** Ids that are named among the odd records. */
let named: Set<string>;
let singles: SingleRecords;

const trouble = (): AppException => new AppException(busy('server-error', null, 'status 500'));

beforeEach(() => {
  nowMs = 0;
  mayAsk = true;
  isListAnswered = true;
  failing = new Set();
  named = new Set();
  singles = createSingleRecords({
    gateway: { nowMs: () => nowMs, isClosed: () => false } as unknown as Gateway,
    ask: (async () => {
      if (!isListAnswered) throw trouble();
    }) as unknown as Ask,
    records: {
      noteOdd(_kind: string, odd: readonly { readonly id: string }[], good: readonly string[]) {
        for (const { id } of odd) named.add(id);
        for (const id of good) named.delete(id);
      },
      one: async (_kind: string, _id: string, request: Promise<{ readonly value: object }>) => ({
        found: (await request).value,
      }),
    } as unknown as Records,
    mayAsk: () => mayAsk,
  });
});

async function read(id: string): Promise<'found' | 'unanswered' | 'stopped'> {
  try {
    const { found } = await singles.read('appointment', id, async () => {
      if (failing.has(id)) throw trouble();
      return { value: { id }, odd: [] };
    });
    return found ? 'found' : 'unanswered';
  } catch {
    return 'stopped';
  }
}

it('a record without an answer rests longer after each try, half an hour at most', async () => {
  failing.add('a');
  const rests: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await read('a')).toBe('unanswered');
    const from = nowMs;
    while (singles.rests('appointment', 'a')) nowMs += MINUTE_MS / 2;
    rests.push((nowMs - from) / MINUTE_MS);
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  await read('a');
  singles.askAgain();
  expect(singles.rests('appointment', 'a')).toBe(false);
  failing.clear();
  expect(await read('a')).toBe('found');
  expect(singles.isUnanswered('appointment', 'a')).toBe(false);
  failing.add('a');
  await read('a');
  nowMs += MINUTE_MS;
  expect(singles.rests('appointment', 'a')).toBe(false);
});

it('nothing is taken for a record’s own trouble while nothing may be asked, or while a list is not answered either', async () => {
  failing.add('a');
  mayAsk = false;
  expect(await read('a')).toBe('stopped');
  mayAsk = true;
  isListAnswered = false;
  expect(await read('a')).toBe('stopped');
  expect(named.size).toBe(0);
});

it('where all records of a kind fail the reading stops, and none of them is named any more', async () => {
  for (const id of ['a', 'b', 'c', 'd']) failing.add(id);
  expect([await read('a'), await read('b'), await read('c')]).toEqual([
    'unanswered',
    'unanswered',
    'unanswered',
  ]);
  expect(await read('d')).toBe('stopped');
  expect(named.size).toBe(0);
  expect(singles.unanswered('appointment')).toEqual([]);
  // Until one is answered, each further failure stops the reading at once.
  expect(await read('a')).toBe('stopped');
  expect(named.size).toBe(0);
});

it('those that failed in a row come last, and are named once another one is answered', async () => {
  for (const id of ['a', 'b', 'c', 'd']) failing.add(id);
  for (const id of failing) await read(id);
  expect(['a', 'd', 'e'].map((id) => singles.comesLast('appointment', id))).toEqual([true, true, false]);
  expect(await read('e')).toBe('found');
  for (const id of failing) expect(await read(id)).toBe('unanswered');
  expect(named).toEqual(failing);
});

it('what a list has told meanwhile is known up to then, and is asked for again at once', async () => {
  failing.add('a');
  await read('a');
  nowMs = 30_000;
  singles.told('appointment', ['a'], 20_000);
  expect(singles.isUnanswered('appointment', 'a')).toBe(false);
  expect(singles.toldAt('appointment', 'a')).toBe(20_000);
  expect(singles.rests('appointment', 'a')).toBe(false);
  await read('a');
  expect(singles.isUnanswered('appointment', 'a')).toBe(true);
  expect(singles.toldAt('appointment', 'a')).toBe(-Infinity);
});

it('two records that take the connection down together rest the second time, and are not named for it', async () => {
  const hang = (id: string): Promise<unknown> =>
    singles.read('appointment', id, async () => {
      mayAsk = false;
      throw new AppException(timeout(''));
    });
  for (const rests of [false, true]) {
    for (const id of ['a', 'b']) {
      await expect(hang(id)).rejects.toThrow();
      expect(singles.rests('appointment', id)).toBe(rests);
    }
    mayAsk = true;
  }
  expect(named).toEqual(new Set());
  // An answer in between shows that it was the line.
  expect(await read('c')).toBe('found');
});

it('a record that is forbidden is named, and none is while the key may do nothing at all', async () => {
  const refuse = (id: string): Promise<unknown> =>
    singles.read('appointment', id, async () => {
      throw new AppException(forbidden(''));
    });
  isListAnswered = false;
  await expect(refuse('a')).rejects.toThrow();
  expect(named).toEqual(new Set());
  isListAnswered = true;
  await refuse('a');
  expect(named).toEqual(new Set(['a']));
});
