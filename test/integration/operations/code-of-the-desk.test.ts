// The labels of somebody who walked in while the line is down: a code of the desk's own, until the laboratory's is there.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VisitDetail } from '../../../src/contract/views.ts';
import { run } from '../../../src/core/store/db/database.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { dropRegistration } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { writeSetting } from '../../../src/core/store/desk/settings.ts';
import { saveLabelRead } from '../../../src/core/store/mirror/label-codes.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { mapId } from '../../../src/core/store/outbox/id-map.ts';
import { labelCodeOfDesk } from '../../../src/domain/desk-code.ts';
import { eventually, LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { exampleRegistration } from '../../support/wire-examples.ts';
import { deskSteps, papersOf } from './support/desk-steps.ts';

const DAY_MS = 86_400_000;
const SERVER_ID = uuidOf(77_001);
const TRF_CODE = 'DRW-XYZ234';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
});
afterEach(() => desk.close());

const { visitOf, seen, checkInAndStart, print, scan } = deskSteps(() => desk);
const labelOf = async (visitId: string) =>
  (await visitOf(visitId)).labelList[0] as VisitDetail['labelList'][0];

/** Somebody who is known here walks in and sits down; the service has heard nothing of it. */
async function walkedIn(): Promise<{
  readonly visitId: string;
  readonly registrationId: string;
  readonly code: string;
}> {
  const held = await desk.done('walkIn.hold', {
    locationId: LOCATION_ID,
    slotId: uuidOf(70_005),
    startsAtMs: NINE_O_CLOCK_MS + 5 * 600_000,
  });
  const { registrations } = await desk.done('walkIn.confirm', {
    visitId: held.id,
    seenVersion: held.version,
    patientId: uuidOf(30_001),
    productIds: [uuidOf(3)],
  });
  await checkInAndStart(held.id);
  const registrationId = registrations[0]?.id ?? '';
  return { visitId: held.id, registrationId, code: labelCodeOfDesk(registrationId) };
}

/** The service has made the registration, as the desk reads it. */
function madeByService(registrationId: string): void {
  const { db } = desk.parts.store;
  run(db, `UPDATE outbox SET state = 'confirmed', finished_at_ms = ? WHERE kind = 'registration.create'`, [
    NINE_O_CLOCK_MS,
  ]);
  mapId(db, 'registration', registrationId, SERVER_ID);
  const registration = exampleRegistration({
    id: SERVER_ID,
    trf_code: TRF_CODE,
    patient_id: uuidOf(30_001),
    first_name: 'Ada',
    last_name: 'Oliver',
    date_of_birth: '1984-03-15',
    completed_at: null,
  });
  upsertRegistrations(db, [registration], NINE_O_CLOCK_MS);
}

it('are printed at once, say whose code it is, and prove their tube', async () => {
  const { visitId, registrationId, code } = await walkedIn();
  expect(code).toMatch(/^S0[0-9A-HJKMNP-TV-Z]{8}$/);
  expect((await visitOf(visitId)).registrations[0]?.labelCode).toEqual({ code, source: 'desk' });
  await print(visitId);
  expect(desk.printed[0]).toContain(`DESK ${code}`);
  const { activity } = await visitOf(visitId);
  expect(activity.find(({ kind }) => kind === 'label-queued')?.detail).toMatchObject({
    code,
    codeFrom: 'desk',
  });
  expect(await scan(visitId, code)).toMatchObject({ kind: 'label-verified', code });
  // Anywhere else the code leads to the visit.
  expect(
    await desk.done('scan.submit', { text: code.toLowerCase(), visitId: null, source: 'scanner' }),
  ).toMatchObject({
    kind: 'visit',
    visit: { id: visitId },
  });
  expect((await labelOf(visitId)).overtakenBy).toBeNull();
  expect((await visitOf(visitId)).registrations[0]?.id).toBe(registrationId);
});

it('wait while the service is just being told of the registration', async () => {
  const { visitId } = await walkedIn();
  await desk.setLine({ up: true, reading: true });
  expect((await visitOf(visitId)).registrations[0]?.labelCode).toBeNull();
  expect(await desk.refused('labels.print', { visitId })).toMatchObject({
    fields: { code: 'not-known-yet' },
  });
  await desk.setLine({ up: false, reading: false });
});

