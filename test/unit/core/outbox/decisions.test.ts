// The decisions that a person makes about a change that cannot go on by itself.
import { beforeEach, describe, expect, it } from 'vitest';
import { AppException, rejected } from '../../../../src/domain/app-error.ts';
import { run, transaction } from '../../../../src/core/store/db/database.ts';
import { serverIdOf } from '../../../../src/core/store/outbox/id-map.ts';
import { upsertPatients } from '../../../../src/core/store/mirror/patients.ts';
import { enqueue } from '../../../../src/core/outbox/changes.ts';
import { changeRow, moveRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { searchPeople } from '../../../../src/core/store/mirror/people.ts';
import { existingPatientOf, readPatient } from '../../../../src/core/store/mirror/patient-records.ts';
import { findVisit, insertVisit, updateVisit } from '../../../../src/core/store/desk/visits.ts';
import {
  discardRow,
  editPatientRow,
  linkExistingRow,
  retryRow,
} from '../../../../src/core/outbox/decisions.ts';
import { hold, release, saveChanges } from '../../../support/outbox-changes.ts';
import { patientBody, useStore, uuid } from '../../../support/store-fixture.ts';

const store = useStore();
let creation: OutboxRow;
let registration: OutboxRow;

const origin = { visitId: null, actor: 'Desk', nowMs: 1 };
const save = (change: NewChange): OutboxRow => transaction(store.db, () => enqueue(store.db, change));
const stateOf = (row: OutboxRow) => findRow(store.db, row.id)?.state;

function stop(row: OutboxRow, state: 'conflict' | 'refused' | 'needs-human', answer?: unknown): void {
  moveRow(store.db, row.sequence, 'sending', { attempts: 1, attemptedAtMs: 3 });
  moveRow(store.db, row.sequence, state, { lastError: rejected('no'), answer: answer ?? null });
}

const draft = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  gender: 'female' as const,
  email: 'ada@example.org',
  phoneNumber: null,
};

beforeEach(() => {
  creation = save({
    kind: 'patient.create',
    payload: { patientId: 'p', foreignId: 'desk-p', ...draft, lastName: 'Lovelaec' },
    subjectId: 'p',
    commandId: 'command-1',
    ...origin,
  });
  registration = save({
    kind: 'registration.create',
    payload: {
      registrationId: 'r',
      foreignId: 'desk-r',
      patientId: 'p',
      appointmentId: null,
      productIds: ['product'],
    },
    subjectId: 'r',
    commandId: 'command-2',
    ...origin,
  });
});

/** The kind of error that a decision is refused with; `done` when it is not. */
const refused = (work: () => void): string => {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof AppException ? thrown.error.kind : 'thrown';
  }
  return 'done';
};

/** The visit `v` of the patient `p`, who was made here. */
function addVisitOfPatient(): void {
  insertVisit(store.db, {
    id: 'v',
    locationId: 'l',
    date: '2026-11-20',
    origin: 'walk-in',
    appointmentId: 'a',
    nowMs: 1,
  });
  updateVisit(store.db, 'v', 1, { patientId: 'p' });
}

