// What can wait in the outbox: each kind of change with its payload. Payloads hold local ids and absolute values, and
// carry a version, because a row written by one version of the app may be sent by the next.
import { z } from 'zod';
import { GENDERS } from './gender.ts';

const localId = z.string().min(1).max(64);
const instantMs = z.number().int();

/** What the desk enters about somebody new: what the service needs must be there, so little of it may be null. */
const enteredPerson = z.object({
  firstName: z.string().min(1),
  lastName: z.string().min(1),
  dateOfBirth: z.iso.date(),
  gender: z.enum(GENDERS),
  email: z.string(),
  phoneNumber: z.string().nullable(),
});
export type EnteredPerson = z.output<typeof enteredPerson>;

export const CHANGE_PAYLOADS = {
  'patient.create': {
    version: 1,
    schema: z.object({
      patientId: localId,
      /** Made here, unique; by it an answer is known to be about this person and no other. */
      foreignId: z.string().min(1),
      ...enteredPerson.shape,
    }),
  },
  'appointment.hold': {
    version: 1,
    schema: z.object({
      appointmentId: localId,
      locationId: localId,
      /** Null for a time outside the timetable. */
      slotId: localId.nullable(),
      startsAtMs: instantMs,
      overrideAvailability: z.boolean(),
      /** The person stands at the desk: a taken slot or a lost hold is booked over rather than given up. */
      personIsHere: z.boolean(),
      patientId: localId.nullable(),
    }),
  },
  'appointment.confirm': {
    version: 1,
    schema: z.object({ appointmentId: localId, patientId: localId.nullable() }),
  },
  'appointment.release': { version: 1, schema: z.object({ appointmentId: localId }) },
  'appointment.assign': {
    version: 1,
    schema: z.object({ appointmentId: localId, patientId: localId }),
  },
  'registration.create': {
    version: 1,
    schema: z.object({
      registrationId: localId,
      foreignId: z.string().min(1),
      patientId: localId,
      appointmentId: localId.nullable(),
      productIds: z.array(localId).min(1),
    }),
  },
  'registration.assign': {
    version: 1,
    schema: z.object({
      registrationId: localId,
      patientId: localId,
      /** Whom the person at the desk saw on it; anybody else there is a conflict. */
      expectedPatientId: localId.nullable(),
    }),
  },
} as const;

export type ChangeKind = keyof typeof CHANGE_PAYLOADS;
export const CHANGE_KINDS = Object.keys(CHANGE_PAYLOADS) as [ChangeKind, ...ChangeKind[]];
export type PayloadOf<Kind extends ChangeKind> = z.output<(typeof CHANGE_PAYLOADS)[Kind]['schema']>;
/** A change of one kind, with its payload. */
export interface ChangeOf<Kind extends ChangeKind> {
  readonly kind: Kind;
  readonly payload: PayloadOf<Kind>;
}
/** A change with its payload, told apart by `kind`. */
export type Change = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];

export function isChangeKind(text: string): text is ChangeKind {
  return Object.hasOwn(CHANGE_PAYLOADS, text);
}

/** Null when this version of the app cannot read the row; such a row is kept for a person to look at. */
export function parseChange(kind: string, version: number, payload: string): Change | null {
  if (!isChangeKind(kind) || version !== CHANGE_PAYLOADS[kind].version) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(payload);
  } catch {
    return null;
  }
  const parsed = CHANGE_PAYLOADS[kind].schema.safeParse(raw);
  return parsed.success ? ({ kind, payload: parsed.data } as Change) : null;
}

/** Local ids of the records that a change speaks of, its own subject among them. */
export function referencedIds(change: Change): string[] {
  const { payload } = change;
  const ids: (string | null)[] = [];
  if ('patientId' in payload) ids.push(payload.patientId);
  if ('appointmentId' in payload) ids.push(payload.appointmentId);
  if ('registrationId' in payload) ids.push(payload.registrationId);
  return ids.filter((id) => id !== null);
}

/** Local id of the record that a change makes or changes. */
export function subjectIdOf(change: Change): string {
  switch (change.kind) {
    case 'patient.create':
      return change.payload.patientId;
    case 'appointment.hold':
    case 'appointment.confirm':
    case 'appointment.release':
    case 'appointment.assign':
      return change.payload.appointmentId;
    case 'registration.create':
    case 'registration.assign':
      return change.payload.registrationId;
  }
}

/** Kinds that bring a record into being: what builds on one that was given up has nothing to stand on. */
export function createsItsSubject(kind: ChangeKind): boolean {
  return kind === 'patient.create' || kind === 'appointment.hold' || kind === 'registration.create';
}
