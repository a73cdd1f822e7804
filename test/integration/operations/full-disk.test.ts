// A disk that takes nothing for a while: no timer ends the process, the board can be looked at, the desk says so, and
// everything goes on by itself once the disk takes what is written.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignIns } from '../../../src/core/sign-ins.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { findStaff } from '../../../src/core/store/desk/staff.ts';
import { patientIs } from '../../support/service-says.ts';
import { eventually, LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps, IDENTIFIERS } from './support/desk-steps.ts';

const MINUTE_MS = 60_000;

let desk: TestDesk;
afterEach(() => desk.close());

const { checkIn } = deskSteps(() => desk);

/** SQLite refuses every write from now on, as it does on a disk that is full, or takes them again. */
function disk(state: 'full' | 'works'): void {
  desk.parts.store.db.pragma(`query_only = ${state === 'full' ? 1 : 0}`);
}

async function noticeKinds(): Promise<string[]> {
  const { notices } = await desk.done('session.get', {});
  return notices.map(({ kind }) => kind);
}

describe('while the desk runs', () => {
  beforeEach(() => {
    desk = openTestDesk();
  });

  it('the timers of sync, upkeep and printers go on through it, and each catches up afterwards', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const job = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => job()?.state === 'attention');
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: null,
      startsAtMs: NINE_O_CLOCK_MS,
    });

    disk('full');
    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    await desk.advance(5 * MINUTE_MS);
    expect(desk.printed).toEqual([]);
    expect(await noticeKinds()).toContain('disk-stuck');
    expect((await desk.done('printJobs.list', {})).printers[0]).toMatchObject({ state: 'attention' });
    expect((await desk.done('board.get', {})).rows).toHaveLength(2);
    expect(
      await desk.refused('walkIn.release', { visitId: held.id, seenVersion: held.version }),
    ).toMatchObject({
      kind: 'storage-full',
    });

    disk('works');
    await desk.advance(2 * MINUTE_MS);
    await eventually(() => desk.printed.length === 1);
    expect(await noticeKinds()).not.toContain('disk-stuck');
    expect(job()?.state).toBe('sent');
  });

  it('an hourly upkeep that failed does not stop the next one', async () => {
    disk('full');
    await desk.advance(61 * MINUTE_MS);
    expect(await noticeKinds()).toContain('disk-stuck');
    disk('works');
    await desk.advance(2 * MINUTE_MS);
    expect(await noticeKinds()).not.toContain('disk-stuck');
  });

  it('the board is shown although what changed meanwhile cannot be written down, and nothing is done on it', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    patientIs(desk, 1, { first_name: 'Adah' });
    disk('full');
    const visit = await desk.done('visits.get', { visitId });
    // Whom it was confirmed for is compared with the record at each look.
    expect(visit).toMatchObject({ person: { firstName: 'Adah' }, identity: null });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({ kind: 'storage-full' });
    disk('works');
    expect((await desk.done('visits.get', { visitId })).troubles).toMatchObject([
      { kind: 'identity-withdrawn' },
    ]);
  });
});