describe('a decision about a change', () => {
  it('corrects a refused person under the same reference and lets it be sent again', () => {
    stop(creation, 'refused');
    editPatientRow(store.db, creation.id, draft);
    expect(findRow(store.db, creation.id)).toMatchObject({
      state: 'pending',
      change: { payload: { lastName: 'Lovelace', foreignId: 'desk-p' } },
    });
    expect(readPatient(store.db, 'p')?.lastName).toBe('Lovelace');
    stop(findRow(store.db, creation.id) as OutboxRow, 'refused');
    editPatientRow(store.db, creation.id, { ...draft, ethnicity: 'White', address: null });
    expect(findRow(store.db, creation.id)?.change?.payload).toMatchObject({
      ethnicity: 'White',
      address: null,
    });
    expect(searchPeople(store.db, 'lovelace', 5).map((person) => person.id)).toEqual(['p']);
    expect(searchPeople(store.db, 'lovelaec', 5)).toEqual([]);
  });

  it('replaces the person made here by the one whom the service knew, wherever they are used', () => {
    stop(creation, 'needs-human', patientBody(9, { first_name: 'Ada', last_name: 'Lovelace' }));
    const stopped = findRow(store.db, creation.id);
    expect(stopped && existingPatientOf(stopped)).toMatchObject({ id: uuid(1, 9), lastName: 'Lovelace' });
    linkExistingRow(store.db, creation.id, 5);
    expect(stateOf(creation)).toBe('confirmed');
    expect(serverIdOf(store.db, 'patient', 'p')).toBe(uuid(1, 9));
    expect(readPatient(store.db, 'p')).toMatchObject({ serverId: uuid(1, 9), lastName: 'Lovelace' });
    expect(findRow(store.db, registration.id)?.waiting).toBe(false);
  });

  it('moves a visit to the id under which the desk knew that person already', () => {
    upsertPatients(store.db, [patientBody(9)], 1);
    addVisitOfPatient();
    stop(creation, 'needs-human', patientBody(9));
    linkExistingRow(store.db, creation.id, 5);
    expect(findVisit(store.db, 'v')?.patientId).toBe(uuid(1, 9));
    expect(searchPeople(store.db, 'oliver', 5).map((person) => person.id)).toEqual([uuid(1, 9)]);
  });

  it('keeps a newer record of that person than the answer that showed them', () => {
    stop(creation, 'needs-human', patientBody(9, { first_name: 'Ada', last_name: 'Lovelace' }));
    upsertPatients(store.db, [patientBody(9, { first_name: 'Ada', last_name: 'King' })], 4);
    linkExistingRow(store.db, creation.id, 5);
    expect(readPatient(store.db, 'p')).toMatchObject({ serverId: uuid(1, 9), lastName: 'King' });
  });

  it('keeps the answer that showed that person where their record was read before it', () => {
    upsertPatients(store.db, [patientBody(9, { first_name: 'Ada', last_name: 'Byron' })], 2);
    stop(creation, 'needs-human', patientBody(9, { first_name: 'Ada', last_name: 'Lovelace' }));
    linkExistingRow(store.db, creation.id, 5);
    expect(readPatient(store.db, 'p')).toMatchObject({ serverId: uuid(1, 9), lastName: 'Lovelace' });
  });

  it('stops the changes that need one that was given up, and keeps them visible', () => {
    stop(creation, 'refused');
    discardRow(store.db, creation.id, { reason: 'entered twice', nowMs: 5 });
    expect(findRow(store.db, creation.id)).toMatchObject({
      state: 'discarded',
      resolution: { discardReason: 'entered twice' },
    });
    expect(findRow(store.db, registration.id)).toMatchObject({
      state: 'needs-human',
      lastError: { kind: 'conflict' },
    });
    expect(searchPeople(store.db, 'lovelaec', 5)).toEqual([]);
  });

  it('sends a refused change again, and verifies it first when it may have been carried out', () => {
    stop(creation, 'refused');
    retryRow(store.db, creation.id);
    expect(stateOf(creation)).toBe('pending');
    stop(creation, 'needs-human');
    retryRow(store.db, creation.id);
    expect(stateOf(creation)).toBe('unknown');
  });

  it('is refused where the state of the change does not allow it', () => {
    const { db } = store;
    expect(refused(() => editPatientRow(db, creation.id, draft))).toBe('conflict');
    expect(refused(() => editPatientRow(db, registration.id, draft))).toBe('rejected');
    expect(refused(() => linkExistingRow(db, creation.id, 1))).toBe('conflict');
    expect(refused(() => retryRow(db, 'no-such-row'))).toBe('not-found');
    moveRow(db, creation.sequence, 'sending');
    expect(refused(() => discardRow(db, creation.id, { reason: 'no', nowMs: 1 }))).toBe('conflict');
    moveRow(db, creation.sequence, 'confirmed');
    expect(refused(() => retryRow(db, creation.id))).toBe('conflict');
    expect(refused(() => discardRow(db, creation.id, { reason: 'no', nowMs: 1 }))).toBe('conflict');
    discardRow(db, registration.id, { reason: 'no', nowMs: 1 });
    expect(refused(() => discardRow(db, registration.id, { reason: 'again', nowMs: 1 }))).toBe('conflict');
  });

  it('is refused when this version cannot read the change', () => {
    stop(creation, 'needs-human', patientBody(9));
    run(store.db, 'UPDATE outbox SET payload_version = 99 WHERE sequence = ?', [creation.sequence]);
    expect(refused(() => editPatientRow(store.db, creation.id, draft))).toBe('rejected');
    expect(refused(() => linkExistingRow(store.db, creation.id, 1))).toBe('conflict');
  });
});