describe('once the service has made the registration', () => {
  it('are to be printed again when it is known what the laboratory’s code is, and not before', async () => {
    const { visitId, registrationId, code } = await walkedIn();
    await print(visitId);
    await scan(visitId, code);
    madeByService(registrationId);
    const { db } = desk.parts.store;
    // The form's code is here, and the label's may still be another one.
    expect(await labelOf(visitId)).toMatchObject({ code, state: 'verified', overtakenBy: null });

    saveLabelRead(db, SERVER_ID, 'SAMP7777', NINE_O_CLOCK_MS);
    const label = await labelOf(visitId);
    expect(label).toMatchObject({ code, state: 'verified', overtakenBy: 'SAMP7777' });
    const printed = desk.printed.length;
    await desk.done('labels.print', {
      visitId,
      labelId: label.id,
      seenJobId: label.jobId,
      reprintReason: 'The laboratory’s code came later',
    });
    await expect.poll(() => desk.printed.length).toBe(printed + 1);
    expect(desk.printed.at(-1)).toContain('SAMP7777');
    expect(desk.printed.at(-1)).not.toContain(code);
    expect(await labelOf(visitId)).toMatchObject({ code: 'SAMP7777', overtakenBy: null });
    // The old one may still turn up.
    expect(await scan(visitId, code)).toMatchObject({ kind: 'label-refused', why: 'out-of-date' });
  });

  it('are to be printed with the form’s code where the laboratory has no other', async () => {
    const { visitId, registrationId, code } = await walkedIn();
    await print(visitId);
    madeByService(registrationId);
    saveLabelRead(desk.parts.store.db, SERVER_ID, null, NINE_O_CLOCK_MS);
    expect(await labelOf(visitId)).toMatchObject({ code, overtakenBy: TRF_CODE });
  });

  it('are not printed at all where it has no registration any more: nobody could tell whose tube that is', async () => {
    const { visitId, registrationId } = await walkedIn();
    expect(await visitOf(visitId)).toMatchObject({ registrationsLost: 'none' });
    madeByService(registrationId);
    dropRegistration(desk.parts.store.db, SERVER_ID);
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ registrationsLost: 'all' });
    const [registration] = visit.registrations;
    expect(registration).toMatchObject({ trfCode: null, labelCode: null, sync: 'synced' });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { code: 'not-known-yet' },
    });
    expect(desk.printed).toEqual([]);
  });

  it.each([
    { what: 'the laboratory’s code', code: 'SAMP7777' },
    { what: 'the desk’s own code', code: null },
  ])('are kept with their proof while it has lost the registration: with $what', async (label) => {
    const { visitId, registrationId, code: ownCode } = await walkedIn();
    const { db } = desk.parts.store;
    const code = label.code ?? ownCode;
    if (label.code === null) await print(visitId);
    madeByService(registrationId);
    if (label.code !== null) {
      saveLabelRead(db, SERVER_ID, code, NINE_O_CLOCK_MS);
      await print(visitId);
    }
    expect(await scan(visitId, code)).toMatchObject({ kind: 'label-verified', code });
    dropRegistration(db, SERVER_ID);
    // Whatever waits for it.
    db.exec(
      `INSERT INTO outbox (id, kind, payload_version, payload, subject_id, state, actor, command_id, created_at_ms)
       SELECT 'waits', 'registration.update', 1, '{}', subject_id, 'pending', actor, 'waits', created_at_ms FROM outbox
       WHERE kind = 'registration.create'`,
    );
    expect((await visitOf(visitId)).registrations).toMatchObject([{ gone: true, status: 'gone' }]);
    expect((await desk.done('registrations.get', { registrationId })).gone).toBe(true);
    const retest = async () =>
      (await desk.done('registrations.requests', { registrationId })).obstacles.retest;
    expect(await retest()).toBe('gone');
    // A machine that has taken over has read nothing yet: that it lacks the registration says nothing of the service.
    const state = { takenOver: { atMs: 1, from: 'desk-2', copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 } };
    run(db, 'INSERT INTO copy_state (id, state) VALUES (1, ?)', [JSON.stringify(state)]);
    const unread = { gone: false, unread: true, status: 'unread' };
    expect((await visitOf(visitId)).registrations).toMatchObject([unread]);
    expect(await desk.done('registrations.get', { registrationId })).toMatchObject(unread);
    expect(await retest()).toBe('unread');
    writeSetting(db, 'registrationsNotListed', 0);
    expect((await visitOf(visitId)).registrations).toMatchObject([
      { gone: true, unread: false, status: 'gone' },
    ]);
    db.exec(`DELETE FROM outbox WHERE id = 'waits'`);
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code, why: 'registration-gone' }]);
    madeByService(registrationId);
    const visit = await visitOf(visitId);
    expect(papersOf(visit)).toEqual([]);
    expect(visit.labelList).toMatchObject([{ code, state: 'verified' }]);
  });

  it('are not printed with the desk’s code any more', async () => {
    const { visitId, registrationId } = await walkedIn();
    await print(visitId);
    madeByService(registrationId);
    const { id: labelId, jobId: seenJobId } = await labelOf(visitId);
    const again = { visitId, labelId, seenJobId, reprintReason: 'Smudged' };
    expect(await desk.refused('labels.print', again)).toMatchObject({
      fields: { formCodeReason: 'missing' },
    });
  });
});

