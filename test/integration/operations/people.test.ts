// People with roles and PINs: who may sign in, what each role may do, and what an attacker tries.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import type { OperationName } from '../../../src/contract/index.ts';
import { createEngine } from '../../../src/core/engine.ts';
import { createEventLog } from '../../../src/core/events.ts';
import { createSignIns } from '../../../src/core/sign-ins.ts';
import { all, run } from '../../../src/core/store/db/database.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { writeSetting } from '../../../src/core/store/desk/settings.ts';
import { findStaff } from '../../../src/core/store/desk/staff.ts';
import { PERMISSIONS } from '../../../src/domain/permissions.ts';
import type { Permission } from '../../../src/domain/permissions.ts';
import type { Role } from '../../../src/domain/staff.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import { staffShown } from '../../support/staff-shown.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const MANAGER_PIN = '80264';
const WRONG_PIN = '70707';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk({ people: { signIn: 'pin', idleMinutes: 5 } });
});
afterEach(() => desk.close());

/** Makes the first site manager; returns their handle. */
async function setUp(): Promise<string> {
  const answer = await desk.done('staff.setUp', { initials: 'ms', name: 'Mira Shah', pin: MANAGER_PIN });
  if (answer.kind !== 'signed-in') throw new Error('The manager was not signed in.');
  return answer.handle;
}

const signIn = (initials: string, pin: string) => desk.done('staff.signIn', { initials, pin });

async function handleOf(initials: string, pin: string): Promise<string> {
  const answer = await signIn(initials, pin);
  if (answer.kind !== 'signed-in') throw new Error(`${initials} was not signed in: ${answer.kind}`);
  return answer.handle;
}

/** Adds somebody and signs them in. */
async function working(manager: string, initials: string, role: Role): Promise<string> {
  await desk.done('staff.add', { initials, name: 'Jo Brand', role, pin: '4711' }, { handle: manager });
  return handleOf(initials, '4711');
}

it('every operation has an entry in the table of who may do what, and nothing else has', () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual(Object.keys(operations).sort());
});

