// A service that takes a change and answers with something else, or does not keep it, for as long as it is asked: it is not asked for
// ever, and nothing is made a second time.
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import type { NewChange } from '../../../../src/core/outbox/changes.ts';
import { retryRow } from '../../../../src/core/outbox/decisions.ts';
import { SENDING_RULES } from '../../../../src/core/outbox/sending-rules.ts';
import { choicesOf } from '../../../../src/core/operations/outbox-choices.ts';
import { storedAppointment } from '../../../../src/core/store/mirror/appointments.ts';
import { upsertRegistrations } from '../../../../src/core/store/mirror/registrations.ts';
import { transaction } from '../../../../src/core/store/db/database.ts';
import { mapId, serverIdOf } from '../../../../src/core/store/outbox/id-map.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { AppException, conflict, notFound } from '../../../../src/domain/app-error.ts';
import { patient, registration } from '../../../support/outbox-changes.ts';
import { registrationBody, uuid } from '../../../support/store-fixture.ts';
import { assignment, useSender } from '../../../support/test-sender.ts';
import { exampleAppointment } from '../../../support/wire-examples.ts';

const at = useSender(Date.parse('2026-11-20T09:00:00Z'));
const HOUR_MS = 60 * 60_000;
const PATIENT = uuid(1, 1);
const REGISTRATION = uuid(2, 1);
const PLACE = { locationId: uuid(5, 1), startsAtMs: Date.parse('2026-11-21T09:00:00Z'), date: '2026-11-21' };

const REFERENCE_CHANGE: NewChange = {
  ...patient('unused'),
  kind: 'registration.update',
  subjectId: REGISTRATION,
  payload: {
    registrationId: REGISTRATION,
    expectedPatientId: PATIENT,
    mobileNumber: null,
    foreignId: { to: 'after', expected: 'before' },
  },
};

/** Sends one change to a service that answers each endpoint by itself. Returns how often which of them was asked, and the row. */
async function sendFor(
  ms: number,
  change: NewChange,
  answers: Readonly<Record<string, (params: { readonly id: string }) => unknown>>,
): Promise<{ asked: Record<string, number>; row: OutboxRow }> {
  const asked: Record<string, number> = {};
  const call = async (name: string, { params }: { params: { id: string } }): Promise<unknown> => {
    asked[name] = (asked[name] ?? 0) + 1;
    return { value: answers[name]?.(params) };
  };
  const gateway = {
    call,
    nowMs: () => at.clock.monotonicMs(),
    answeredWellAtMs: () => at.clock.monotonicMs(),
    changedWellAtMs: () => at.clock.monotonicMs(),
    wrote() {},
  } as unknown as Gateway;
  at.start(() => Promise.reject(new Error('not asked')), { rules: SENDING_RULES, gateway });
  const row = at.save(change);
  at.sender.wake();
  await at.clock.advance(ms);
  return { asked, row: at.now(row) };
}

it('a registration that came back with another reference is not made again; a person looks for it', async () => {
  const change = registration('r', PATIENT, 'a');
  const { asked, row } = await sendFor(
    HOUR_MS,
    { ...change, payload: { ...change.payload, appointmentId: null } } as NewChange,
    {
      'registrations.create': () =>
        registrationBody(1, { foreign_id: 'desk-', product_ids: ['product'], patient_id: PATIENT }),
      'registrations.get': () => {
        throw new AppException(notFound('none under this reference'));
      },
    },
  );
  expect(asked['registrations.create']).toBe(1);
  expect(row).toMatchObject({ state: 'conflict', lastError: { reason: 'changed' } });
  // A person who has it tried once more gets one more look, and no second registration.
  expect(choicesOf(row, null)).toEqual(['look-again', 'give-up']);
  retryRow(at.store.db, row.id);
  at.sender.wake();
  await at.clock.advance(HOUR_MS);
  expect(asked['registrations.create']).toBe(1);
  expect(at.now(row)).toMatchObject({ state: 'conflict', lastError: { reason: 'changed' } });
});

it('a registration of which the answer alone was wrong is found and confirmed', async () => {
  const change = registration('r', PATIENT, 'a');
  const right = registrationBody(1, {
    foreign_id: 'desk-r',
    product_ids: ['product'],
    patient_id: PATIENT,
    appointment_id: null,
  });
  const { asked, row } = await sendFor(
    HOUR_MS,
    { ...change, payload: { ...change.payload, appointmentId: null } } as NewChange,
    { 'registrations.create': () => ({ ...right, foreign_id: 'x' }), 'registrations.get': () => right },
  );
  expect(asked['registrations.create']).toBe(1);
  expect(row.state).toBe('confirmed');
});