it('are not printed for a registration that the service refuses, and the visit says so: whose it is, is not in doubt', async () => {
  const { visitId, registrationId } = await walkedIn();
  const decideAs = (state: string) =>
    run(desk.parts.store.db, `UPDATE outbox SET state = ?, attempts = 1 WHERE kind = 'registration.create'`, [
      state,
    ]);
  for (const state of ['refused', 'needs-human']) {
    decideAs(state);
    const { troubles } = await visitOf(visitId);
    const perhapsMade = state === 'needs-human';
    expect(troubles).toEqual([
      { kind: 'registration-untaken', productNames: [expect.any(String)], perhapsMade },
    ]);
    const untaken = { fields: { registration: 'untaken' } };
    expect(await desk.refused('labels.print', { visitId })).toMatchObject(untaken);
    const shown = await desk.done('registrations.get', { registrationId });
    expect(shown).toMatchObject({
      contested: true,
      untaken: true,
      perhapsMade,
      person: { id: uuidOf(30_001) },
    });
    const { rows } = await desk.done('registrations.list', { from: 0, count: 10 });
    expect(rows.find(({ id }) => id === registrationId)).toMatchObject({ untaken: true, perhapsMade });
    expect((await desk.done('registrations.requests', { registrationId })).obstacles.update).toBe(
      perhapsMade ? 'perhaps-made' : 'untaken',
    );
    const toAnother = { registrationId, patientId: uuidOf(30_001), seenPatientId: uuidOf(30_001) };
    expect(await desk.refused('registrations.assign', toAnother)).toMatchObject(untaken);
  }
  // The service has another registration in its place, which may be somebody else's.
  decideAs('conflict');
  expect((await visitOf(visitId)).troubles).toEqual([{ kind: 'patient-contested' }]);
  // Given up: the laboratory never had it, so it has not taken it back.
  decideAs('discarded');
  expect(await visitOf(visitId)).toMatchObject({ registrations: [], registrationsLost: 'none' });
});