describe('a desk without a site manager', () => {
  it('is used by nobody until one is made, and only once', async () => {
    expect(await desk.done('staff.me', {})).toMatchObject({
      signIn: 'set-up',
      mayPutOff: false,
      person: null,
    });
    expect(await desk.refused('board.get', {})).toMatchObject({ kind: 'not-signed-in' });
    const handle = await setUp();
    expect(await desk.done('staff.me', {}, { handle })).toMatchObject({
      signIn: 'pin',
      person: { initials: 'MS', role: 'manager' },
      refused: {},
    });
    await desk.done('board.get', {}, { handle });
    expect(
      await desk.refused('staff.setUp', { initials: 'XX', name: 'Eve', pin: '90909' }, { handle }),
    ).toMatchObject({ kind: 'conflict', reason: 'state' });
  });

  it('lets only one of two people be the first', async () => {
    const tries = await Promise.all(
      ['AA', 'BB'].map((initials) =>
        desk.call('staff.setUp', { initials, name: 'Somebody', pin: MANAGER_PIN }),
      ),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(desk.parts.signIns.state()).toBe('pin');
  });

  it('that was at work before goes on by initials until then, with those who work there', async () => {
    const { db } = desk.parts.store;
    run(db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('JB', 'Jo Brand', 1)");
    writeSetting(db, 'peopleFromBefore', true);
    expect(await desk.done('staff.me', {})).toMatchObject({ signIn: 'set-up', mayPutOff: true });
    const visitId = desk.addVisit(1);
    await desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' }, { actor: 'JB' });
    expect(listActivity(db, { limit: 1 })).toMatchObject([{ actor: 'JB' }]);
    await desk.done('staff.setUp', { initials: 'JB', name: 'Jo Brand', pin: MANAGER_PIN });
    expect(findStaff(db, 'JB')).toMatchObject({ role: 'manager' });
    expect(await desk.refused('board.get', {}, { actor: 'JB' })).toMatchObject({ kind: 'not-signed-in' });
  });

  it.each([0, 1])(
    'keeps the initials of another person theirs, who works there or did (%i)',
    async (active) => {
      const { db } = desk.parts.store;
      run(db, "INSERT INTO staff (initials, name, active, added_at_ms) VALUES ('JB', 'Jo Brand', ?, 1)", [
        active,
      ]);
      expect(
        await desk.refused('staff.setUp', { initials: 'JB', name: 'Jim Bell', pin: MANAGER_PIN }),
      ).toMatchObject({ kind: 'rejected', fields: { initials: 'of-another' } });
      expect(findStaff(db, 'JB')).toMatchObject({ name: 'Jo Brand', active: active === 1, pinHash: null });
      await desk.done('staff.setUp', { initials: 'JB', name: 'jo  brand', pin: MANAGER_PIN });
    },
  );
});

describe('signing in', () => {
  it('is written down under the name of whoever signed in, whatever initials a screen claims', async () => {
    const manager = await setUp();
    const jo = await working(manager, 'JB', 'reception');
    const visitId = desk.addVisit(1);
    await desk.done('visits.move', { visitId, seenVersion: 1, to: 'no-show' }, { handle: jo, actor: 'MS' });
    const written = listActivity(desk.parts.store.db, { limit: 20 });
    expect(written[0]).toMatchObject({ kind: 'moved', actor: 'JB' });
    expect(written.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['people-set-up', 'staff-added', 'signed-in']),
    );
  });

  it('says why nobody can sign in as somebody', async () => {
    const manager = await setUp();
    await desk.done('staff.add', { initials: 'NP', name: 'No Pin', role: 'lead' }, { handle: manager });
    expect(await signIn('ZZ', '4711')).toEqual({ kind: 'impossible', why: 'unknown' });
    expect(await signIn('NP', '4711')).toEqual({ kind: 'impossible', why: 'no-pin' });
    await desk.done(
      'staff.change',
      { initials: 'NP', name: 'No Pin', role: 'lead', active: false, seen: staffShown(desk, 'NP') },
      { handle: manager },
    );
    expect(await signIn('NP', '4711')).toEqual({ kind: 'impossible', why: 'switched-off' });
  });

  it.each([
    ['123', 'length'],
    ['12a4', 'digits'],
    ['1234', 'guessable'],
    ['0000', 'guessable'],
    ['98765', 'guessable'],
  ])('does not accept %s as a new PIN', async (pin, problem) => {
    const handle = await setUp();
    expect(await desk.refused('staff.setPin', { initials: 'MS', pin }, { handle })).toMatchObject({
      kind: 'rejected',
      fields: { pin: problem },
    });
  });

  it('keeps no PIN, no handle and no quick hash of them in the database', async () => {
    const handle = await setUp();
    await working(handle, 'JB', 'lead');
    const { db } = desk.parts.store;
    const tables = all<{ name: string }>(db, "SELECT name FROM sqlite_master WHERE type = 'table'");
    const text = JSON.stringify(
      ['staff', 'setting', 'activity', 'command_answer'].map((name) => {
        expect(tables.map((table) => table.name)).toContain(name);
        return all(db, `SELECT * FROM ${name}`);
      }),
    );
    expect(text).not.toContain(handle);
    expect(text).not.toContain(MANAGER_PIN);
    // The input that a repeated command is recognised by is hashed without its PIN: another PIN is the same input.
    const commandId = uuidOf(7);
    await desk.done('staff.setPin', { initials: 'JB', pin: '5555501' }, { commandId, handle });
    await desk.done('staff.setPin', { initials: 'JB', pin: '5555502' }, { commandId, handle });
    expect(await signIn('JB', '5555501')).toMatchObject({ kind: 'signed-in' });
  });
});

describe('what somebody tries who may not', () => {
  it('calls a manager’s operation directly as reception: refused, whatever the operation', async () => {
    const manager = await setUp();
    const jo = await working(manager, 'JB', 'reception');
    const forbidden = (Object.keys(PERMISSIONS) as OperationName[]).filter((name) => {
      const allowed: Permission = PERMISSIONS[name];
      return allowed !== 'anybody' && !allowed.includes('reception');
    });
    expect(forbidden.length).toBeGreaterThan(10);
    const engine = createEngine(desk.parts, createEventLog('other'));
    for (const name of forbidden) {
      const call = { name, input: {}, commandId: uuidOf(1), actor: 'MS' };
      expect(await engine.call({ ...call, handle: jo }), name).toMatchObject({
        ok: false,
        error: { kind: 'not-allowed', roles: [...(PERMISSIONS[name] as readonly Role[])] },
      });
      expect(await engine.call(call), name).toMatchObject({ ok: false, error: { kind: 'not-signed-in' } });
    }
    expect(Object.keys((await desk.done('staff.me', {}, { handle: jo })).refused).sort()).toEqual(
      forbidden.sort(),
    );
  });

  it('uses a handle after its window was locked, after a restart, or one made up: refused', async () => {
    const handle = await setUp();
    await desk.done('staff.signOut', { why: 'locked' }, { handle });
    expect(await desk.refused('board.get', {}, { handle })).toMatchObject({ kind: 'not-signed-in' });
    expect(await desk.refused('board.get', {}, { handle: uuidOf(900_001) })).toMatchObject({
      kind: 'not-signed-in',
    });
    const again = await handleOf('MS', MANAGER_PIN);
    const restarted = createEngine({ ...desk.parts, signIns: newRun().signIns }, createEventLog('next'));
    expect(await restarted.call({ name: 'board.get', input: {}, handle: again })).toMatchObject({
      error: { kind: 'not-signed-in' },
    });
    await desk.done('board.get', {}, { handle: again });
  });

  it('gets the kept answer of somebody’s command with its id: refused without a sign-in', async () => {
    const handle = await setUp();
    const member = { initials: 'JB', name: 'Jo Brand', role: 'lead' } as const;
    await desk.done('staff.add', member, { commandId: uuidOf(3), handle });
    const answer = await desk.call('staff.add', member, { commandId: uuidOf(3) });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not-signed-in' } });
  });

  it('guesses PINs in parallel: gets no more tries than one after the other', async () => {
    await setUp();
    const guesses = Array.from({ length: 30 }, (_, index) => String(40_000 + index * 7));
    const answers = await Promise.all([...guesses, MANAGER_PIN].map((pin) => signIn('MS', pin)));
    expect(answers.filter(({ kind }) => kind === 'wrong')).toHaveLength(3);
    expect(answers.filter(({ kind }) => kind === 'wait')).toHaveLength(28);
    expect(listActivity(desk.parts.store.db, { limit: 3 }).map(({ kind }) => kind)).toEqual(
      Array(3).fill('sign-in-refused'),
    );
  });

  it('waits longer after each wrong PIN, and the right one starts anew', async () => {
    await setUp();
    await signIn('MS', WRONG_PIN);
    expect(await signIn('MS', MANAGER_PIN)).toMatchObject({ kind: 'signed-in' });
    const waits: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await signIn('MS', WRONG_PIN);
      if (answer.kind !== 'wrong') throw new Error(answer.kind);
      waits.push(answer.waitMs);
      if (answer.waitMs > 0) expect(await signIn('MS', MANAGER_PIN)).toMatchObject({ kind: 'wait' });
      await desk.advance(answer.waitMs);
    }
    expect(waits).toEqual([0, 0, 15_000, 30_000, 60_000]);
    expect(await signIn('MS', MANAGER_PIN)).toMatchObject({ kind: 'signed-in' });
    expect(await signIn('MS', WRONG_PIN)).toEqual({ kind: 'wrong', waitMs: 0 });
  });

  it('sets the clock forward or back, or ends the desk: the wait is no shorter', async () => {
    await setUp();
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await signIn('MS', WRONG_PIN);
      if (answer.kind === 'wrong' && turn < 4) await desk.advance(answer.waitMs);
    }
    const { waitMs } = (await signIn('MS', MANAGER_PIN)) as { waitMs: number };
    expect(waitMs).toBe(60_000);
    for (const jumpMs of [-86_400_000, 86_400_000]) {
      desk.setNow(NINE_O_CLOCK_MS + jumpMs);
      expect(await signIn('MS', MANAGER_PIN)).toMatchObject({ kind: 'wait' });
    }
    const { signIns, clock } = newRun();
    const member = findStaff(desk.parts.store.db, 'MS');
    if (!member) throw new Error('MS is gone');
    expect(signIns.waitMs(member)).toBe(60_000);
    await clock.advance(60_000);
    expect(signIns.waitMs(member)).toBe(0);
  });

  it('goes on working after being switched off: ends at once, and so does a handle from before a new PIN', async () => {
    const manager = await setUp();
    const jo = await working(manager, 'JB', 'lead');
    await desk.done('board.get', {}, { handle: jo });
    const off = { initials: 'JB', name: 'Jo Brand', role: 'lead', active: false } as const;
    await desk.done('staff.change', { ...off, seen: staffShown(desk, 'JB') }, { handle: manager });
    expect(await desk.refused('board.get', {}, { handle: jo })).toMatchObject({ kind: 'not-signed-in' });
    await desk.done(
      'staff.change',
      { ...off, active: true, seen: staffShown(desk, 'JB') },
      { handle: manager },
    );
    expect(await desk.refused('board.get', {}, { handle: jo })).toMatchObject({ kind: 'not-signed-in' });
    const again = await handleOf('JB', '4711');
    await desk.done('staff.setPin', { initials: 'JB', pin: '4712' }, { handle: manager });
    expect(await desk.refused('board.get', {}, { handle: again })).toMatchObject({ kind: 'not-signed-in' });
  });

  it('gives themselves a new PIN because somebody saw the old one: who signed in with that is out, and they stay', async () => {
    const manager = await setUp();
    const seen = await handleOf('MS', MANAGER_PIN);
    await desk.done('staff.setPin', { initials: 'MS', pin: '4712' }, { handle: manager });
    expect(await desk.refused('staff.people', {}, { handle: seen })).toMatchObject({ kind: 'not-signed-in' });
    await desk.done('staff.people', {}, { handle: manager });
  });

  it('is switched off: a window can say so without anybody signed in, and says it of nobody else', async () => {
    const manager = await setUp();
    await working(manager, 'JB', 'lead');
    const switchedOff = (initials: string) => desk.done('staff.isSwitchedOff', { initials });
    expect(await switchedOff('JB')).toEqual({ switchedOff: false });
    const off = { initials: 'JB', name: 'Jo Brand', role: 'lead', active: false } as const;
    await desk.done('staff.change', { ...off, seen: staffShown(desk, 'JB') }, { handle: manager });
    expect(await switchedOff('JB')).toEqual({ switchedOff: true });
    expect(await switchedOff('MS')).toEqual({ switchedOff: false });
    expect(await switchedOff('ZZ')).toEqual({ switchedOff: false });
    const again = { ...off, active: true, seen: staffShown(desk, 'JB') };
    await desk.done('staff.change', again, { handle: manager });
    expect(await switchedOff('JB')).toEqual({ switchedOff: false });
  });

  it('is given another role while signed in: the next call is judged by it', async () => {
    const manager = await setUp();
    const jo = await working(manager, 'JB', 'manager');
    const less = { initials: 'JB', name: 'Jo Brand', role: 'reception', active: true } as const;
    const shownJo = staffShown(desk, 'JB');
    // Two at once: the second is still being prepared when the first takes the right away.
    const [, late] = await Promise.all([
      desk.done('staff.change', { ...less, seen: shownJo }, { handle: manager }),
      desk.call('staff.add', { initials: 'EV', name: 'Eve', role: 'manager', pin: '4711' }, { handle: jo }),
    ]);
    expect(late).toMatchObject({ ok: false, error: { kind: 'not-allowed' } });
    expect(findStaff(desk.parts.store.db, 'EV')).toBeNull();
    // Not said to have gone past the screens: the window offered it when it was pressed.
    const refusedAs = () => listActivity(desk.parts.store.db, { kinds: ['operation-refused'], limit: 9 });
    expect(refusedAs()).toMatchObject([
      { actor: 'JB', detail: { operation: 'staff.add', role: 'reception', roleBefore: 'manager' } },
    ]);
    const again = await handleOf('JB', '4711');
    await desk.refused('staff.setBadge', { initials: 'JB', badge: null }, { handle: again });
    expect(refusedAs().find(({ detail }) => detail['operation'] === 'staff.setBadge')?.detail).toEqual({
      operation: 'staff.setBadge',
      role: 'reception',
      roleBefore: null,
    });
  });

  it('leaves a window alone: the engine ends the sign-in, also when the machine’s clock stood still', async () => {
    const handle = await setUp();
    await desk.advance(5 * 60_000);
    await desk.done('staff.stillHere', {}, { handle });
    await desk.advance(5 * 60_000);
    await desk.done('board.get', {}, { handle });
    await desk.advance(2 * 60_000);
    expect(await desk.refused('board.get', {}, { handle })).toMatchObject({ kind: 'not-signed-in' });
    const again = await handleOf('MS', MANAGER_PIN);
    desk.setNow(NINE_O_CLOCK_MS + 3_600_000);
    expect(await desk.refused('board.get', {}, { handle: again })).toMatchObject({ kind: 'not-signed-in' });
  });

  it('takes the last site manager away: refused', async () => {
    const manager = await setUp();
    for (const change of [
      { role: 'lead', active: true },
      { role: 'manager', active: false },
    ] as const) {
      expect(
        await desk.refused(
          'staff.change',
          { initials: 'MS', name: 'Mira Shah', ...change, seen: staffShown(desk, 'MS') },
          { handle: manager },
        ),
      ).toMatchObject({ kind: 'rejected', fields: { role: 'last-manager' } });
    }
    await working(manager, 'JB', 'manager');
    await desk.done(
      'staff.change',
      { initials: 'MS', name: 'Mira Shah', role: 'lead', active: true, seen: staffShown(desk, 'MS') },
      { handle: manager },
    );
    expect(await desk.refused('staff.people', {}, { handle: manager })).toMatchObject({
      kind: 'not-allowed',
    });
  });
});

