// Changes as the desk puts them into the outbox, for tests: create a patient, hold a slot, confirm it, release it,
// register.
import type { NewChange } from '../../src/core/outbox/changes.ts';

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