describe('on a later day, while the laboratory looks for its own code', () => {
  const toRelabel = async () =>
    (await desk.done('board.get', {})).toRelabel.map(({ id, date, labels }) => ({
      id,
      date,
      toReprint: labels.toReprint,
    }));
  const unfinished = async () =>
    (await desk.done('board.days', { from: '2026-03-03', count: 1 })).days[0]?.unfinished;

  /** Printed and proven with the desk's code; then the laboratory tells its own. */
  async function labelled(): Promise<{ readonly visitId: string; readonly code: string }> {
    const { visitId, registrationId, code } = await walkedIn();
    await print(visitId);
    await scan(visitId, code);
    madeByService(registrationId);
    saveLabelRead(desk.parts.store.db, SERVER_ID, 'SAMP7777', NINE_O_CLOCK_MS);
    return { visitId, code };
  }
  const collect = async (visitId: string) =>
    desk.done('visits.collect', { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS });
  async function printAgain(visitId: string): Promise<void> {
    const { id, jobId } = await labelOf(visitId);
    const printed = desk.printed.length;
    await desk.done('labels.print', {
      visitId,
      labelId: id,
      seenJobId: jobId,
      reprintReason: 'The laboratory’s code came later',
    });
    await expect.poll(() => desk.printed.length).toBe(printed + 1);
  }

  it('the board of today names the visit, and its own day is not finished, until the new label is scanned back', async () => {
    const { visitId } = await labelled();
    await collect(visitId);
    expect(await toRelabel()).toEqual([]);
    const before = await unfinished();
    desk.sleep(3 * DAY_MS);
    expect(before).toBe(0);
    // The one who was booked and did not come, and the tube.
    expect(await unfinished()).toBe(2);
    expect(await toRelabel()).toEqual([{ id: visitId, date: '2026-03-03', toReprint: 1 }]);
    // Another day's board tells of its own visits.
    expect((await desk.done('board.get', { date: '2026-03-04' })).toRelabel).toEqual([]);
    expect((await desk.done('board.get', { locationId: uuidOf(6) })).toRelabel).toEqual([]);

    await printAgain(visitId);
    // Nobody knows yet that the new one is on the tube.
    expect(await toRelabel()).toEqual([{ id: visitId, date: '2026-03-03', toReprint: 0 }]);
    expect(await unfinished()).toBe(2);
    expect(await scan(visitId, 'SAMP7777')).toMatchObject({ kind: 'label-verified' });
    expect(await toRelabel()).toEqual([]);
    await collect(visitId);
    expect(await unfinished()).toBe(1);
  });

  it('the visit is named again where the new label was given up, and the old one scanned back', async () => {
    const { visitId, code } = await labelled();
    desk.sleep(DAY_MS);
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const { id, jobId } = await labelOf(visitId);
    const { jobs } = await desk.done('labels.print', {
      visitId,
      labelId: id,
      seenJobId: jobId,
      reprintReason: 'The laboratory’s code came later',
    });
    const reprintId = jobs[0]?.id ?? '';
    await eventually(() => findPrintJob(desk.parts.store.db, reprintId)?.state === 'attention');
    await desk.done('printJobs.cancel', { jobId: reprintId, reason: 'The printer is away' });
    expect(await scan(visitId, code)).toMatchObject({ kind: 'label-verified' });
    expect(await toRelabel()).toEqual([{ id: visitId, date: '2026-03-03', toReprint: 1 }]);
  });

  it.each([
    { what: 'the laboratory has finished it', sql: 'UPDATE mirror_registration SET completed = 1' },
    {
      what: 'the paper is destroyed',
      sql: `INSERT INTO paper_to_destroy (job_id, visit_id, label_id, why, named_at_ms, destroyed_at_ms)
            SELECT id, visit_id, label_id, 'person', 1, 2 FROM print_job`,
    },
    {
      what: 'no sample is taken',
      sql: `INSERT INTO sample_not_taken (label_id, visit_id, reason, at_ms, actor)
            SELECT id, visit_id, 'refused', 1, 'ab' FROM label`,
    },
    { what: 'the person left without a sample', sql: `UPDATE visit SET desk_state = 'left'` },
  ])('the visit is named no more once $what', async ({ sql }) => {
    await labelled();
    desk.sleep(DAY_MS);
    expect(await toRelabel()).toHaveLength(1);
    desk.parts.store.db.exec(sql);
    expect(await toRelabel()).toEqual([]);
  });

  it('nobody is told before it is known which code the laboratory wants', async () => {
    const { visitId, registrationId, code } = await walkedIn();
    await print(visitId);
    await scan(visitId, code);
    desk.sleep(DAY_MS);
    expect(await toRelabel()).toEqual([]);
    madeByService(registrationId);
    expect(await toRelabel()).toEqual([]);
    saveLabelRead(desk.parts.store.db, SERVER_ID, null, NINE_O_CLOCK_MS);
    expect(await toRelabel()).toHaveLength(1);
  });
});