it('reception starts no collection, proves no label by a scan and prints none again, whichever way it asks', async () => {
  const manager = await setUp();
  const reception = await working(manager, 'RC', 'reception');
  const phlebotomist = await working(manager, 'PH', 'phlebotomist');
  const visitId = desk.addVisit(1);
  const seen = async () => {
    const { version } = await desk.done('visits.get', { visitId }, { handle: manager });
    return { visitId, seenVersion: version };
  };
  const identifiers = (['name', 'date-of-birth'] as const).map((kind) => ({ kind, stated: null }));
  await desk.done(
    'visits.checkIn',
    { ...(await seen()), identifiers: [...identifiers] },
    { handle: reception },
  );
  const start = { ...(await seen()), to: 'collecting' } as const;
  expect(await desk.refused('visits.move', start, { handle: reception })).toMatchObject({
    kind: 'not-allowed',
    roles: ['phlebotomist', 'lead', 'manager'],
  });
  await desk.done('visits.move', start, { handle: phlebotomist });
  const { jobs } = await desk.done('labels.print', { visitId }, { handle: phlebotomist });
  const jobId = jobs[0]?.id ?? '';
  expect(
    await desk.refused('printJobs.retry', { jobId, seenAttempts: 1 }, { handle: reception }),
  ).toMatchObject({ kind: 'not-allowed' });
  expect(await desk.refused('printJobs.markPrinted', { jobId }, { handle: reception })).toMatchObject({
    kind: 'not-allowed',
  });
  const scan = { text: 'SAMP0001', visitId, source: 'scanner' } as const;
  // It leads to the visit, as on the board.
  expect(await desk.done('scan.submit', scan, { handle: reception })).toMatchObject({ kind: 'visit' });
  expect(await desk.done('visits.get', { visitId }, { handle: reception })).toMatchObject({
    labels: { verified: 0 },
  });
  await desk.advance(5_000);
  expect(await desk.done('scan.submit', scan, { handle: phlebotomist })).toMatchObject({
    kind: 'label-verified',
  });
});