it('a reference that the service takes and does not keep is asked for twice, then a person is told', async () => {
  const before = registrationBody(1, { patient_id: PATIENT, foreign_id: 'before' });
  upsertRegistrations(at.store.db, [before], 1);
  const { asked, row } = await sendFor(HOUR_MS, REFERENCE_CHANGE, {
    'registrations.get': () => before,
    'registrations.update': () => before,
  });
  expect(asked['registrations.update']).toBe(2);
  expect(row).toMatchObject({ state: 'conflict', lastError: { reason: 'changed' }, answer: before });
});

it('a patient whom the service shows on the registration only some seconds later is nobody’s decision', async () => {
  const before = registrationBody(1, { patient_id: null });
  const { asked, row } = await sendFor(HOUR_MS, assignment(REGISTRATION, PATIENT), {
    'registrations.update': () => before,
    'registrations.get': () =>
      at.clock.monotonicMs() < 10_000 ? before : registrationBody(1, { patient_id: PATIENT }),
  });
  expect(asked['registrations.update']).toBe(1);
  expect(row.state).toBe('confirmed');
});

it('a patient whom the service takes and does not keep is asked for twice, then a person is told', async () => {
  const before = registrationBody(1, { patient_id: null });
  const { asked, row } = await sendFor(HOUR_MS, assignment(REGISTRATION, PATIENT), {
    'registrations.update': () => before,
    'registrations.get': () => before,
  });
  expect(asked['registrations.update']).toBe(2);
  expect(row).toMatchObject({ state: 'conflict', lastError: { reason: 'changed' }, answer: before });
});

it('an order that the service shows as before after each cancellation is cancelled twice, then a person is told', async () => {
  const order = { id: uuid(7, 1), status: 'placed' };
  const { asked, row } = await sendFor(
    HOUR_MS,
    { ...patient('unused'), kind: 'order.cancel', subjectId: order.id, payload: { orderId: order.id } },
    { 'orders.update': () => order, 'orders.get': () => order },
  );
  expect(asked['orders.update']).toBe(2);
  expect(row).toMatchObject({ state: 'conflict', lastError: { reason: 'changed' } });
});

it('an order whose cancellation takes half a minute is nobody’s decision', async () => {
  const order = { id: uuid(7, 1), status: 'placed' };
  const { row } = await sendFor(
    HOUR_MS,
    { ...patient('unused'), kind: 'order.cancel', subjectId: order.id, payload: { orderId: order.id } },
    {
      'orders.update': () => order,
      'orders.get': () => ({ ...order, status: at.clock.monotonicMs() < 25_000 ? 'placed' : 'cancelled' }),
    },
  );
  expect(row.state).toBe('confirmed');
});

it.each([
  ['cancelled by others meanwhile is done', 'cancelled', 'confirmed'],
  ['that stands is for a person', 'placed', 'conflict'],
])('an order whose cancellation the service refuses: one %s', async (_what, status, state) => {
  const order = { id: uuid(7, 1), status };
  const { asked, row } = await sendFor(
    HOUR_MS,
    { ...patient('unused'), kind: 'order.cancel', subjectId: order.id, payload: { orderId: order.id } },
    {
      'orders.update': () => {
        throw new AppException(conflict('state', 'refused'));
      },
      'orders.get': () => order,
    },
  );
  expect(asked['orders.update']).toBe(1);
  expect(row.state).toBe(state);
});

describe('one look that shows an appointment where nobody put it', () => {
  const own = exampleAppointment({ confirmed: true, patient_id: PATIENT });
  const from = { ...PLACE, locationId: own.test_location_id, startsAtMs: Date.parse(own.starts_at) };
  const moved = {
    ...own,
    test_location_id: PLACE.locationId,
    starts_at: new Date(PLACE.startsAtMs).toISOString(),
  };

  it.each([
    ['is moved', 'appointment.move', { from, to: PLACE, seenPatientId: PATIENT }, 'appointments.update'],
    ['is cancelled', 'appointment.cancel', { from, seenPatientId: PATIENT }, 'appointments.cancel'],
  ] as const)(
    'may be damaged: it %s after a second look, and nobody is asked',
    async (_what, kind, payload, endpoint) => {
      upsertRegistrations(at.store.db, [registrationBody(1, { appointment_id: own.id })], 1);
      let looks = 0;
      const { asked, row } = await sendFor(
        HOUR_MS,
        {
          ...patient('unused'),
          kind,
          subjectId: own.id,
          payload: { appointmentId: own.id, ...payload },
        } as NewChange,
        {
          'registrations.appointment': () => {
            looks += 1;
            return looks === 1 ? { ...own, starts_at: '2026-03-03T14:00:00+00:00' } : own;
          },
          'appointments.update': () => moved,
        },
      );
      expect(asked[endpoint]).toBe(1);
      expect(row.state).toBe('confirmed');
    },
  );
});

