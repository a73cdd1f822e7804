// The activity as a lead and an auditor use it: narrowed by everything, page by page, saved as a file, and what other roles
// see of it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityFilterView } from '../../../src/contract/activity.ts';
import { all, transaction } from '../../../src/core/store/db/database.ts';
import { activityStatement, insertActivity } from '../../../src/core/store/desk/activity.ts';
import type { ActivityEntry } from '../../../src/core/store/desk/activity.ts';
import type { Role } from '../../../src/domain/staff.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const DAY_MS = 86_400_000;
const PATIENT = uuidOf(30_001);

let desk: TestDesk;
afterEach(() => desk.close());

const write = (entry: Partial<ActivityEntry> = {}): void =>
  insertActivity(desk.parts.store.db, {
    atMs: NINE_O_CLOCK_MS,
    actor: 'JB',
    visitId: null,
    kind: 'patient-created',
    detail: { duplicatesSeen: false },
    ...entry,
  });

async function times(filter: Partial<ActivityFilterView>): Promise<number[]> {
  const { items } = await desk.done('activity.list', { filter });
  return items.map(({ atMs }) => (atMs - NINE_O_CLOCK_MS) / DAY_MS);
}

describe('narrowing', () => {
  beforeEach(() => {
    desk = openTestDesk();
    desk.addVisit(1);
    write({ atMs: NINE_O_CLOCK_MS, actor: 'JB' });
    write({ atMs: NINE_O_CLOCK_MS + DAY_MS, actor: 'MS', desk: 'Desk 2' });
    write({
      atMs: NINE_O_CLOCK_MS + 2 * DAY_MS,
      actor: 'JB',
      kind: 'label-destroyed',
      detail: { code: 'A', patientId: PATIENT },
    });
    write({ atMs: NINE_O_CLOCK_MS + 3 * DAY_MS, actor: 'MS', kind: 'person-created', desk: 'Desk 3' });
  });

  it('is by who, where, what, whom it is about and when, and by several of them', async () => {
    expect(await times({})).toEqual([3, 2, 1, 0]);
    expect(await times({ actor: 'JB' })).toEqual([2, 0]);
    expect(await times({ desk: 'Desk 2' })).toEqual([1]);
    expect(await times({ desk: 'site' })).toEqual([2, 0]);
    // The older spelling of the kind counts as well.
    expect(await times({ kind: 'patient-created' })).toEqual([3, 1, 0]);
    expect(await times({ patientId: PATIENT })).toEqual([2]);
    expect(await times({ from: '2026-03-04', to: '2026-03-05' })).toEqual([2, 1]);
    expect(await times({ actor: 'MS', kind: 'patient-created', to: '2026-03-05' })).toEqual([1]);
    expect(await times({ patientId: PATIENT, actor: 'MS' })).toEqual([]);
  });

  it('names person, desk and patient, and what it can be narrowed to', async () => {
    const { items } = await desk.done('activity.list', { filter: { patientId: PATIENT } });
    expect(items).toMatchObject([
      { actor: 'JB', actorName: null, desk: null, person: { lastName: 'Oliver' } },
    ]);
    expect(await desk.done('activity.choices', {})).toEqual({
      everybody: true,
      people: [
        { initials: 'JB', name: null },
        { initials: 'MS', name: null },
      ],
      desks: ['Desk 2', 'Desk 3'],
      kinds: ['label-destroyed', 'patient-created'],
      oldestMs: NINE_O_CLOCK_MS,
      removedMs: null,
    });
  });

  it('takes a day as the site has it, also when summer time begins', async () => {
    // 29 March 2026 has 23 hours in London.
    const midnightMs = Date.UTC(2026, 2, 29);
    write({ atMs: midnightMs - 1 });
    write({ atMs: midnightMs });
    write({ atMs: midnightMs + 23 * 3_600_000 - 1 });
    write({ atMs: midnightMs + 23 * 3_600_000 });
    const day = { from: '2026-03-29', to: '2026-03-29' };
    const { items } = await desk.done('activity.list', { filter: day });
    expect(items.map(({ atMs }) => atMs)).toEqual([midnightMs + 23 * 3_600_000 - 1, midnightMs]);
  });

  it('refuses a day that is none', async () => {
    expect(await desk.refused('activity.list', { filter: { from: '2026-02-30' } })).toMatchObject({
      kind: 'rejected',
      fields: { 'filter.from': 'must be a date, YYYY-MM-DD' },
    });
  });
});

describe('saving it as a file', () => {
  it('is written down itself, and gives each entry of before once, page by page, while others go on', async () => {
    desk = openTestDesk();
    for (let index = 0; index < 7; index += 1) write({ atMs: NINE_O_CLOCK_MS + Math.floor(index / 3) });
    const { upTo, entries } = await desk.done('activity.export', { filter: { actor: 'JB' } });
    expect(entries).toBe(7);
    const read: number[] = [];
    let before: { atMs: number; number: number } | undefined;
    for (;;) {
      const { items } = await desk.done('activity.list', {
        filter: { actor: 'JB' },
        upTo,
        limit: 2,
        ...(before ? { before } : {}),
      });
      read.push(...items.map(({ number }) => number));
      const last = items.at(-1);
      if (!last) break;
      before = { atMs: last.atMs, number: last.number };
      write({ atMs: NINE_O_CLOCK_MS + 1 });
    }
    expect(read).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const { items } = await desk.done('activity.list', { filter: { kind: 'activity-exported' } });
    expect(items).toMatchObject([
      {
        actor: 'Desk',
        detail: { entries: 7, by: 'JB', desk: null, from: null, to: null, kind: null, onePatient: false },
      },
    ]);
    await desk.done('activity.export', { filter: { desk: 'site' } });
    const again = await desk.done('activity.list', { filter: { kind: 'activity-exported' } });
    expect(again.items[0]).toMatchObject({ detail: { desk: 'site', by: null } });
  });
});

