// Of which days the visits were read: spans that grow together, and what is between them was never read.
import { expect, it } from 'vitest';
import { daysRead, isAmongRead, noteDaysRead } from '../../../../../src/core/store/desk/days-read.ts';
import { useStore } from '../../../../support/store-fixture.ts';

const store = useStore();
const note = (from: string, until: string): void => noteDaysRead(store.db, { from, until });

it('days without one between them are one span, whichever was read first', () => {
  expect(daysRead(store.db)).toEqual([]);
  note('2026-03-02', '2026-03-03');
  note('2026-02-24', '2026-03-03');
  note('2026-03-04', '2026-03-05');
  expect(daysRead(store.db)).toEqual([{ from: '2026-02-24', until: '2026-03-05' }]);
  note('2026-03-19', '2026-03-20');
  expect(daysRead(store.db)).toHaveLength(2);
  // The day after a span, and the day before another one: nothing is between them any more.
  note('2026-03-06', '2026-03-18');
  expect(daysRead(store.db)).toEqual([{ from: '2026-02-24', until: '2026-03-20' }]);
});

it('what is known already is not written again', () => {
  note('2026-02-24', '2026-03-03');
  const before = store.db.prepare('SELECT total_changes() AS changes').get();
  note('2026-02-24', '2026-03-03');
  note('2026-03-02', '2026-03-03');
  expect(store.db.prepare('SELECT total_changes() AS changes').get()).toEqual(before);
});

it('a day that is over was read during it or later, and one to come today', () => {
  note('2026-02-24', '2026-03-03');
  const among = (date: string, today: string): boolean => isAmongRead(daysRead(store.db), date, today);
  expect([among('2026-02-23', '2026-03-03'), among('2026-02-24', '2026-03-03')]).toEqual([false, true]);
  expect([among('2026-03-03', '2026-03-03'), among('2026-03-30', '2026-03-03')]).toEqual([true, true]);
  expect([among('2026-03-03', '2026-03-04'), among('2026-03-04', '2026-03-05')]).toEqual([true, false]);
  expect(among('2026-03-30', '2026-03-04')).toBe(false);
});