describe('an answer about another record than was asked about', () => {
  const ours = registrationBody(1, { patient_id: null });
  const another = registrationBody(2, { patient_id: null });

  it('puts the patient on no other registration, and is read anew', async () => {
    const given: string[] = [];
    let reads = 0;
    let isGiven = false;
    const { row } = await sendFor(HOUR_MS, assignment(REGISTRATION, PATIENT), {
      'registrations.get': () => {
        reads += 1;
        if (reads === 1 || reads === 3) return another;
        return isGiven ? { ...ours, patient_id: PATIENT } : ours;
      },
      'registrations.update': ({ id }) => {
        given.push(id);
        isGiven = true;
        return ours;
      },
    });
    expect(given).toEqual([REGISTRATION]);
    expect(row.state).toBe('confirmed');
  });

  it('gives no other registration the reference', async () => {
    const given: string[] = [];
    const { row } = await sendFor(HOUR_MS, REFERENCE_CHANGE, {
      'registrations.get': () => registrationBody(2, { patient_id: PATIENT, foreign_id: 'before' }),
      'registrations.update': ({ id }) => given.push(id),
    });
    expect(given).toEqual([]);
    // Said each time, it is a person who has to find out.
    expect(row).toMatchObject({ state: 'needs-human', lastError: { kind: 'bug', origin: 'service' } });
  });

  it.each([
    ['whose it is', 'appointment.assign', { patientId: PATIENT }],
    ['that it is confirmed', 'appointment.confirm', { patientId: PATIENT }],
    [
      'that it was moved',
      'appointment.move',
      { from: { ...PLACE, startsAtMs: 1 }, to: PLACE, seenPatientId: PATIENT },
    ],
  ] as const)('does not say of an appointment %s', async (_what, kind, payload) => {
    const ownId = exampleAppointment().id;
    const answer = exampleAppointment({
      confirmed: true,
      patient_id: PATIENT,
      test_location_id: PLACE.locationId,
      starts_at: new Date(PLACE.startsAtMs).toISOString(),
    });
    let asked = 0;
    const { row } = await sendFor(
      HOUR_MS,
      {
        ...patient('unused'),
        kind,
        subjectId: ownId,
        payload: { appointmentId: ownId, ...payload },
      } as NewChange,
      { 'appointments.update': () => ({ ...answer, id: (asked += 1) === 1 ? uuid(9, 9) : ownId }) },
    );
    expect(asked).toBe(2);
    expect(row.state).toBe('confirmed');
    expect(storedAppointment(at.store.db, uuid(9, 9))).toBeNull();
  });

  it.each([
    ['is found', {}, 'confirmed'],
    ['stays in doubt, where the list does not tell how long it is,', { isUncounted: true }, 'needs-human'],
  ])(
    'does not say that an order is placed: it %s after a look for the customer’s own reference',
    async (_what, counts, state) => {
      const orderId = 'second';
      transaction(at.store.db, () => mapId(at.store.db, 'order', 'first', uuid(7, 1)));
      const own = { id: uuid(7, 2), customer: { foreign_id: 'desk-customer' } };
      const made = registrationBody(1, { patient_id: null, parent_id: null, product_ids: ['kit'] });
      const { asked, row } = await sendFor(
        HOUR_MS,
        {
          ...patient('unused'),
          kind: 'order.create',
          subjectId: orderId,
          payload: {
            orderId,
            items: [{ productId: 'kit', quantity: 1 }],
            shippingId: 'shipping',
            customer: {
              kind: 'new',
              foreignId: 'desk-customer',
              firstName: 'James',
              lastName: 'Oliver',
              email: 'james@example.org',
              phoneNumber: null,
              nhsNumber: null,
            },
            address: null,
            shippingDate: null,
            appointment: null,
            shown: { products: [], shippingName: '', totalMinor: 0, currency: 'GBP' },
          },
        },
        {
          'orders.create': () => ({ id: uuid(7, 1), test_registrations: [] }),
          'registrations.list': () => ({ items: [made], nr_of_pages: 1, next_page: null, ...counts }),
          'registrations.order': () => own,
        },
      );
      expect(asked['orders.create']).toBe(1);
      expect(row.state).toBe(state);
      expect(serverIdOf(at.store.db, 'order', orderId)).toBe(state === 'confirmed' ? own.id : null);
    },
  );

  it('does not say that an order is paid back: a person is asked', async () => {
    const { row } = await sendFor(
      HOUR_MS,
      {
        ...patient('unused'),
        kind: 'order.refund',
        subjectId: 'request',
        payload: { requestId: 'request', orderId: uuid(7, 1) },
      },
      {
        'orders.update': () => ({ id: uuid(7, 2) }),
        'orders.get': () => ({ id: uuid(7, 1), payment_status: 'paid' }),
      },
    );
    expect(row).toMatchObject({ state: 'needs-human', answer: { standing: 'paid' } });
  });
});