describe('sending again', () => {
  it('does not wait for the time of the next attempt, and stays in doubt if it was', () => {
    changeRow(store.db, creation.sequence, { nextAttemptAtMs: 9_000 });
    retryRow(store.db, creation.id);
    expect(findRow(store.db, creation.id)).toMatchObject({ state: 'pending', nextAttemptAtMs: null });
    moveRow(store.db, creation.sequence, 'sending');
    moveRow(store.db, creation.sequence, 'unknown', { nextAttemptAtMs: 9_000 });
    retryRow(store.db, creation.id);
    expect(findRow(store.db, creation.id)).toMatchObject({ state: 'unknown', nextAttemptAtMs: null });
  });

  it.each(['refused', 'conflict', 'needs-human'] as const)(
    'drops the answer and the time of what was %s',
    (state) => {
      stop(creation, state, { message: 'no' });
      changeRow(store.db, creation.sequence, { nextAttemptAtMs: 9_000 });
      retryRow(store.db, creation.id);
      expect(findRow(store.db, creation.id)).toMatchObject({ answer: null, nextAttemptAtMs: null });
    },
  );

  it('forgets what the service said of the patient, because the next refusal may have another cause', () => {
    stop(creation, 'conflict');
    changeRow(store.db, creation.sequence, { resolution: { patientUnknown: true } });
    retryRow(store.db, creation.id);
    expect(findRow(store.db, creation.id)?.resolution.patientUnknown).toBe(false);
  });

  it('verifies nothing that was never sent', () => {
    moveRow(store.db, registration.sequence, 'needs-human');
    retryRow(store.db, registration.id);
    expect(stateOf(registration)).toBe('pending');
  });

  it('treats a change from a backup like any other from then on', () => {
    moveRow(store.db, creation.sequence, 'needs-human', {
      resolution: { restored: true, heldElsewhere: 'l' },
    });
    retryRow(store.db, creation.id);
    expect(findRow(store.db, creation.id)?.resolution).toEqual({ restored: false, heldElsewhere: 'l' });
  });
});

describe('giving up', () => {
  const giveUp = (row: OutboxRow): void => discardRow(store.db, row.id, { reason: 'not wanted', nowMs: 5 });
  const assign = (patientId: string, commandId: string): OutboxRow =>
    save({
      kind: 'registration.assign',
      payload: { registrationId: 'r', patientId, expectedPatientId: null },
      subjectId: 'r',
      commandId,
      ...origin,
    });

  it('stops the changes that need the record, in doubt or not, and leaves those that a person must decide about', () => {
    moveRow(store.db, registration.sequence, 'sending');
    moveRow(store.db, registration.sequence, 'unknown');
    const assigned = assign('p', 'command-3');
    stop(assigned, 'refused');
    giveUp(creation);
    expect(stateOf(registration)).toBe('needs-human');
    expect(stateOf(assigned)).toBe('refused');
  });

  it('stops nothing that does not name the record, though it comes later', () => {
    const toSomebodyElse = assign('q', 'command-3');
    giveUp(creation);
    expect(stateOf(registration)).toBe('needs-human');
    expect(stateOf(toSomebodyElse)).toBe('pending');
  });

  it('stops nothing when the change made no record', () => {
    const first = assign('p', 'command-3');
    const second = assign('p', 'command-4');
    giveUp(first);
    expect(stateOf(second)).toBe('pending');
  });

  it('of a hold still releases the slot', () => {
    const [held] = saveChanges(store, { ...hold('a'), commandId: 'command-3' });
    if (held) moveRow(store.db, held.sequence, 'sending');
    if (held) moveRow(store.db, held.sequence, 'unknown');
    const [given] = saveChanges(store, { ...release('a'), commandId: 'command-4' });
    if (held) giveUp(held);
    expect(given && stateOf(given)).toBe('pending');
  });
});

describe('linking', () => {
  it('stores when, with which patient, and that there is no error any more', () => {
    stop(creation, 'needs-human', patientBody(9));
    linkExistingRow(store.db, creation.id, 5);
    expect(findRow(store.db, creation.id)).toMatchObject({
      finishedAtMs: 5,
      lastError: null,
      resolution: { linkedServerId: uuid(1, 9) },
    });
  });

  it('keeps the id made here in visits when the desk knew the person under no other id', () => {
    addVisitOfPatient();
    stop(creation, 'needs-human', patientBody(9));
    linkExistingRow(store.db, creation.id, 5);
    expect(findVisit(store.db, 'v')?.patientId).toBe('p');
  });

  it('removes the name entered here from the search when the desk already knew the person', () => {
    upsertPatients(store.db, [patientBody(9)], 1);
    stop(creation, 'needs-human', patientBody(9));
    expect(searchPeople(store.db, 'lovelaec', 5)).toHaveLength(1);
    linkExistingRow(store.db, creation.id, 5);
    expect(searchPeople(store.db, 'lovelaec', 5)).toEqual([]);
  });

  it('is possible only for the creation of a person that waits for a decision', () => {
    stop(registration, 'needs-human', patientBody(9));
    expect(refused(() => linkExistingRow(store.db, registration.id, 1))).toBe('conflict');
    stop(creation, 'refused', patientBody(9));
    expect(refused(() => linkExistingRow(store.db, creation.id, 1))).toBe('conflict');
  });
});

it('a person can be corrected while the change waits for a decision', () => {
  stop(creation, 'needs-human', patientBody(9));
  editPatientRow(store.db, creation.id, draft);
  expect(findRow(store.db, creation.id)).toMatchObject({ state: 'pending', answer: null });
});
