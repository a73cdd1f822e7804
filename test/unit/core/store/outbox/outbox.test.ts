import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflict } from '../../../../../src/domain/app-error.ts';
import { run, transaction } from '../../../../../src/core/store/db/database.ts';
import type { Store } from '../../../../../src/core/store/open.ts';
import { enqueue } from '../../../../../src/core/outbox/changes.ts';
import {
  changeRow,
  countRows,
  findRow,
  IllegalMove,
  listOpenRowsOfVisit,
  listReadyRows,
  listRows,
  moveRow,
  shownState,
} from '../../../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../../../src/core/store/outbox/outbox.ts';
import {
  doubtRowsUnderWay,
  forgetConfirmedRows,
} from '../../../../../src/core/store/outbox/outbox-recovery.ts';
import { OUTBOX_STATES, canMoveTo } from '../../../../../src/domain/outbox-state.ts';
import { mapId } from '../../../../../src/core/store/outbox/id-map.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import { upsertPatients } from '../../../../../src/core/store/mirror/patients.ts';
import { readPatient } from '../../../../../src/core/store/mirror/records.ts';
import { appointmentBody, patientBody, storeFolder, uuid } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';

let folder: StoreFolder;
let store: Store;
beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
});
afterEach(() => {
  store.close();
  folder.remove();
});

const origin = { visitId: 'visit-1', actor: 'Desk', commandId: 'command-1', nowMs: 1_000 };

const patient = (id: string): NewChange => ({
  kind: 'patient.create',
  payload: {
    patientId: id,
    foreignId: `desk-${id}`,
    firstName: 'James',
    lastName: 'Oliver',
    dateOfBirth: '1984-03-15',
    gender: 'male',
    email: 'james@example.org',
    phoneNumber: null,
  },
  subjectId: id,
  ...origin,
});
const hold = (id: string): NewChange => ({
  kind: 'appointment.hold',
  payload: {
    appointmentId: id,
    locationId: 'location',
    slotId: 'slot',
    startsAtMs: 5_000,
    overrideAvailability: false,
    personIsHere: true,
    patientId: null,
  },
  subjectId: id,
  ...origin,
});
const confirm = (id: string, patientId: string): NewChange => ({
  kind: 'appointment.confirm',
  payload: { appointmentId: id, patientId },
  subjectId: id,
  ...origin,
});
const release = (id: string): NewChange => ({
  kind: 'appointment.release',
  payload: { appointmentId: id },
  subjectId: id,
  ...origin,
});
const registration = (id: string, patientId: string, appointmentId: string): NewChange => ({
  kind: 'registration.create',
  payload: { registrationId: id, foreignId: `desk-${id}`, patientId, appointmentId, productIds: ['product'] },
  subjectId: id,
  ...origin,
});

const save = (...changes: NewChange[]): OutboxRow[] =>
  transaction(store.db, () => changes.map((change) => enqueue(store.db, change)));
const readyKinds = (): string[] => listReadyRows(store.db).map((row) => row.kind);
const finish = (row: OutboxRow | undefined): void => {
  moveRow(store.db, row?.sequence ?? 0, 'sending');
  moveRow(store.db, row?.sequence ?? 0, 'confirmed');
};

describe('enqueue', () => {
  it('makes a change wait for open changes of the records it speaks of, and for no others', () => {
    const [person, , held, confirmation, made] = save(
      patient('p'),
      patient('somebody-else'),
      hold('a'),
      confirm('a', 'p'),
      registration('r', 'p', 'a'),
    );
    expect(readyKinds()).toEqual(['patient.create', 'patient.create', 'appointment.hold']);
    finish(held);
    expect(readyKinds()).toEqual(['patient.create', 'patient.create']);
    finish(person);
    expect(readyKinds()).toEqual(['patient.create', 'appointment.confirm']);
    finish(confirmation);
    expect(readyKinds()).toEqual(['patient.create', 'registration.create']);
    expect(made && shownState(made)).toBe('waiting');
  });

  it('waits for changes of the same record even where the caller names none', () => {
    save(hold('a'), { ...confirm('a', 'p'), dependsOn: [] });
    expect(readyKinds()).toEqual(['appointment.hold']);
  });

  it('gives rows ids that follow from the command', () => {
    expect(save(patient('p'), hold('a')).map((row) => row.id)).toEqual(['command-1.1', 'command-1.2']);
  });

  it('refuses a payload that could never be sent', () => {
    const broken = { ...patient('p'), payload: { patientId: 'p' } } as unknown as NewChange;
    expect(() => save(broken)).toThrow();
    expect(listRows(store.db, 'all')).toEqual([]);
  });

  it('takes back a hold that never left when its slot is given up, without asking the service', () => {
    const [held] = save(hold('a'));
    const [given] = save(release('a'));
    expect(findRow(store.db, held?.id ?? '')?.state).toBe('cancelled');
    expect(given?.waiting).toBe(false);
  });

  it('waits for a hold in doubt before its slot is given back', () => {
    const [held] = save(hold('a'));
    moveRow(store.db, held?.sequence ?? 0, 'sending', { attempts: 1 });
    moveRow(store.db, held?.sequence ?? 0, 'unknown');
    const [given] = save({ ...release('a'), commandId: 'command-2' });
    expect(given?.waiting).toBe(true);
  });
});

