// Visits and print jobs of long ago are removed whole, and nothing that is still needed.
import { describe, expect, it } from 'vitest';
import { startRecording } from '../../../../../src/core/store/copy/recording.ts';
import { all, run } from '../../../../../src/core/store/db/database.ts';
import { insertActivity } from '../../../../../src/core/store/desk/activity.ts';
import { keepDeskLabelCode, labelsOf } from '../../../../../src/core/store/desk/labels.ts';
import { makeLocalForm } from '../../../../../src/core/store/desk/local-forms.ts';
import { findRegistrations } from '../../../../../src/core/store/mirror/find-registrations.ts';
import { forgetOldPrintJobs, forgetOldVisits } from '../../../../../src/core/store/desk/old-visits.ts';
import {
  markPaperDestroyed,
  namePapersForDestruction,
} from '../../../../../src/core/store/desk/papers-to-destroy.ts';
import type { PrintJobState } from '../../../../../src/core/store/desk/print-jobs.ts';
import { readSetting } from '../../../../../src/core/store/desk/settings.ts';
import { makeVisitTicket } from '../../../../../src/core/store/desk/visit-tickets.ts';
import { attachVisits } from '../../../../../src/core/store/desk/visits-of-appointments.ts';
import {
  ensureVisitForAppointment,
  findVisit,
  linkRegistration,
} from '../../../../../src/core/store/desk/visits.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import { upsertRegistrations } from '../../../../../src/core/store/mirror/registrations.ts';
import { addPrintedLabel, addPrintJob } from '../../../../support/print-job-fixture.ts';
import type { AddedJob } from '../../../../support/print-job-fixture.ts';
import {
  appointmentBody,
  registrationBody,
  savePatient,
  useStore,
  uuid,
} from '../../../../support/store-fixture.ts';

const store = useStore();

const DAY = '2026-11-20';
const BEFORE = { beforeMs: Date.parse('2026-12-01T00:00:00Z'), beforeDate: '2026-12-01' };
const COMPLETED = { completed_at: '2026-11-22T10:00:00+00:00' };

/** A visit of DAY whose sample was taken: a registration with a printed and proven label, and a ticket. */
function visitOf(number: number, change: Parameters<typeof registrationBody>[1] = COMPLETED): string {
  const { db } = store;
  upsertRegistrations(db, [registrationBody(number, { appointment_id: uuid(3, number), ...change })], 1);
  upsertAppointments(db, [appointmentBody(number)], 1);
  const { visitId } = ensureVisitForAppointment(db, {
    appointmentId: uuid(3, number),
    locationId: uuid(5, 1),
    date: DAY,
    nowMs: 1,
  });
  linkRegistration(db, visitId, uuid(2, number));
  run(db, `UPDATE visit SET desk_state = 'left', patient_id = ? WHERE id = ?`, [uuid(1, number), visitId]);
  return visitId;
}

const printLabel = (visitId: string, number: number, state: PrintJobState = 'printed'): string =>
  addPrintedLabel(store.db, { number, visitId, state });

const addJob = (id: string, job: Omit<AddedJob, 'id'>): void => addPrintJob(store.db, { id, ...job });

const forget = (limit = 100): number => forgetOldVisits(store.db, BEFORE, limit);
const idsIn = (table: string, column = 'id'): unknown[] =>
  all<{ value: unknown }>(store.db, `SELECT ${column} AS value FROM ${table} ORDER BY 1`).map(
    ({ value }) => value,
  );

