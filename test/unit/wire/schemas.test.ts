// What the schemas let through and what they refuse.
import { describe, expect, test } from 'vitest';
import { appointment, createAppointmentBody } from '../../../src/wire/appointment.ts';
import { createOrderBody, order } from '../../../src/wire/order.ts';
import { createPatientBody } from '../../../src/wire/patient.ts';
import { createRegistrationBody, registration } from '../../../src/wire/registration.ts';
import { ENDPOINTS } from '../../../src/wire/routes.ts';
import { judgeRecord } from '../../../src/wire/record.ts';
import { dateTime, requestedDateTime } from '../../../src/wire/value.ts';
import { exampleAppointment, exampleRegistration } from '../../support/wire-examples.ts';

const id = exampleRegistration().id;
const firstField = (outcome: { error?: { issues: { path: PropertyKey[] }[] } }): string | undefined =>
  outcome.error?.issues[0]?.path.join('.');

describe('times', () => {
  test.each([
    '2026-03-03T09:30:00+00:00',
    '2026-03-03T09:30Z',
    '2026-03-03T09:30:00.123+0100',
    '2024-02-29T00:00:00Z',
  ])('%s is an instant', (text) => expect(dateTime.safeParse(text).success).toBe(true));
  test.each([
    '2026-03-03T09:30:00',
    '2026-02-29T09:30:00Z',
    '2026-13-03T09:30:00Z',
    '2026-03-03T25:00:00Z',
    'now',
    '',
  ])('"%s" is none', (text) => expect(dateTime.safeParse(text).success).toBe(false));
  test('a time in a request may leave out its offset', () => {
    expect(requestedDateTime.safeParse('2026-03-03T09:30').success).toBe(true);
    expect(requestedDateTime.safeParse('2026-02-30T09:30').success).toBe(false);
  });
});

describe('records', () => {
  test('a registration without a patient has no name, date of birth or address', () => {
    const unassigned = exampleRegistration({
      patient_id: null,
      first_name: null,
      last_name: null,
      email: null,
      date_of_birth: null,
      gender: null,
    });
    expect(registration.safeParse(unassigned).success).toBe(true);
  });

  test('ids in capitals are taken in small letters, also of a record that is used in part', () => {
    const registrationId = 'abcdef00-0000-4000-8000-000000000001';
    const patient_id = 'abcdef00-0000-4000-8000-000000000002';
    const told = exampleRegistration({
      id: registrationId.toUpperCase(),
      patient_id: patient_id.toUpperCase(),
    });
    expect(judgeRecord(registration, told)).toMatchObject({
      odd: null,
      record: { id: registrationId, patient_id },
    });
    expect(judgeRecord(registration, { ...told, status: 7 })).toMatchObject({
      odd: { id: registrationId, used: true },
      record: { id: registrationId, patient_id, status: 'unknown' },
    });
    expect(judgeRecord(registration, { ...told, trf_code: 7 })).toMatchObject({
      odd: { id: registrationId, used: false },
    });
  });

  test('the customer whom an order names is taken by an id in small letters; everything else of it stays as it came', () => {
    const customerId = 'abcdef00-0000-4000-8000-000000000001';
    const customer = { id: customerId.toUpperCase(), last_name: 'OLIVER' };
    expect(order.parse({ id, customer })).toEqual({ id, customer: { id: customerId, last_name: 'OLIVER' } });
    for (const other of ['OLIVER', null, { id: 'ABC' }, [], { last_name: 'OLIVER' }])
      expect(order.parse({ id, customer: other })).toEqual({ id, customer: other });
    expect(Object.keys(order.parse({ id }))).toEqual(['id']);
  });

  test('a registration may come with or without the code on its label', () => {
    expect(registration.parse(exampleRegistration()).label_sample_id).toBeUndefined();
    expect(registration.parse(exampleRegistration({ label_sample_id: 'A1' })).label_sample_id).toBe('A1');
  });

  test('a time of unknown form begins with a day that exists; anything else does not say that the tests are finished', () => {
    for (const completed_at of ['2026-03-03', '2026-03-03T09:30:00Z', '2026-03-03 09:30', null]) {
      expect(judgeRecord(registration, exampleRegistration({ completed_at }))).toMatchObject({
        odd: null,
        record: { completed_at },
      });
    }
    for (const completed_at of ['yesterday', '2026-02-30', '']) {
      expect(judgeRecord(registration, exampleRegistration({ completed_at }))).toMatchObject({
        odd: { field: 'completed_at', used: true },
        record: { completed_at: null },
      });
    }
  });

  test.each([
    [{ results_ready: null }, 'it is empty'],
    [{ results_ready: undefined }, 'it is missing'],
    [{ results_ready: 'Margaret' }, 'it is neither yes nor no'],
    [{ trf_code: 7 }, 'it is no text'],
    [{ product_ids: 'Margaret' }, 'it is no list'],
    [{ patient_id: 'Margaret' }, 'it is no identifier'],
    [{ date_of_birth: 'Margaret' }, 'it is no date (YYYY-MM-DD)'],
    [{ completed_at: 'Margaret' }, 'it must begin with a date (YYYY-MM-DD)'],
  ])('what is wrong with a field is said in words for people: %o', (wrong, reason) => {
    const { odd } = judgeRecord(registration, { ...exampleRegistration(), ...wrong });
    expect(odd).toMatchObject({ field: Object.keys(wrong)[0], reason });
  });

  test('fields whose type is not published take any value, but must be present', () => {
    const odd = { ...exampleRegistration(), lab_id: { nested: [1] }, doctors_note: 7 };
    expect(registration.safeParse(odd).success).toBe(true);
    const { lab_id: _, ...without } = exampleRegistration();
    expect(firstField(registration.safeParse(without))).toBe('lab_id');
  });

  test('an appointment of an unknown type is an appointment', () => {
    expect(appointment.safeParse(exampleAppointment({ type: 'balloon' })).success).toBe(true);
  });
});