describe('moveRow', () => {
  it('goes no way that the table of states does not know', () => {
    for (const from of OUTBOX_STATES) {
      for (const to of OUTBOX_STATES) {
        const [row] = save({ ...patient(`${from}-${to}`), commandId: `${from}-${to}` });
        run(store.db, 'UPDATE outbox SET state = ? WHERE sequence = ?', [from, row?.sequence]);
        const move = (): unknown => moveRow(store.db, row?.sequence ?? 0, to);
        if (canMoveTo(from, to)) expect(move, `${from} to ${to}`).not.toThrow();
        else expect(move, `${from} to ${to}`).toThrow(IllegalMove);
        run(store.db, `UPDATE outbox SET state = 'discarded'`);
      }
    }
  });

  it('never lets a row that was under way be sent again without a look', () => {
    expect(canMoveTo('unknown', 'sending')).toBe(false);
    expect(canMoveTo('sending', 'sending')).toBe(false);
    const [row] = save(patient('p'));
    moveRow(store.db, row?.sequence ?? 0, 'sending');
    doubtRowsUnderWay(store.db);
    expect(findRow(store.db, row?.id ?? '')?.state).toBe('unknown');
  });
});

describe('reading the outbox', () => {
  it('counts what waits, what is under way, and what needs a person', () => {
    const [first, second, third] = save(patient('a'), patient('b'), patient('c'));
    moveRow(store.db, first?.sequence ?? 0, 'sending');
    moveRow(store.db, second?.sequence ?? 0, 'sending');
    moveRow(store.db, second?.sequence ?? 0, 'refused', { lastError: conflict('duplicate', 'known') });
    expect(countRows(store.db)).toEqual({ waiting: 1, sending: 1, attention: 1 });
    expect(listRows(store.db, 'attention').map((row) => row.id)).toEqual([second?.id]);
    expect(listRows(store.db, 'attention')[0]?.lastError).toEqual(conflict('duplicate', 'known'));
    expect(listOpenRowsOfVisit(store.db, 'visit-1').map((row) => row.state)).toEqual([
      'sending',
      'refused',
      'pending',
    ]);
    expect(third?.change?.kind).toBe('patient.create');
  });

  it('keeps a row that this version cannot read, for a person to see', () => {
    const [row] = save(patient('p'));
    run(store.db, `UPDATE outbox SET kind = 'order.create', payload = '{"half' WHERE id = ?`, [row?.id]);
    const kept = findRow(store.db, row?.id ?? '');
    expect(kept?.change).toBeNull();
    expect(kept?.kind).toBe('order.create');
    expect(listReadyRows(store.db)).toHaveLength(1);
  });
});

describe('forgetConfirmedRows', () => {
  it('forgets what was confirmed long ago and is in the mirror, and nothing else', () => {
    const [made, notMirrored, held, waiting] = save(
      patient('p'),
      patient('q'),
      hold('a'),
      confirm('a', 'somebody'),
    );
    mapId(store.db, 'patient', 'p', uuid(1, 1));
    upsertPatients(store.db, [patientBody(1)], 1);
    mapId(store.db, 'appointment', 'a', uuid(3, 1));
    upsertAppointments(store.db, [appointmentBody(1)], 1);
    for (const row of [made, notMirrored, held]) {
      finish(row);
      changeRow(store.db, row?.sequence ?? 0, { finishedAtMs: 1_000 });
    }
    expect(forgetConfirmedRows(store.db, 1_000)).toBe(0);
    expect(forgetConfirmedRows(store.db, 1_001)).toBe(1);
    expect(listRows(store.db, 'all').map((row) => row.id)).toEqual(
      [notMirrored, held, waiting].map((row) => row?.id),
    );
    expect(readPatient(store.db, 'p')?.lastName).toBe('Oliver');
  });
});
