// A change as it is read back from the outbox: only what this version understands, and which records it speaks of.
import { describe, expect, it } from 'vitest';
import {
  CHANGE_KINDS,
  CHANGE_PAYLOADS,
  createsItsSubject,
  parseChange,
  referencedIds,
  subjectIdOf,
} from '../../../src/domain/change.ts';
import type { Change, ChangeKind } from '../../../src/domain/change.ts';

const person = {
  firstName: 'Ada',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'female',
  email: 'ada@example.org',
  phoneNumber: null,
};

/** Of each kind: a payload, the record it is about, the records it speaks of, and whether it makes the one it is about. */
const CHANGES: Readonly<
  Record<ChangeKind, { payload: object; subject: string; speaksOf: string[]; makes: boolean }>
> = {
  'patient.create': {
    payload: { patientId: 'p', foreignId: 'desk-p', ...person },
    subject: 'p',
    speaksOf: ['p'],
    makes: true,
  },
  'appointment.hold': {
    payload: {
      appointmentId: 'a',
      locationId: 'l',
      slotId: null,
      startsAtMs: 1,
      overrideAvailability: false,
      personIsHere: true,
      patientId: null,
    },
    subject: 'a',
    speaksOf: ['a'],
    makes: true,
  },
  'appointment.confirm': {
    payload: { appointmentId: 'a', patientId: 'p' },
    subject: 'a',
    speaksOf: ['p', 'a'],
    makes: false,
  },
  'appointment.release': { payload: { appointmentId: 'a' }, subject: 'a', speaksOf: ['a'], makes: false },
  'appointment.cancel': { payload: { appointmentId: 'a' }, subject: 'a', speaksOf: ['a'], makes: false },
  'appointment.move': {
    payload: {
      appointmentId: 'a',
      from: { locationId: 'l', startsAtMs: 1, date: '2026-03-03' },
      to: { locationId: 'm', startsAtMs: 2, date: '2026-03-04' },
    },
    subject: 'a',
    speaksOf: ['a'],
    makes: false,
  },
  'appointment.assign': {
    payload: { appointmentId: 'a', patientId: 'p' },
    subject: 'a',
    speaksOf: ['p', 'a'],
    makes: false,
  },
  'registration.create': {
    payload: {
      registrationId: 'r',
      foreignId: 'desk-r',
      patientId: 'p',
      appointmentId: 'a',
      productIds: ['product'],
    },
    subject: 'r',
    speaksOf: ['p', 'a', 'r'],
    makes: true,
  },
  'registration.assign': {
    payload: { registrationId: 'r', patientId: 'p', expectedPatientId: 'somebody-else' },
    subject: 'r',
    speaksOf: ['p', 'r'],
    makes: false,
  },
  'registration.update': {
    payload: {
      registrationId: 'r',
      expectedPatientId: 'p',
      mobileNumber: '+44 7700 900123',
      foreignId: { to: 'visit-7', expected: null },
    },
    subject: 'r',
    speaksOf: ['p', 'r'],
    makes: false,
  },
  'registration.retest': {
    payload: { requestId: 'q', registrationId: 'r', knownRetestIds: ['an-earlier-one'] },
    subject: 'q',
    speaksOf: ['r'],
    makes: false,
  },
  'order.create': {
    payload: {
      orderId: 'o',
      items: [{ productId: 'product', quantity: 2 }],
      shippingId: 'shipping',
      customer: {
        kind: 'new',
        foreignId: 'desk-o',
        firstName: 'Ada',
        lastName: 'Oliver',
        email: 'ada@example.org',
        phoneNumber: null,
        nhsNumber: null,
      },
      address: null,
      shippingDate: null,
      appointment: { locationId: 'l', startsAtMs: 1 },
      shown: {
        products: [{ name: 'Iron', quantity: 2 }],
        shippingName: 'Walk-in',
        totalMinor: 9_800,
        currency: 'GBP',
      },
    },
    subject: 'o',
    speaksOf: ['o'],
    makes: true,
  },
  'order.cancel': { payload: { orderId: 'o' }, subject: 'o', speaksOf: ['o'], makes: false },
  'order.refund': { payload: { requestId: 'q', orderId: 'o' }, subject: 'q', speaksOf: ['o'], makes: false },
  'order.reship': { payload: { requestId: 'q', orderId: 'o' }, subject: 'q', speaksOf: ['o'], makes: false },
  'registration.sendCompleteEmail': {
    payload: { requestId: 'q', registrationId: 'r', email: 'ada@example.org' },
    subject: 'q',
    speaksOf: ['r'],
    makes: false,
  },
};

describe.each(CHANGE_KINDS)('%s', (kind) => {
  const { payload, subject, speaksOf, makes } = CHANGES[kind];
  const { version } = CHANGE_PAYLOADS[kind];
  const text = JSON.stringify(payload);

  it('is read back as it was written', () => {
    expect(parseChange(kind, version, text)).toEqual({ kind, payload });
  });

  it('is kept for a person when another version of the app wrote it, or it cannot be read', () => {
    expect(parseChange(kind, version + 1, text)).toBeNull();
    expect(parseChange(kind, version, text.slice(1))).toBeNull();
    expect(parseChange(kind, version, '{}')).toBeNull();
  });

  it('that an earlier version of the app wrote is read, as what came since can be left out', () => {
    for (let earlier = 1; earlier < version; earlier += 1) {
      expect(parseChange(kind, earlier, text), `version ${earlier}`).toEqual({ kind, payload });
    }
    expect(parseChange(kind, 0, text)).toBeNull();
  });

  it('names the record that it changes, and all records that it refers to', () => {
    const change = { kind, payload } as Change;
    expect(subjectIdOf(change)).toBe(subject);
    expect(referencedIds(change)).toEqual(speaksOf);
    expect(createsItsSubject(kind)).toBe(makes);
  });
});

it.each(CHANGE_KINDS.filter((kind) => CHANGE_PAYLOADS[kind].version > 1))(
  '%s of a desk that did not know yet what came later is read, and sent all the same',
  (kind) => {
    const { payload } = CHANGES[kind];
    expect(parseChange(kind, 1, JSON.stringify(payload))).toEqual({ kind, payload });
  },
);

it('a change of an unknown kind cannot be read', () => {
  expect(parseChange('patient.forget', 1, '{}')).toBeNull();
  expect(parseChange('toString', 1, '{}')).toBeNull();
});

it.each(['', 'x'.repeat(65)])('takes no id like "%s"', (patientId) => {
  const { payload } = CHANGES['patient.create'];
  expect(parseChange('patient.create', 1, JSON.stringify({ ...payload, patientId }))).toBeNull();
});
