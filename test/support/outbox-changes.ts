// Changes as the desk puts them into the outbox, for tests: create a patient, hold a slot, confirm it, release it,
// register.
import { enqueue } from '../../src/core/outbox/changes.ts';
import type { NewChange } from '../../src/core/outbox/changes.ts';
import { transaction } from '../../src/core/store/db/database.ts';
import type { Store } from '../../src/core/store/open.ts';
import { moveRow } from '../../src/core/store/outbox/outbox-moves.ts';
import type { OutboxRow } from '../../src/core/store/outbox/outbox.ts';

const origin = { visitId: 'visit-1', actor: 'Desk', commandId: 'command-1', nowMs: 1_000 };

export const patient = (id: string): NewChange => ({
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
export const hold = (id: string): NewChange => ({
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
export const confirm = (id: string, patientId: string): NewChange => ({
  kind: 'appointment.confirm',
  payload: { appointmentId: id, patientId },
  subjectId: id,
  ...origin,
});
export const release = (id: string): NewChange => ({
  kind: 'appointment.release',
  payload: { appointmentId: id },
  subjectId: id,
  ...origin,
});
export const registration = (id: string, patientId: string, appointmentId: string): NewChange => ({
  kind: 'registration.create',
  payload: { registrationId: id, foreignId: `desk-${id}`, patientId, appointmentId, productIds: ['product'] },
  subjectId: id,
  ...origin,
});

/** Saves changes in one transaction, as one command does. */
export const saveChanges = ({ db }: Pick<Store, 'db'>, ...changes: NewChange[]): OutboxRow[] =>
  transaction(db, () => changes.map((change) => enqueue(db, change)));

/** Takes a row the whole way: sent, and confirmed by the service. @throws when there is none */
export function finishRow({ db }: Pick<Store, 'db'>, row: OutboxRow | undefined): void {
  moveRow(db, row?.sequence ?? 0, 'sending');
  moveRow(db, row?.sequence ?? 0, 'confirmed');
}
