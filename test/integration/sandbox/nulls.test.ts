// Null in a request: taken as left out, unless the interface gives null a meaning.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ADDRESS,
  CUSTOMER,
  freeSlot,
  newOrder,
  newPatient,
  newRegistration,
  shippingOf,
  startCaller,
  type Caller,
} from './caller.ts';

describe('null for an optional field', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  test('is taken as left out, in every request', async () => {
    const patient = await newPatient(caller, {
      phone_number: null,
      ethnicity: null,
      foreign_id: null,
      address: null,
    });
    expect(patient).toMatchObject({
      phone_number: null,
      ethnicity: null,
      foreign_id: null,
      address_id: null,
    });

    const slot = await freeSlot(caller);
    const appointment = await caller.call('appointments.create', {
      body: {
        slot_id: slot.id,
        starts_at: null,
        confirmed: false,
        patient_id: null,
        override_availability: null,
      },
    });
    const changed = await caller.call('appointments.update', {
      params: { id: appointment.id },
      body: { confirmed: true, appointment_time: null, test_location_id: null, patient_id: null },
    });
    expect(changed).toEqual({ ...appointment, confirmed: true, expires_at: null });

    const made = await newRegistration(caller, {
      patient_id: patient.id,
      product_ids: null,
      biomarker_codes: null,
      appointment_id: null,
      foreign_id: null,
    });
    expect(made).toMatchObject({ appointment_id: null, foreign_id: null });
    const named = await newRegistration(caller, { foreign_id: 'kept' });
    const patched = await caller.call('registrations.update', {
      params: { id: named.id },
      body: { patient_id: named.patient_id, mobile_phone_number: null, foreign_id: null },
    });
    expect(patched.foreign_id).toBe('kept');

    const order = await newOrder(caller, {
      items: [{ product_id: null, product_sku: 'IRON-4', quantity: 1 }],
      shipping_id: await shippingOf(caller, 'IRON-4', 'home_kit'),
      customer: { ...CUSTOMER, phone_number: null, foreign_id: null, nhs_number: null },
      customer_id: null,
      address: { ...ADDRESS, line2: null, line3: null, company: null },
      shipping_date: null,
      initial_appointment: null,
    });
    const kept = await caller.call('orders.update', {
      params: { id: order.id },
      body: { cancel: null, refund: null },
    });
    expect(kept).toMatchObject({ status: 'placed', payment_status: 'paid' });
  });

  test('leaves what is needed missing, by its name', async () => {
    const fields = async (path: string, body: unknown) => {
      const answer = await caller.send('POST', path, body);
      expect(answer.status).toBe(422);
      return Object.keys((answer.value as { error: { fields: object } }).error.fields);
    };
    expect(await fields('/api/patient/', { first_name: null, address: null })).toEqual(
      expect.arrayContaining(['first_name', 'last_name']),
    );
    expect(await fields('/api/appointment/', { slot_id: null, starts_at: null, confirmed: false })).toEqual([
      'slot_id',
    ]);
    const { id } = await newPatient(caller);
    const products = { patient_id: id, product_ids: null, product_skus: null };
    expect(await fields('/api/test_registration/', products)).toEqual(['product_ids']);
    const listed = { patient_id: id, product_skus: ['IRON-4', null] };
    expect(await fields('/api/test_registration/', listed)).toEqual(['product_skus.1']);
  });

  test('has its meaning where the interface gives it one', async () => {
    await caller.call('webhook.update', { body: { url: 'http://127.0.0.1:9/', secret: 's' } });
    const cleared = await caller.call('webhook.update', { body: { url: null } });
    expect(cleared).toMatchObject({ webhook_url: null, webhook_secret_set: true });
  });
});