it('a visit goes with everything of it, and with nothing of others', () => {
  const { db } = store;
  const [gone, kept] = [visitOf(1), visitOf(2)];
  run(db, `UPDATE visit SET date = '2026-12-01' WHERE id = ?`, [kept]);
  for (const [number, visitId] of [
    [1, gone],
    [2, kept],
  ] as const) {
    const labelId = printLabel(visitId, number);
    namePapersForDestruction(db, { labelId, visitId, code: null, why: 'code-changed', nowMs: 1 });
    markPaperDestroyed(db, `job-${number}`, { atMs: 2, actor: 'JB' });
    makeVisitTicket(db, {
      visitId,
      code: `T${number}`,
      locationId: uuid(5, 1),
      date: DAY,
      nowMs: 1,
    });
    makeLocalForm(db, {
      registrationId: uuid(2, number),
      code: `LOCAL${number}`,
      madeFor: { patientId: uuid(1, number), firstName: 'James', lastName: 'Oliver', dateOfBirth: null },
      madeAtMs: 1,
    });
    run(
      db,
      `INSERT INTO sample_not_taken (label_id, visit_id, reason, actor, at_ms) VALUES (?, ?, 'other', 'JB', 1)`,
      [labelId, visitId],
    );
  }
  addJob('label of the first visit, printed by a later hand', {
    labelId: `${uuid(2, 1)}.1`,
    state: 'unsure',
  });
  keepDeskLabelCode(db, 'S0AAAAAAAA', uuid(2, 1));
  expect(forget()).toBe(1);
  expect(idsIn('visit')).toEqual([kept]);
  for (const [table, column] of [
    ['visit_registration', 'visit_id'],
    ['label', 'visit_id'],
    ['paper_to_destroy', 'visit_id'],
    ['sample_not_taken', 'visit_id'],
    ['visit_ticket', 'visit_id'],
    ['print_job', 'visit_id'],
  ] as const)
    expect([table, idsIn(table, column)]).toEqual([table, [kept]]);
  // Whoever finds such a form or tube after years still learns whose it was.
  expect(findRegistrations(db, ['s0aaaaaaaa'])).toMatchObject([{ registrationId: uuid(2, 1) }]);
  expect(findRegistrations(db, ['LOCAL1'])).toMatchObject([
    { registrationId: uuid(2, 1), matchedBy: 'local-form' },
  ]);
  expect(idsIn('identity_review', 'visit_id')).not.toContain(gone);
  expect(readSetting(db, 'visitsRemovedUpTo')).toBe(DAY);
});

it.each([
  ['can still be collected', {}],
  ['is finished', COMPLETED],
])(
  'with the label of a registration that went to a later visit and %s it stays as long as that one',
  (_what, change) => {
    const { db } = store;
    const [before, later] = [visitOf(1, change), visitOf(2)];
    run(db, `UPDATE visit SET date = '2026-12-01' WHERE id = ?`, [later]);
    const labelId = printLabel(before, 1);
    linkRegistration(db, later, uuid(2, 1));
    expect(forget()).toBe(0);
    expect(idsIn('label')).toEqual([labelId]);
    upsertRegistrations(db, [registrationBody(1, { appointment_id: uuid(3, 2), ...COMPLETED })], 1);
    run(db, 'UPDATE visit SET date = ? WHERE id = ?', [DAY, later]);
    expect([forget(), forget()]).toEqual([1, 1]);
    for (const table of ['visit', 'label', 'print_job']) expect(idsIn(table)).toEqual([]);
  },
);

it('goes a few at a time, the oldest first', () => {
  const visits = [1, 2, 3].map((number) => visitOf(number));
  visits.forEach((id, index) =>
    run(store.db, 'UPDATE visit SET date = ? WHERE id = ?', [`2026-11-1${index}`, id]),
  );
  expect(forget(2)).toBe(2);
  expect(readSetting(store.db, 'visitsRemovedUpTo')).toBe('2026-11-11');
  expect(idsIn('visit')).toEqual([visits[2]]);
  expect(forget(2)).toBe(1);
  expect(forget(2)).toBe(0);
});

it('is not made again by the next reading of the service', () => {
  visitOf(1);
  expect(forget()).toBe(1);
  attachVisits(
    store.db,
    { locationId: uuid(5, 1), fromMs: BEFORE.beforeMs },
    { nowMs: BEFORE.beforeMs, dateOf: (atMs) => new Date(atMs).toISOString().slice(0, 10) },
  );
  expect(idsIn('visit')).toEqual([]);
});

it('is gone from the copy of the site as well', () => {
  const visitId = visitOf(1);
  printLabel(visitId, 1);
  startRecording(store.db, () => ({
    site: 'site',
    holder: 'holder',
    epoch: 0,
    key: '00'.repeat(32),
    number: 0,
    chain: '',
    recordedFor: '',
    copiedUntilMs: null,
    keyShownAtMs: null,
    fenced: null,
    takenOver: null,
  }));
  run(store.db, 'DELETE FROM copy_change');
  forget();
  const gone = all<{ name: string; key: string }>(
    store.db,
    'SELECT table_name AS name, row_key AS key FROM copy_change WHERE row IS NULL ORDER BY number',
  );
  expect(gone.map(({ name }) => name)).toEqual(['print_job', 'label', 'visit_registration', 'visit']);
  expect(gone.at(-1)?.key).toBe(JSON.stringify([visitId]));
});