it('a manager renames people, and gives a lost PIN anew, which forgets the wrong ones', async () => {
  const manager = await setUp();
  await working(manager, 'JB', 'reception');
  for (let turn = 0; turn < 3; turn += 1) await signIn('JB', WRONG_PIN);
  const listed = async () => (await desk.done('staff.people', {}, { handle: manager })).items[0];
  expect(await listed()).toMatchObject({ initials: 'JB', wrongPins: 3, waitMs: 15_000 });
  await desk.done('staff.setPin', { initials: 'JB', pin: '2580' }, { handle: manager });
  const renamed = { initials: 'JB', name: 'Jo Bloggs', role: 'phlebotomist', active: true } as const;
  await desk.done('staff.change', { ...renamed, seen: staffShown(desk, 'JB') }, { handle: manager });
  expect(await listed()).toEqual({ ...renamed, hasPin: true, hasBadge: false, wrongPins: 0, waitMs: 0 });
  expect(await signIn('JB', '2580')).toMatchObject({ person: { name: 'Jo Bloggs', role: 'phlebotomist' } });
});

/** The sign-ins of the next run of this desk: the same database, and a clock that begins anew. */
function newRun() {
  const clock = createTestClock(NINE_O_CLOCK_MS);
  const signIns = createSignIns({
    db: desk.parts.store.db,
    clock,
    random: desk.parts.random,
    way: 'pin',
    idleMinutes: 5,
    saveIfPossible: desk.parts.saveIfPossible,
  });
  return { signIns, clock };
}
