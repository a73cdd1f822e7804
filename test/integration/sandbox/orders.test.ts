// Orders of the sandbox: what is made with them, what is refused, cancelling, refunds, sending again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ADDRESS,
  CUSTOMER,
  mainLocation,
  newOrder,
  newPatient,
  productOf,
  shippingOf,
  slotsOn,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';

const NOBODY = '11111111-1111-4111-8111-111111111111';

describe('orders', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const refusedOrder = async (body: Record<string, unknown>) =>
    caller.refused('orders.create', {
      body: {
        items: [{ product_sku: 'IRON-4', quantity: 1 }],
        shipping_id: await shippingOf(caller, 'IRON-4', 'home_kit'),
        address: ADDRESS,
        customer: CUSTOMER,
        ...body,
      },
    });

  /** An order that is taken at an appointment. */
  const walkIn = async (sku = 'IRON-4') =>
    newOrder(caller, {
      items: [{ product_sku: sku, quantity: 1 }],
      shipping_id: await shippingOf(caller, sku, 'walk_in'),
      address: undefined,
      initial_appointment: {
        test_location_id: await mainLocation(caller),
        appointment_time: '2026-07-01T10:00:00+01:00',
      },
    });

  test('an order makes one registration for each product', async () => {
    const vitamin = await productOf(caller, 'VITD-1');
    const order = await newOrder(caller, {
      items: [
        { product_sku: 'IRON-4', quantity: 1 },
        { product_id: vitamin.id, quantity: 1 },
      ],
    });
    expect(order.test_registrations.map((one) => one.product.sku)).toEqual(['IRON-4', 'VITD-1']);
    expect(order.test_registrations[0]?.product.biomarkers).toHaveLength(4);
    const full = await caller.call('registrations.get', {
      params: { id: order.test_registrations[0]?.id ?? '' },
    });
    expect(full).toMatchObject({
      status: 'awaiting_patient',
      patient_id: null,
      first_name: null,
      email: null,
    });
  });

  test('a quantity of three makes three registrations, and less than one is refused', async () => {
    const order = await newOrder(caller, { items: [{ product_sku: 'IRON-4', quantity: 3 }] });
    expect(new Set(order.test_registrations.map((one) => one.trf_code)).size).toBe(3);
    for (const quantity of [0, -1, 1.5, '1', null]) {
      const refused = await refusedOrder({ items: [{ product_sku: 'IRON-4', quantity }] });
      expect(refused).toMatchObject({
        status: 422,
        error: { fields: { 'items.0.quantity': expect.any(String) } },
      });
    }
  });

  test('customer and customer_id together are rejected, and neither as well', async () => {
    const both = await refusedOrder({ customer_id: NOBODY });
    expect(both).toMatchObject({ status: 422, error: { fields: { customer_id: expect.any(String) } } });
    const neither = await refusedOrder({ customer: undefined });
    expect(neither).toMatchObject({ status: 422, error: { fields: { customer: expect.any(String) } } });
  });

  test('customer_id names a customer of an earlier order', async () => {
    const first = await newOrder(caller);
    const customer = await caller.call('orders.customer', { params: { id: first.id } });
    const second = await newOrder(caller, { customer_id: customer.id });
    expect(await caller.call('orders.customer', { params: { id: second.id } })).toEqual(customer);
    expect((await refusedOrder({ customer: undefined, customer_id: NOBODY })).status).toBe(404);
  });

  test('a customer’s foreign_id is unique', async () => {
    const customer = { ...CUSTOMER, foreign_id: 'crm-1' };
    await newOrder(caller, { customer });
    expect(await refusedOrder({ customer })).toMatchObject({ status: 409, error: { code: 'duplicate' } });
    expect(caller.sandbox.count.orders()).toBe(1);
  });

  test.each(['email', 'first_name', 'last_name'])('a customer without %s is refused', async (field) => {
    const refused = await refusedOrder({ customer: { ...CUSTOMER, [field]: undefined } });
    expect(refused).toMatchObject({
      status: 422,
      error: { fields: { [`customer.${field}`]: expect.any(String) } },
    });
  });

  test('an appointment-only product is not posted, and the message says so', async () => {
    const refused = await refusedOrder({ items: [{ product_sku: 'BLOOD-PRO', quantity: 1 }] });
    expect(refused.status).toBe(422);
    expect(refused.error.message).toMatch(/not available for postage/);
    expect(refused.error.message).toMatch(/appointment only/);
    expect((await walkIn('BLOOD-PRO')).test_registrations).toHaveLength(1);
  });

  test('a home kit needs an address', async () => {
    const refused = await refusedOrder({ address: undefined });
    expect(refused).toMatchObject({ status: 422, error: { fields: { address: expect.any(String) } } });
    const half = await refusedOrder({ address: { ...ADDRESS, city: undefined } });
    expect(half.error.fields).toHaveProperty(['address.city']);
  });

  test('a kit by courier is a kit: to an address, without an appointment, shipped and delivered', async () => {
    const shipping_id = await shippingOf(caller, 'LIPID-5', 'courier');
    const items = [{ product_sku: 'LIPID-5', quantity: 1 }];
    const order = await newOrder(caller, { items, shipping_id });
    const shown = await caller.call('orders.get', { params: { id: order.id } });
    expect(shown).toMatchObject({ shipping_status: 'AWAITING_SHIPPING', total: { amount_minor: 4_600 } });
    caller.sandbox.clock.advanceSeconds(60);
    const later = await caller.call('orders.get', { params: { id: order.id } });
    expect(later).toMatchObject({ shipping_status: 'DELIVERED' });
    const nowhere = await refusedOrder({ items, shipping_id, address: undefined });
    expect(nowhere.error.fields).toEqual({ address: expect.any(String) });
    const initial_appointment = {
      test_location_id: await mainLocation(caller),
      appointment_time: '2026-07-01T10:00:00+01:00',
    };
    const both = await refusedOrder({ items, shipping_id, initial_appointment });
    expect(both.error.fields).toEqual({ initial_appointment: expect.any(String) });
    const onlyInPerson = await refusedOrder({ items: [{ product_sku: 'FBC-7', quantity: 1 }], shipping_id });
    expect(onlyInPerson.error.message).toMatch(/not available for postage/);
  });

  test('shipping that a product does not offer is refused, unknown shipping is not found', async () => {
    const phlebotomist = await shippingOf(caller, 'LIPID-5', 'phlebotomist');
    expect(await refusedOrder({ shipping_id: phlebotomist })).toMatchObject({
      status: 422,
      error: { fields: { shipping_id: expect.any(String) } },
    });
    expect((await refusedOrder({ shipping_id: NOBODY })).status).toBe(404);
  });

  test('an item needs a product_id or a product_sku that exists', async () => {
    const none = await refusedOrder({ items: [{ quantity: 1 }] });
    expect(none.error.fields).toHaveProperty(['items.0.product_id']);
    const unknown = await refusedOrder({ items: [{ product_sku: 'NOPE', quantity: 1 }] });
    expect(unknown).toMatchObject({
      status: 422,
      error: { fields: { 'items.0.product_sku': 'is no product' } },
    });
    expect((await refusedOrder({ items: [] })).status).toBe(422);
  });

  test('initial_appointment books a confirmed appointment for the order’s registrations', async () => {
    const order = await walkIn();
    const { items } = await caller.call('orders.appointments', { params: { id: order.id } });
    expect(items).toMatchObject([
      { confirmed: true, starts_at: '2026-07-01T10:00:00+01:00', patient_id: null },
    ]);
    const id = order.test_registrations[0]?.id ?? '';
    const registration = await caller.call('registrations.get', { params: { id } });
    expect(registration).toMatchObject({ appointment_id: items[0]?.id, status: 'awaiting_patient' });
    const patient = await newPatient(caller);
    await caller.call('registrations.update', { params: { id }, body: { patient_id: patient.id } });
    const appointment = await caller.call('registrations.appointment', { params: { id } });
    expect(appointment.patient_id).toBe(patient.id);
  });

  test('an initial_appointment at a taken time leaves nothing behind', async () => {
    await walkIn();
    const before = { ...counted(caller) };
    const refused = await caller.refused('orders.create', {
      body: {
        items: [{ product_sku: 'IRON-4', quantity: 1 }],
        shipping_id: await shippingOf(caller, 'IRON-4', 'walk_in'),
        customer: CUSTOMER,
        initial_appointment: {
          test_location_id: await mainLocation(caller),
          appointment_time: '2026-07-01T10:00:00+01:00',
        },
      },
    });
    expect(refused).toMatchObject({ status: 409, error: { code: 'taken' } });
    expect(counted(caller)).toEqual(before);
  });

  test('an initial_appointment does not go with a posted kit', async () => {
    const refused = await refusedOrder({
      initial_appointment: {
        test_location_id: await mainLocation(caller),
        appointment_time: '2026-07-01T10:00:00+01:00',
      },
    });
    expect(refused).toMatchObject({
      status: 422,
      error: { fields: { initial_appointment: expect.any(String) } },
    });
  });

  test('cancelling an order cancels its appointments and registrations', async () => {
    const order = await walkIn();
    const slot = (await slotsOn(caller, TODAY)).find((one) => one.preview === '10:00');
    expect(slot?.available).toBe(false);
    const registration = order.test_registrations[0];
    const appointment = (await caller.call('orders.appointments', { params: { id: order.id } })).items[0];
    const cancelled = await caller.call('orders.update', {
      params: { id: order.id },
      body: { cancel: true },
    });
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect((await slotsOn(caller, TODAY)).find((one) => one.preview === '10:00')?.available).toBe(true);
    for (const id of [registration?.id, registration?.trf_code]) {
      expect((await caller.refused('registrations.get', { params: { id: id ?? '' } })).status).toBe(404);
    }
    const gone = await caller.refused('appointments.update', {
      params: { id: appointment?.id ?? '' },
      body: {},
    });
    expect(gone.status).toBe(404);
    expect((await caller.call('registrations.list')).nr_of_results).toBe(0);
    expect((await caller.call('orders.registrations', { params: { id: order.id } })).items).toEqual([]);
    expect((await caller.call('orders.appointments', { params: { id: order.id } })).items).toEqual([]);
  });

  test('cancelling again, or with false, changes nothing', async () => {
    const order = await newOrder(caller);
    const params = { id: order.id };
    const kept = await caller.call('orders.update', { params, body: { cancel: false, refund: false } });
    expect(kept).toEqual(await caller.call('orders.get', { params }));
    const cancelled = await caller.call('orders.update', { params, body: { cancel: true } });
    expect(await caller.call('orders.update', { params, body: { cancel: true } })).toEqual(cancelled);
  });

  test('a refund is asked for, with cancelling or without', async () => {
    const params = { id: (await newOrder(caller)).id };
    const refunded = await caller.call('orders.update', { params, body: { refund: true } });
    expect(refunded).toMatchObject({ payment_status: 'refund_requested', status: 'placed' });
    const both = await caller.call('orders.update', { params, body: { refund: true, cancel: true } });
    expect(both).toMatchObject({ payment_status: 'refund_requested', status: 'cancelled' });
  });

  test('reship sets the shipping status to AWAITING_SHIPPING', async () => {
    const params = { id: (await newOrder(caller)).id };
    caller.sandbox.clock.advanceSeconds(3_600);
    expect(await caller.call('orders.get', { params })).toMatchObject({ shipping_status: 'DELIVERED' });
    await caller.call('orders.reship', { params });
    expect(await caller.call('orders.get', { params })).toMatchObject({
      shipping_status: 'AWAITING_SHIPPING',
    });
    caller.sandbox.clock.advanceSeconds(30);
    expect(await caller.call('orders.get', { params })).toMatchObject({ shipping_status: 'SHIPPED' });
  });

  test('a cancelled order is not sent again', async () => {
    const params = { id: (await newOrder(caller)).id };
    await caller.call('orders.update', { params, body: { cancel: true } });
    expect(await caller.refused('orders.reship', { params })).toMatchObject({
      status: 409,
      error: { code: 'state' },
    });
  });

  test('every sub-resource of an order answers, each record with an id', async () => {
    const order = await newOrder(caller, { customer: { ...CUSTOMER, nhs_number: '9990000018' } });
    const params = { id: order.id };
    const items = await caller.call('orders.items', { params });
    expect(items.items).toMatchObject([{ product_sku: 'IRON-4', quantity: 1, id: expect.any(String) }]);
    expect(await caller.call('orders.customer', { params })).toMatchObject({
      ...CUSTOMER,
      nhs_number: '9990000018',
      id: expect.any(String),
    });
    expect(await caller.call('orders.address', { params })).toMatchObject({
      ...ADDRESS,
      id: expect.any(String),
    });
    expect((await caller.call('orders.shipping', { params })).type).toBe('home_kit');
    expect((await caller.call('orders.registrations', { params })).nr_of_results).toBe(1);
    expect((await caller.call('orders.appointments', { params })).nr_of_results).toBe(0);
    expect(await caller.call('orders.get', { params })).toMatchObject({
      id: order.id,
      total: { amount_minor: 4_900 },
    });
  });

  test('an order without an address has none to read', async () => {
    const order = await walkIn();
    expect((await caller.refused('orders.address', { params: { id: order.id } })).status).toBe(404);
  });

  test('an unknown order is not found', async () => {
    for (const name of ['orders.get', 'orders.items', 'orders.customer', 'orders.reship'] as const) {
      expect((await caller.refused(name, { params: { id: NOBODY } })).status).toBe(404);
    }
    const patch = await caller.refused('orders.update', { params: { id: NOBODY }, body: { cancel: true } });
    expect(patch.status).toBe(404);
  });
});

const counted = ({ sandbox }: Caller) => ({
  orders: sandbox.count.orders(),
  registrations: sandbox.count.registrations(),
  appointments: sandbox.count.appointments(),
});