it.each(['arrived', 'collecting'])('goes as well where nobody noted how it ended: still %s', (deskState) => {
  const id = visitOf(1);
  run(store.db, 'UPDATE visit SET desk_state = ? WHERE id = ?', [deskState, id]);
  expect(forget()).toBe(1);
  expect(idsIn('visit')).toEqual([]);
});

describe('a visit stays, however old', () => {
  it.each([
    ['the visit', (id: string) => ({ subjectId: 'other', visitId: id })],
    ['its registration', () => ({ subjectId: uuid(2, 1), visitId: null })],
    ['its appointment', () => ({ subjectId: uuid(3, 1), visitId: null })],
    ['its patient', () => ({ subjectId: uuid(1, 1), visitId: null })],
  ])('while a change about %s waits to be sent', (_, about) => {
    const id = visitOf(1);
    const rowId = savePatient(store.db, 'waiting');
    const { subjectId, visitId } = about(id);
    run(store.db, 'UPDATE outbox SET subject_id = ?, visit_id = ? WHERE id = ?', [subjectId, visitId, rowId]);
    for (const state of ['pending', 'unknown', 'conflict', 'refused', 'needs-human']) {
      run(store.db, 'UPDATE outbox SET state = ?', [state]);
      expect([state, forget()]).toEqual([state, 0]);
    }
    run(store.db, `UPDATE outbox SET state = 'confirmed'`);
    expect(forget()).toBe(1);
  });

  it.each(['queued', 'sending', 'attention'] as const)('while a print job of it is %s', (state) => {
    addJob('job', { visitId: visitOf(1), state });
    expect(forget()).toBe(0);
  });

  it('while a label of it is to be destroyed', () => {
    const visitId = visitOf(1);
    const labelId = printLabel(visitId, 1);
    namePapersForDestruction(store.db, { labelId, visitId, code: null, why: 'person-changed', nowMs: 1 });
    expect(forget()).toBe(0);
    markPaperDestroyed(store.db, 'job-1', { atMs: 2, actor: 'JB' });
    expect(forget()).toBe(1);
  });

  it('while nobody has answered a wrong label', () => {
    const visitId = visitOf(1);
    const entry = { atMs: 1, actor: 'JB', visitId, detail: {} };
    insertActivity(store.db, { ...entry, kind: 'label-refused' });
    expect(forget()).toBe(0);
    insertActivity(store.db, { ...entry, kind: 'tubes-checked' });
    expect(forget()).toBe(1);
  });

  it('where its label was printed and its registration can still be collected: it must not look unprinted', () => {
    const visitId = visitOf(1, { completed_at: null });
    printLabel(visitId, 1, 'sent');
    expect(forget()).toBe(0);
    expect(labelsOf(store.db, [uuid(2, 1)]).get(uuid(2, 1))).toMatchObject([{ perhapsPrinted: true }]);
    upsertRegistrations(store.db, [registrationBody(1, { appointment_id: uuid(3, 1), ...COMPLETED })], 2);
    expect(forget()).toBe(1);
  });

  it('where its appointment was moved to a day that is to come', () => {
    const id = visitOf(1);
    upsertAppointments(store.db, [appointmentBody(1, { starts_at: '2027-01-10T09:00:00+00:00' })], 2);
    expect(forget()).toBe(0);
    expect(findVisit(store.db, id)).not.toBeNull();
  });
});

it('print jobs of no visit go after their time; the newest, open ones and the proof of a printer stay', () => {
  const { db } = store;
  addJob('day list', { state: 'sent', createdAtMs: 1_000 });
  addJob('waits', { state: 'attention', createdAtMs: 1_000 });
  addJob('proof', { state: 'sent', createdAtMs: 1_000 });
  run(
    db,
    `INSERT INTO printer_test (code, printer_id, job_id, settings, made_at_ms) VALUES ('T', 'front', 'proof', '{}', 1)`,
  );
  addJob('of a visit', { visitId: visitOf(1), state: 'sent', createdAtMs: 1_000 });
  addJob('failed', { state: 'failed', createdAtMs: 1_500 });
  addJob('young', { state: 'sent', createdAtMs: 3_000 });
  addJob('newest', { state: 'sent', createdAtMs: 1_000 });
  expect(forgetOldPrintJobs(db, 2_000, 1)).toBe(1);
  expect(forgetOldPrintJobs(db, 2_000, 100)).toBe(1);
  expect(forgetOldPrintJobs(db, 2_000, 100)).toBe(0);
  expect(idsIn('print_job')).toEqual(['newest', 'of a visit', 'proof', 'waits', 'young']);
  expect(readSetting(db, 'printJobsRemovedUpToMs')).toBe(1_500);
});
