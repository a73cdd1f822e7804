// What people at the simulated desk do, as the changes that the desk saves.
import type { NewChange } from '../../../src/core/outbox/changes.ts';
import { LOCATION_ID } from './simulated-service.ts';

export interface Origin {
  readonly visitId: string | null;
  readonly actor: string;
  readonly commandId: string;
  readonly nowMs: number;
}

export function newPatient(origin: Origin, patientId: string, lastName: string): NewChange {
  return {
    kind: 'patient.create',
    payload: {
      patientId,
      foreignId: `desk-${patientId}`,
      firstName: 'First',
      lastName,
      dateOfBirth: '1990-01-01',
      gender: 'other',
      email: 'surname@example.org',
      phoneNumber: null,
    },
    subjectId: patientId,
    ...origin,
  };
}

export interface HeldSlot {
  readonly appointmentId: string;
  readonly startsAtMs: number;
  readonly personIsHere: boolean;
}

/** `slotId` null: a time outside the timetable. */
export function hold(origin: Origin, slot: HeldSlot, slotId: string | null): NewChange {
  const { appointmentId, startsAtMs, personIsHere } = slot;
  return {
    kind: 'appointment.hold',
    payload: {
      appointmentId,
      locationId: LOCATION_ID,
      slotId,
      startsAtMs,
      overrideAvailability: slotId === null,
      personIsHere,
      patientId: null,
    },
    subjectId: appointmentId,
    ...origin,
  };
}

export function release(origin: Origin, appointmentId: string): NewChange {
  return { kind: 'appointment.release', payload: { appointmentId }, subjectId: appointmentId, ...origin };
}

export interface Registering {
  readonly registrationId: string;
  readonly appointmentId: string;
  readonly patientId: string;
  readonly productId: string;
}

/** The slot confirmed, the person registered: saved together. */
export function confirmAndRegister(origin: Origin, registering: Registering): NewChange[] {
  const { registrationId, appointmentId, patientId, productId } = registering;
  return [
    {
      kind: 'appointment.confirm',
      payload: { appointmentId, patientId },
      subjectId: appointmentId,
      ...origin,
    },
    {
      kind: 'registration.create',
      payload: {
        registrationId,
        foreignId: `desk-${registrationId}`,
        patientId,
        appointmentId,
        productIds: [productId],
      },
      subjectId: registrationId,
      ...origin,
    },
  ];
}

export function assign(
  origin: Origin,
  assignment: {
    readonly registrationId: string;
    readonly patientId: string;
    readonly expectedPatientId: string | null;
  },
): NewChange {
  return {
    kind: 'registration.assign',
    payload: assignment,
    subjectId: assignment.registrationId,
    ...origin,
  };
}
