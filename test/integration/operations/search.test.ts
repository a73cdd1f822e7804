// Whoever comes today is found by name, however many people of that name were ever here.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findVisit, updateVisit } from '../../../src/core/store/desk/visits.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePatient } from '../../support/wire-examples.ts';

const HOUR_MS = 3_600_000;

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

/** People who were read once and have no visit today; all before Ada and Zoe in the order of names. */
function othersCalled(lastName: string, count: number): void {
  const others = Array.from({ length: count }, (_, index) =>
    examplePatient({ id: uuidOf(40_000 + index), first_name: 'Aaron', last_name: lastName }),
  );
  upsertPatients(desk.parts.store.db, others, NINE_O_CLOCK_MS);
}
const ZOE = { firstName: 'Zoe', lastName: 'Smith', dateOfBirth: '1990-01-02' };

it('finds the visit of today behind more people of that name than are shown, and says that more fit', async () => {
  const visitId = desk.addVisit(1, { patient: ZOE });
  othersCalled('Smith', 30);
  const found = await desk.done('search.find', { text: 'smith' });
  expect(found).toMatchObject({ visits: [{ id: visitId }], more: true });
  expect(found.people).toHaveLength(13);
  expect(found.people[0]).toMatchObject({ firstName: 'Zoe' });

  const similar = await desk.done('search.find', { text: 'smyth' });
  expect(similar.similar.visits).toMatchObject([{ id: visitId }]);

  const typed = await desk.done('scan.submit', { text: 'smith', source: 'typed', visitId: null });
  expect(typed).toMatchObject({ kind: 'several', visits: [{ id: visitId }], more: true });
});

it('finds all of one name who come today, and says that more fit only where more do', async () => {
  for (let number = 1; number <= 20; number += 1) desk.addVisit(number, { patient: ZOE });
  othersCalled('Smith', 12);
  const found = await desk.done('search.find', { text: 'smith' });
  expect([found.visits.length, found.people.length, found.more]).toEqual([20, 32, false]);
  expect(await desk.done('search.find', { text: 'zoe smith' })).toMatchObject({ more: false });
  othersCalled('Smith', 13);
  expect((await desk.done('search.find', { text: 'smith' })).more).toBe(true);
});

it('finds whoever is here for a visit of the day before as the board does, ahead of others of the name', async () => {
  const visitId = desk.addVisit(1, { patient: ZOE, startsAtMs: NINE_O_CLOCK_MS - 10 * HOUR_MS });
  othersCalled('Smith', 30);
  const typed = () => desk.done('scan.submit', { text: 'zoe smith', source: 'typed', visitId: null });
  // Expected yesterday, and never here: not on today’s board.
  expect(await typed()).toMatchObject({ kind: 'person', person: { firstName: 'Zoe' } });

  const { db } = desk.parts.store;
  const arrived = { deskState: 'arrived', arrivedAtMs: NINE_O_CLOCK_MS - 10 * HOUR_MS } as const;
  updateVisit(db, visitId, findVisit(db, visitId)?.version ?? 0, arrived);
  expect((await desk.done('board.get', {})).rows).toMatchObject([{ id: visitId, date: '2026-03-02' }]);
  expect(await desk.done('search.find', { text: 'smith' })).toMatchObject({ visits: [{ id: visitId }] });
  expect((await desk.done('search.find', { text: 'smyth' })).similar.visits).toMatchObject([{ id: visitId }]);
  expect(await typed()).toMatchObject({ kind: 'visit', visit: { id: visitId } });
});