describe('bodies', () => {
  test('an appointment needs a slot or a time', () => {
    expect(createAppointmentBody.safeParse({ slot_id: id, confirmed: false }).success).toBe(true);
    expect(
      createAppointmentBody.safeParse({ starts_at: '2026-03-03T09:30:00Z', confirmed: true }).success,
    ).toBe(true);
    expect(firstField(createAppointmentBody.safeParse({ confirmed: false }))).toBe('slot_id');
  });

  test('a registration needs products, by id or by SKU', () => {
    expect(createRegistrationBody.safeParse({ patient_id: id, product_skus: ['IRON-4'] }).success).toBe(true);
    expect(firstField(createRegistrationBody.safeParse({ patient_id: id }))).toBe('product_ids');
  });

  test('an order has a customer or the id of one, never both', () => {
    const order = { items: [{ product_sku: 'IRON-4', quantity: 1 }], shipping_id: id };
    const customer = { email: 'ada@example.test', first_name: 'Ada', last_name: 'Oliver' };
    expect(createOrderBody.safeParse({ ...order, customer }).success).toBe(true);
    expect(createOrderBody.safeParse({ ...order, customer_id: id }).success).toBe(true);
    expect(firstField(createOrderBody.safeParse(order))).toBe('customer');
    expect(firstField(createOrderBody.safeParse({ ...order, customer, customer_id: id }))).toBe(
      'customer_id',
    );
  });

  test.each([0, 1.5, -1, '1'])('an order of quantity %s is refused', (quantity) => {
    const order = { items: [{ product_sku: 'IRON-4', quantity }], shipping_id: id, customer_id: id };
    expect(firstField(createOrderBody.safeParse(order))).toBe('items.0.quantity');
  });

  test('each required field of a patient is missed by name', () => {
    const missed = createPatientBody.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
    expect(missed?.sort()).toEqual(['date_of_birth', 'email', 'first_name', 'gender', 'last_name']);
  });
});

describe('queries', () => {
  const { query } = ENDPOINTS['products.list'];

  test('are read from text as well as from values', () => {
    const wanted = { page: 2, results_per_page: 100, all_products: true, shipping_type_in: ['home_kit'] };
    expect(query.parse({ ...wanted, page: '2', results_per_page: '100', all_products: 'true' })).toEqual(
      wanted,
    );
    expect(query.parse(wanted)).toEqual(wanted);
  });

  test('keep the limits of the product list', () => {
    for (const beyond of [{ page: 51 }, { page: 0 }, { results_per_page: 101 }, { page: 'x' }]) {
      expect(query.safeParse(beyond).success).toBe(false);
    }
    expect(ENDPOINTS['registrations.list'].query.safeParse({ page: 51 }).success).toBe(true);
  });
});
