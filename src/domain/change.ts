// What the outbox can hold: each kind of change with its payload. Payloads hold local ids, and values as they are to be
// (no differences), so that sending one twice does no harm. Each has a version, because one version of the app may
// write a row and the next one send it.
import { z } from 'zod';
import { GENDERS } from './gender.ts';

const localId = z.string().min(1).max(64);
const instantMs = z.number().int();

/** Where a person lives. `countryCode` is the ISO code of two letters. */
const enteredAddress = z.object({
  line1: z.string().min(1),
  line2: z.string().nullable(),
  line3: z.string().nullable(),
  city: z.string().min(1),
  postalCode: z.string().min(1),
  countryCode: z.string().min(2),
});

/** A person as they are entered at the desk. The service needs all that cannot be null. */
export const enteredPerson = z.object({
  firstName: z.string().min(1),
  lastName: z.string().min(1),
  dateOfBirth: z.iso.date(),
  gender: z.enum(GENDERS),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  /** Rows of version 1 have neither of the next two; left out means not known. */
  ethnicity: z.string().min(1).nullish(),
  address: enteredAddress.nullish(),
});
export type EnteredPerson = z.output<typeof enteredPerson>;

/** Where and when an appointment stands. `date`: the day of `startsAtMs` by the clock of the site. */
const appointmentPlace = z.object({ locationId: localId, startsAtMs: instantMs, date: z.iso.date() });

/** The kinds of change: the version and the schema of each one's payload. */
export const CHANGE_PAYLOADS = {
  'patient.create': {
    version: 2,
    schema: z.object({
      patientId: localId,
      /** Unique, made here. An answer of the service that carries it is about this person and nobody else. */
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
      /** The person stands at the desk. When the slot is taken or the hold is lost, it is booked all the same. */
      personIsHere: z.boolean(),
      patientId: localId.nullable(),
    }),
  },
  'appointment.confirm': {
    version: 1,
    schema: z.object({ appointmentId: localId, patientId: localId.nullable() }),
  },
  'appointment.release': { version: 1, schema: z.object({ appointmentId: localId }) },
  'appointment.cancel': {
    version: 2,
    schema: z.object({
      appointmentId: localId,
      /**
       * Where the screen showed it. Where it stands elsewhere by now, somebody else has moved it. Rows of version 1 do not have
       * it: left out, the appointment is not looked at first.
       */
      from: z.object({ locationId: localId, startsAtMs: instantMs }).optional(),
    }),
  },
  /** `from` is what the screen showed. Where the appointment stands elsewhere by now, somebody else has moved it. */
  'appointment.move': {
    version: 1,
    schema: z.object({ appointmentId: localId, from: appointmentPlace, to: appointmentPlace }),
  },
  'appointment.assign': {
    version: 2,
    schema: z.object({
      appointmentId: localId,
      patientId: localId,
      /**
       * Whom the screen showed the appointment to be for, null for nobody; somebody else there is a conflict. Rows of version 1
       * do not have it: left out, the appointment is not looked at first.
       */
      expectedPatientId: localId.nullable().optional(),
      /**
       * The registration that is given to the same person by another change: the appointment waits for that one, and is given up
       * with it. Left out where the appointment alone is changed.
       */
      withRegistrationId: localId.optional(),
    }),
  },
  'registration.create': {
    version: 2,
    schema: z.object({
      registrationId: localId,
      foreignId: z.string().min(1),
      patientId: localId,
      appointmentId: localId.nullable(),
      productIds: z.array(localId).min(1),
      /** Only these biomarkers are tested; left out: all of the products. Rows of version 1 do not have it. */
      biomarkerCodes: z.array(z.string().min(1)).min(1).optional(),
    }),
  },
  'registration.assign': {
    version: 1,
    schema: z.object({
      registrationId: localId,
      patientId: localId,
      /** The patient whom the screen showed on the registration. Another one there is a conflict. */
      expectedPatientId: localId.nullable(),
    }),
  },
  'registration.update': {
    version: 1,
    schema: z.object({
      registrationId: localId,
      /** The patient whom the screen showed. The service wants one with every change; another one there is a conflict. */
      expectedPatientId: localId,
      /** Where results are announced by text message; null leaves the number as it is. */
      mobileNumber: z.string().min(1).nullable(),
      /** The brand's own reference; null leaves it as it is. */
      foreignId: z
        .object({
          to: z.string().min(1),
          /** The reference that the screen showed. Another one at the service is a conflict. */
          expected: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  'registration.retest': {
    version: 1,
    schema: z.object({
      /** Of this one request. Nothing waits for it, so a doubt about it holds nothing else up. */
      requestId: localId,
      registrationId: localId,
      /** The service's ids of the retests that were known before: others that are found may be this one. */
      knownRetestIds: z.array(localId),
    }),
  },
  'registration.sendCompleteEmail': {
    version: 1,
    schema: z.object({
      /** Of this one request. Nothing waits for it, so a doubt about it holds nothing else up. */
      requestId: localId,
      registrationId: localId,
      email: z.string().min(1),
    }),
  },
  'order.create': {
    version: 1,
    schema: z.object({
      orderId: localId,
      items: z.array(z.object({ productId: localId, quantity: z.number().int().min(1) })).min(1),
      shippingId: localId,
      customer: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('new'),
          /** Unique, made here. An order whose customer carries it is this order and no other. */
          foreignId: z.string().min(1),
          firstName: z.string().min(1),
          lastName: z.string().min(1),
          email: z.string().min(1),
          phoneNumber: z.string().nullable(),
          nhsNumber: z.string().nullable(),
        }),
        z.object({ kind: z.literal('known'), customerId: localId, name: z.string() }),
      ]),
      address: z.object({ ...enteredAddress.shape, company: z.string().nullable() }).nullable(),
      shippingDate: z.iso.date().nullable(),
      appointment: z.object({ locationId: localId, startsAtMs: instantMs }).nullable(),
      /** What the screen showed when it was placed; the service charges its own prices. */
      shown: z.object({
        products: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
        shippingName: z.string(),
        totalMinor: z.number().int(),
        currency: z.string(),
      }),
    }),
  },
  'order.cancel': { version: 1, schema: z.object({ orderId: localId }) },
  'order.refund': { version: 1, schema: z.object({ requestId: localId, orderId: localId }) },
  'order.reship': { version: 1, schema: z.object({ requestId: localId, orderId: localId }) },
} as const;

/**
 * The oldest version of a payload that the present schema reads as well, because what came later can be left out. Rows that
 * an older desk wrote are sent all the same. Where nothing stands, the present version is the only one.
 */
const OLDEST_READ: Readonly<Partial<Record<keyof typeof CHANGE_PAYLOADS, number>>> = {
  'patient.create': 1,
  'appointment.cancel': 1,
  'appointment.assign': 1,
  'registration.create': 1,
};

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

/**
 * Reads a row of the outbox. Null when this version of the app cannot read it; the row is kept for a person to look at.
 */
export function parseChange(kind: string, version: number, payload: string): Change | null {
  if (!isChangeKind(kind)) return null;
  const newest = CHANGE_PAYLOADS[kind].version;
  if (version > newest || version < (OLDEST_READ[kind] ?? newest)) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(payload);
  } catch {
    return null;
  }
  const parsed = CHANGE_PAYLOADS[kind].schema.safeParse(raw);
  return parsed.success ? ({ kind, payload: parsed.data } as Change) : null;
}