describe('at a desk where people sign in', () => {
  const PIN = '80264';
  const signIn = (pin: string) => desk.done('staff.signIn', { initials: 'MS', pin });
  const kinds = (): string[] => listActivity(desk.parts.store.db, { limit: 20 }).map(({ kind }) => kind);

  beforeEach(async () => {
    desk = openTestDesk({ people: { signIn: 'pin', idleMinutes: 5, badge: 'sign-in' } });
    const made = await desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: PIN });
    const handle = made.kind === 'signed-in' ? made.handle : '';
    await desk.done('staff.setBadge', { initials: 'MS', badge: 'K7QF2M9XW3TB' }, { handle });
    await desk.done('staff.signOut', { why: 'idle' }, { handle });
    await desk.advance(MINUTE_MS);
  });

  it('they do so all the same, to see what is there, and lock their window again', async () => {
    disk('full');
    for (const answer of [
      await signIn(PIN),
      await desk.done('staff.useBadge', { text: 'K7QF2M9XW3TB' }),
      await signIn(PIN),
    ]) {
      const handle = answer.kind === 'signed-in' ? answer.handle : answer.kind;
      expect((await desk.done('board.get', {}, { handle })).rows).toEqual([]);
      await desk.done('staff.signOut', { why: 'locked' }, { handle });
      expect(await desk.refused('board.get', {}, { handle })).toMatchObject({ kind: 'not-signed-in' });
    }
    expect(await noticeKinds()).toContain('disk-stuck');
    disk('works');
    const before = kinds().length;
    await signIn(PIN);
    expect(kinds().slice(0, kinds().length - before)).toEqual(['signed-in']);
  });

  it('also while something waits to be written down that was found out before', async () => {
    const handle = await signIn(PIN).then((answer) => (answer.kind === 'signed-in' ? answer.handle : ''));
    const visitId = desk.addVisit(1);
    const seenVersion = (await desk.done('visits.get', { visitId }, { handle })).version;
    await desk.done('visits.checkIn', { visitId, seenVersion, identifiers: IDENTIFIERS }, { handle });
    patientIs(desk, 1, { first_name: 'Adah' });
    disk('full');
    expect(await signIn(PIN)).toMatchObject({ kind: 'signed-in' });
  });

  it('a PIN is guessed no quicker: already the first wrong one makes the next try wait, each longer', async () => {
    disk('full');
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 15_000 });
    expect(await signIn(PIN)).toMatchObject({ kind: 'wait' });
    await desk.advance(15_000);
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 30_000 });
    disk('works');
    await desk.advance(30_000);
    // What was counted in memory is not forgotten when the disk takes it.
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 60_000 });
    await desk.advance(60_000);
    expect(await signIn(PIN)).toMatchObject({ kind: 'signed-in' });
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 0 });
  });

  it('nor by starting the desk anew for each try: what is counted in memory only is not looked at in the first minute', async () => {
    disk('full');
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 15_000 });
    const { store, clock, random, saveIfPossible } = desk.parts;
    const again = createSignIns({ db: store.db, clock, random, way: 'pin', idleMinutes: 5, saveIfPossible });
    const member = findStaff(store.db, 'MS');
    if (member?.pinHash == null) throw new Error('nobody to sign in');
    const known = { ...member, pinHash: member.pinHash };
    expect(await again.check(known, PIN)).toEqual({ kind: 'uncounted', waitMs: 60_000 });
    await desk.advance(60_000);
    expect(await again.check(known, PIN)).toEqual({ kind: 'right' });
  });

  it('a new PIN ends the wait, also where the wrong ones were counted in memory', async () => {
    disk('full');
    for (const waitMs of [15_000, 30_000, 60_000]) {
      expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs });
      await desk.advance(waitMs);
    }
    disk('works');
    const answer = await desk.done('staff.useBadge', { text: 'K7QF2M9XW3TB' });
    const handle = answer.kind === 'signed-in' ? answer.handle : answer.kind;
    await desk.done('staff.setPin', { initials: 'MS', pin: '91375' }, { handle });
    expect(await signIn('70707')).toEqual({ kind: 'wrong', waitMs: 0 });
  });

  it('unknown badges are counted as well', async () => {
    disk('full');
    for (let scanned = 0; scanned < 10; scanned += 1)
      expect(await desk.done('staff.useBadge', { text: 'K7QF2M9XW3TC' })).toEqual({ kind: 'unknown' });
    expect(await desk.done('staff.useBadge', { text: 'K7QF2M9XW3TB' })).toMatchObject({ kind: 'wait' });
  });
});

describe('at the start', () => {
  it('the board can be read, and what the last run left unfinished is finished once the disk has room', async () => {
    desk = openTestDesk({}, {}, { diskFullAtStart: true });
    expect((await desk.done('board.get', {})).rows).toEqual([]);
    expect(await noticeKinds()).toContain('disk-stuck');
    disk('works');
    await desk.advance(MINUTE_MS);
    expect(await noticeKinds()).not.toContain('disk-stuck');
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
  });
});

describe('a database that cannot grow', () => {
  beforeEach(() => {
    desk = openTestDesk();
  });

  it('refuses what cannot be saved, says that the disk is full, and goes on once there is room', async () => {
    const draft = {
      firstName: 'A'.repeat(100),
      lastName: 'Oliver',
      dateOfBirth: '1984-03-15',
      gender: 'female' as const,
      email: 'ada@example.org',
      phoneNumber: null,
    };
    const create = (number: number) =>
      desk.call('patients.create', {
        draft: { ...draft, lastName: `Oliver${number}` },
        acceptDuplicates: true,
      });
    const { db } = desk.parts.store;
    db.pragma('max_page_count = 1');
    let number = 0;
    let answered = await create(number);
    while (answered.ok && number < 500) answered = await create((number += 1));
    expect(answered).toMatchObject({ ok: false, error: { kind: 'storage-full', retry: 'later' } });
    db.pragma('max_page_count = 1000000');
    expect((await create(1_000)).ok).toBe(true);
  });
});
