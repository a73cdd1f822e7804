import { beforeEach, describe, expect, it } from 'vitest';
import { AppException, rejected } from '../../../../src/domain/app-error.ts';
import { transaction } from '../../../../src/core/store/db/database.ts';
import { serverIdOf } from '../../../../src/core/store/outbox/id-map.ts';
import { upsertPatients } from '../../../../src/core/store/mirror/patients.ts';
import { enqueue } from '../../../../src/core/outbox/changes.ts';
import { findRow, moveRow } from '../../../../src/core/store/outbox/outbox.ts';
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
import { patientBody, useStore, uuid } from '../../../support/store-fixture.ts';

const store = useStore();
let creation: OutboxRow;
let registration: OutboxRow;

const origin = { visitId: null, actor: 'Desk', nowMs: 1 };
const save = (change: NewChange): OutboxRow => transaction(store.db, () => enqueue(store.db, change));
const stateOf = (row: OutboxRow) => findRow(store.db, row.id)?.state;

function stop(row: OutboxRow, state: 'conflict' | 'refused' | 'needs-human', answer?: unknown): void {
  moveRow(store.db, row.sequence, 'sending', { attempts: 1 });
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

describe('a decision about a change', () => {
  it('corrects a refused person under the same reference and lets it be sent again', () => {
    stop(creation, 'refused');
    editPatientRow(store.db, creation.id, draft);
    expect(findRow(store.db, creation.id)).toMatchObject({
      state: 'pending',
      change: { payload: { lastName: 'Lovelace', foreignId: 'desk-p' } },
    });
    expect(readPatient(store.db, 'p')?.lastName).toBe('Lovelace');
    expect(searchPeople(store.db, 'lovelace', 5).map((person) => person.id)).toEqual(['p']);
    expect(searchPeople(store.db, 'lovelaec', 5)).toEqual([]);
  });

  it('takes the person whom the service knew for the one made here, wherever they are used', () => {
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
    insertVisit(store.db, {
      id: 'v',
      locationId: 'l',
      date: '2026-11-20',
      origin: 'walk-in',
      appointmentId: 'a',
      nowMs: 1,
    });
    updateVisit(store.db, 'v', 1, { patientId: 'p' });
    stop(creation, 'needs-human', patientBody(9));
    linkExistingRow(store.db, creation.id, 5);
    expect(findVisit(store.db, 'v')?.patientId).toBe(uuid(1, 9));
    expect(searchPeople(store.db, 'oliver', 5).map((person) => person.id)).toEqual([uuid(1, 9)]);
  });

  it('stops what cannot stand without a change that was given up, and leaves it to be seen', () => {
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

  it('sends again what was refused, and looks first where it is not certain that it was', () => {
    stop(creation, 'refused');
    retryRow(store.db, creation.id);
    expect(stateOf(creation)).toBe('pending');
    stop(creation, 'needs-human');
    retryRow(store.db, creation.id);
    expect(stateOf(creation)).toBe('unknown');
  });

  it('is refused where the state of the change does not allow it', () => {
    const refused = (work: () => void): string => {
      try {
        work();
      } catch (thrown) {
        return thrown instanceof AppException ? thrown.error.kind : 'thrown';
      }
      return 'done';
    };
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
  });
});