/** Local ids of all records that a change refers to, its own subject included. */
export function referencedIds(change: Change): string[] {
  const { payload } = change;
  const ids: (string | null | undefined)[] = [];
  if ('patientId' in payload) ids.push(payload.patientId);
  if (change.kind === 'appointment.assign') ids.push(change.payload.withRegistrationId);
  if (change.kind === 'registration.update') ids.push(change.payload.expectedPatientId);
  if ('appointmentId' in payload) ids.push(payload.appointmentId);
  if ('registrationId' in payload) ids.push(payload.registrationId);
  if ('orderId' in payload) ids.push(payload.orderId);
  return ids.filter((id) => id != null);
}

/** Local id of the record that a change creates or changes. */
export function subjectIdOf(change: Change): string {
  switch (change.kind) {
    case 'patient.create':
      return change.payload.patientId;
    case 'appointment.hold':
    case 'appointment.confirm':
    case 'appointment.release':
    case 'appointment.cancel':
    case 'appointment.move':
    case 'appointment.assign':
      return change.payload.appointmentId;
    case 'registration.create':
    case 'registration.assign':
    case 'registration.update':
      return change.payload.registrationId;
    case 'registration.retest':
    case 'registration.sendCompleteEmail':
    case 'order.refund':
    case 'order.reship':
      return change.payload.requestId;
    case 'order.create':
    case 'order.cancel':
      return change.payload.orderId;
  }
}

/**
 * Whether the change creates a record. When such a change is given up, changes of that record cannot be carried out
 * either.
 */
export function createsItsSubject(kind: ChangeKind): boolean {
  return CREATING_KINDS.some((creating) => creating === kind);
}

/** The kinds that create a record, so that it has an id of this desk until the service gives its own. */
export const CREATING_KINDS = [
  'patient.create',
  'appointment.hold',
  'registration.create',
  'order.create',
] as const satisfies readonly ChangeKind[];

/**
 * The kinds that do something each time they are sent, and that the service does not recognise when they come again.
 * The desk never repeats one by itself: after a doubt a person says whether it was done.
 */
const ONCE_ONLY_KINDS: readonly string[] = [
  'registration.retest',
  'registration.sendCompleteEmail',
  'order.create',
  'order.refund',
  'order.reship',
] satisfies readonly ChangeKind[];

/** Whether a change of this kind may be sent a second time only when a person says so; see {@link ONCE_ONLY_KINDS}. */
export function isOnceOnly(kind: string): boolean {
  return ONCE_ONLY_KINDS.includes(kind);
}