describe('on a desk where people sign in', () => {
  async function handleOf(initials: string, role: Role, manager: string): Promise<string> {
    await desk.done('staff.add', { initials, name: 'Jo Brand', role, pin: '4711' }, { handle: manager });
    const answer = await desk.done('staff.signIn', { initials, pin: '4711' });
    if (answer.kind !== 'signed-in') throw new Error(`${initials} was not signed in`);
    return answer.handle;
  }

  it('a lead sees what everybody did; others see their own, and all of a visit', async () => {
    desk = openTestDesk({ people: { signIn: 'pin', idleMinutes: 5 } });
    const answer = await desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
    const manager = answer.kind === 'signed-in' ? answer.handle : '';
    const reception = await handleOf('JB', 'reception', manager);
    const lead = await handleOf('LD', 'lead', manager);
    const visitId = desk.addVisit(1);
    write({ actor: 'PH', visitId, detail: { patientId: PATIENT } });

    const seenBy = async (handle: string, filter: Partial<ActivityFilterView> = {}) => {
      const { items } = await desk.done('activity.list', { filter }, { handle });
      return [...new Set(items.map(({ actor }) => actor))].sort();
    };
    expect(await seenBy(lead)).toEqual(['JB', 'LD', 'MS', 'PH']);
    expect(await seenBy(reception)).toEqual(['JB']);
    expect(await seenBy(reception, { actor: 'MS' })).toEqual([]);
    expect(await seenBy(reception, { patientId: PATIENT })).toEqual([]);
    expect(await desk.done('activity.choices', {}, { handle: reception })).toMatchObject({
      everybody: false,
      people: [{ initials: 'JB', name: 'Jo Brand' }],
    });
    const ofVisit = await desk.done('activity.list', { visitId }, { handle: reception });
    expect(ofVisit.items.map(({ actor }) => actor)).toEqual(['PH']);
    expect(await desk.refused('activity.export', { filter: {} }, { handle: reception })).toMatchObject({
      kind: 'not-allowed',
    });
    await desk.done('activity.export', { filter: {} }, { handle: lead });
  });
});

it.each([
  [{ actor: 'JB', desk: 'Desk 2' }, 'activity_actor_desk (actor=? AND desk=?'],
  [{ actor: 'JB', desk: 'site' }, 'activity_actor_desk (actor=? AND desk=?'],
  [{ kinds: ['moved'], desk: 'Desk 2' }, 'activity_kind_desk (kind=? AND desk=?'],
  [
    { actor: 'JB', kinds: ['moved'], desk: 'Desk 2' },
    'activity_actor_kind_desk (actor=? AND kind=? AND desk=?',
  ],
  [
    { actor: 'JB', kinds: ['moved', 'checked-in'], desk: 'Desk 2' },
    'activity_actor_desk (actor=? AND desk=?',
  ],
  [{ actor: 'JB', kinds: ['moved'] }, 'activity_actor_kind (actor=? AND kind=?'],
] as const)('reads no other entries to find that there are none for %j', (filter, index) => {
  desk = openTestDesk();
  const { sql, values } = activityStatement({ ...filter, limit: 50 });
  const plan = all<{ detail: string }>(desk.parts.store.db, `EXPLAIN QUERY PLAN ${sql}`, values);
  expect(plan[0]?.detail).toContain(`SEARCH activity USING INDEX ${index}`);
});

it('is found by an index and never sorted, whatever it is narrowed by', () => {
  desk = openTestDesk();
  const { db } = desk.parts.store;
  transaction(db, () => {
    for (let index = 0; index < 500; index += 1) write({ atMs: index });
  });
  const filters = [
    {},
    { actor: 'JB' },
    { kinds: ['moved'] },
    { actor: 'JB', kinds: ['moved'] },
    { desk: 'Desk 2' },
    { desk: 'site', actor: 'JB' },
    { desk: 'Desk 2', actor: 'JB', kinds: ['moved', 'checked-in'] },
    { patientId: PATIENT },
    { patientId: PATIENT, actor: 'JB', kinds: ['moved'], desk: 'Desk 2' },
  ];
  for (const filter of filters) {
    for (const days of [{}, { fromMs: 10, toMs: 400 }]) {
      for (const before of [null, { atMs: 200, number: 7 }]) {
        const { sql, values } = activityStatement({ ...filter, ...days, before, limit: 50 });
        const plan = all<{ detail: string }>(db, `EXPLAIN QUERY PLAN ${sql}`, values).map(
          ({ detail }) => detail,
        );
        expect(plan.join('; '), JSON.stringify(filter)).toMatch(/USING INDEX activity_/);
        expect(plan.join('; '), JSON.stringify(filter)).not.toMatch(/TEMP B-TREE/);
      }
    }
  }
});
