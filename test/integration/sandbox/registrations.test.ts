// Test registrations of the sandbox: how they are made, their products, assignment, retest and e-mail.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  freeSlot,
  newOrder,
  newPatient,
  newRegistration,
  productOf,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';

const NOBODY = '11111111-1111-4111-8111-111111111111';

describe('test registrations', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const get = (id: string) => caller.call('registrations.get', { params: { id } });
  const assign = (id: string, body: Record<string, unknown>) =>
    caller.call('registrations.update', { params: { id }, body });
  /** A registration that came from an order, assigned so that it fails as the scenario says. */
  const ordered = async (scenario: string, sku = 'IRON-4') => {
    const order = await newOrder(caller, { items: [{ product_sku: sku, quantity: 1 }] });
    const id = order.test_registrations[0]?.id ?? '';
    const patient = await newPatient(caller);
    await assign(id, { patient_id: patient.id, foreign_id: `test:${scenario}+instant:${id}` });
    return { id, order, patient };
  };

  test('one made directly shows awaiting_patient without patient_registered_at', async () => {
    const patient = await newPatient(caller);
    const made = await newRegistration(caller, { patient_id: patient.id });
    expect(made).toMatchObject({
      status: 'awaiting_patient',
      patient_registered_at: null,
      patient_id: patient.id,
      results_ready: false,
      completed_at: null,
      created_at: TODAY,
    });
  });

  test('one made with an appointment shows pending with patient_registered_at, and the appointment knows whom it is for', async () => {
    const slot = await freeSlot(caller);
    const appointment = await caller.call('appointments.create', {
      body: { slot_id: slot.id, confirmed: true },
    });
    const patient = await newPatient(caller);
    const made = await newRegistration(caller, { patient_id: patient.id, appointment_id: appointment.id });
    expect(made).toMatchObject({
      status: 'pending',
      patient_registered_at: TODAY,
      appointment_id: appointment.id,
    });
    const linked = await caller.call('registrations.appointment', { params: { id: made.id } });
    expect(linked.patient_id).toBe(patient.id);
  });

  test('one whose foreign_id begins with test: shows pending', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:success:1' });
    expect(made).toMatchObject({ status: 'pending', results_ready: false, sandbox_scenario: 'success' });
  });

  test('one made directly goes on by its scenario by way of pending', async () => {
    const made = await newRegistration(caller);
    caller.sandbox.clock.advanceSeconds(15);
    expect(await get(made.id)).toMatchObject({ status: 'pending', patient_registered_at: TODAY });
    caller.sandbox.clock.advanceSeconds(15);
    expect(await get(made.id)).toMatchObject({ status: 'success', results_ready: true });
  });

  test('label_sample_id and sandbox_scenario appear in the direct creation’s answer only', async () => {
    const made = await newRegistration(caller);
    expect(made.label_sample_id).toMatch(/^[A-Z0-9]{8}$/);
    expect(made.label_sample_id).not.toBe(made.short_code);
    expect(made.sandbox_scenario).toBe('success');
    const { items } = await caller.call('registrations.list');
    for (const one of [await get(made.id), items[0]]) {
      expect(one).not.toHaveProperty('label_sample_id');
      expect(one).not.toHaveProperty('sandbox_scenario');
    }
  });

  test('the TRF code is a prefix, a hyphen and the short code', async () => {
    const { trf_code, short_code } = await newRegistration(caller);
    expect(trf_code).toBe(`DRW-${short_code}`);
    expect(short_code).toMatch(/^[A-Z0-9]{6}$/);
  });

  test('a patient’s details are copied to the registration, and null until one is assigned', async () => {
    const order = await newOrder(caller);
    const id = order.test_registrations[0]?.id ?? '';
    const copied = ['first_name', 'last_name', 'email', 'date_of_birth', 'gender', 'ethnicity'] as const;
    const blank = await get(id);
    for (const field of [...copied, 'patient_id'] as const) {
      expect(blank[field]).toBeNull();
    }
    const patient = await newPatient(caller, { ethnicity: 'Asian' });
    const assigned = await assign(id, { patient_id: patient.id });
    for (const field of copied) {
      expect(assigned[field]).toBe(patient[field]);
    }
  });

  test('assigning a patient to an ordered registration makes it pending and sets patient_registered_at', async () => {
    const id = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    const patient = await newPatient(caller);
    caller.sandbox.clock.advanceSeconds(86_400);
    const assigned = await assign(id, { patient_id: patient.id });
    expect(assigned).toMatchObject({ status: 'pending', patient_registered_at: '2026-07-02' });
    expect(await assign(id, { patient_id: patient.id })).toEqual(assigned);
  });

  test('an ordered registration waits for its patient, however long', async () => {
    const id = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    caller.sandbox.clock.advanceSeconds(864_000);
    expect(await get(id)).toMatchObject({ status: 'awaiting_patient', results_ready: false });
  });

  test('a registration is re-assigned until results are there', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:success:x' });
    const other = await newPatient(caller);
    expect(await assign(made.id, { patient_id: other.id })).toMatchObject({ last_name: other.last_name });
    caller.sandbox.clock.advanceSeconds(31);
    const third = await newPatient(caller);
    const refused = await caller.refused('registrations.update', {
      params: { id: made.id },
      body: { patient_id: third.id },
    });
    expect(refused).toMatchObject({ status: 409, error: { code: 'state' } });
  });

  test('a scenario that comes too late is refused, another reference is not', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:success+instant:x' });
    const { patient_id } = await get(made.id);
    const late = await caller.refused('registrations.update', {
      params: { id: made.id },
      body: { patient_id, foreign_id: 'test:all_failed:x' },
    });
    expect(late).toMatchObject({ status: 409, error: { code: 'state' } });
    await assign(made.id, { patient_id, foreign_id: 'test:success+instant:x' });
    expect(await assign(made.id, { patient_id, foreign_id: 'ours' })).toMatchObject({ foreign_id: 'ours' });
  });

  test('a sample that is never measured can be given to another patient and another scenario', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:x' });
    caller.sandbox.clock.advanceSeconds(864_000);
    const other = await newPatient(caller);
    const body = { patient_id: other.id, foreign_id: 'test:success+instant:y' };
    expect(await assign(made.id, body)).toMatchObject({ last_name: other.last_name, status: 'pending' });
    expect(await get(made.id)).toMatchObject({ status: 'success', results_ready: true });
  });

  test('products are named by id or SKU, several at once', async () => {
    const iron = await productOf(caller, 'IRON-4');
    const vitamin = await productOf(caller, 'VITD-1');
    for (const products of [
      { product_ids: [iron.id, vitamin.id] },
      { product_skus: ['IRON-4', 'VITD-1'] },
      { product_ids: [iron.id, vitamin.id.toUpperCase(), iron.id], product_skus: ['VITD-1', 'IRON-4'] },
    ]) {
      expect((await newRegistration(caller, products)).product_skus).toEqual(['IRON-4', 'VITD-1']);
    }
    const made = await newRegistration(caller, { product_skus: ['IRON-4', 'VITD-1'] });
    const { items } = await caller.call('registrations.products', { params: { id: made.id } });
    expect(items.map((one) => one.sku)).toEqual(['IRON-4', 'VITD-1']);
  });

  test('ids and SKUs that disagree are refused', async () => {
    const iron = await productOf(caller, 'IRON-4');
    const patient_id = (await newPatient(caller)).id;
    for (const product_skus of [['VITD-1'], ['IRON-4', 'VITD-1']]) {
      const body = { patient_id, product_ids: [iron.id], product_skus };
      const refused = await caller.refused('registrations.create', { body });
      expect(refused).toMatchObject({ status: 422, error: { fields: { product_skus: expect.any(String) } } });
    }
    expect(caller.sandbox.count.registrations()).toBe(0);
  });

  test('a registration without products, with unknown ones or an unknown biomarker is refused', async () => {
    const patient_id = (await newPatient(caller)).id;
    const refused = async (body: Record<string, unknown>) =>
      caller.refused('registrations.create', { body: { patient_id, ...body } });
    expect((await refused({})).error.fields).toHaveProperty('product_ids');
    expect((await refused({ product_skus: ['NOPE'] })).error.fields).toHaveProperty(['product_skus.0']);
    const codes = await refused({ product_skus: ['IRON-4'], biomarker_codes: ['IRON', 'TSH'] });
    expect(codes.error.fields).toEqual({ 'biomarker_codes.1': expect.any(String) });
  });

  test('an unknown patient or appointment is not found', async () => {
    const skus = { product_skus: ['IRON-4'] };
    const stranger = await caller.refused('registrations.create', { body: { patient_id: NOBODY, ...skus } });
    expect(stranger.status).toBe(404);
    const { id } = await newPatient(caller);
    const nowhere = await caller.refused('registrations.create', {
      body: { patient_id: id, appointment_id: NOBODY, ...skus },
    });
    expect(nowhere.status).toBe(404);
  });

  test('an appointment that is another patient’s cannot be linked', async () => {
    const owner = await newPatient(caller);
    const slot = await freeSlot(caller);
    const appointment = await caller.call('appointments.create', {
      body: { slot_id: slot.id, confirmed: true, patient_id: owner.id },
    });
    const other = await newPatient(caller);
    const refused = await caller.refused('registrations.create', {
      body: { patient_id: other.id, product_skus: ['IRON-4'], appointment_id: appointment.id },
    });
    expect(refused).toMatchObject({ status: 409, error: { code: 'state' } });
  });

  test('retest makes a new order and a new registration with parent_id', async () => {
    const { id, order, patient } = await ordered('one_failed');
    expect(await get(id)).toMatchObject({ status: 'success', results_ready: true });
    const again = await caller.call('registrations.retest', { params: { id } });
    expect(again).toMatchObject({
      parent_id: id,
      patient_id: patient.id,
      status: 'pending',
      product_skus: ['IRON-4'],
      results_ready: false,
    });
    expect(again.id).not.toBe(id);
    const newOne = await caller.call('registrations.order', { params: { id: again.id } });
    expect(newOne.id).not.toBe(order.id);
    caller.sandbox.clock.advanceSeconds(31);
    const { items } = await caller.call('registrations.labResults', { params: { id: again.id } });
    expect(items).toHaveLength(1);
    expect(items[0]?.status).toBe('success');
  });

  test('retest without failed results answers 400', async () => {
    const { id } = await ordered('success');
    expect((await caller.refused('registrations.retest', { params: { id } })).status).toBe(400);
    const waiting = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    expect((await caller.refused('registrations.retest', { params: { id: waiting } })).status).toBe(400);
  });

  test('retest without a linked order answers 400', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:all_failed+instant:1' });
    expect(await get(made.id)).toMatchObject({ status: 'fail' });
    expect((await caller.refused('registrations.retest', { params: { id: made.id } })).status).toBe(400);
  });

  test('the completion e-mail is sent only while no patient is assigned', async () => {
    const id = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    const send = { params: { id }, body: { email: 'somebody@example.com' } };
    await caller.call('registrations.sendCompleteEmail', send);
    const bad = await caller.refused('registrations.sendCompleteEmail', {
      params: { id },
      body: { email: 'x' },
    });
    expect(bad).toMatchObject({ status: 422, error: { fields: { email: expect.any(String) } } });
    await assign(id, { patient_id: (await newPatient(caller)).id });
    expect(await caller.refused('registrations.sendCompleteEmail', send)).toMatchObject({ status: 409 });
  });

  test('the laboratory’s id is null at first and given as the sample is processed', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    expect(await caller.call('registrations.labId', { params: { id: made.id } })).toEqual({ lab_id: null });
    caller.sandbox.clock.advanceSeconds(20);
    const { lab_id } = await get(made.id);
    expect(lab_id).toMatch(/^LML-\d{8}$/);
    expect(await caller.call('registrations.labId', { params: { id: made.id } })).toEqual({ lab_id });
  });

  test('one that is never measured stays so when that is chosen once more, and takes another course afterwards', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    caller.sandbox.clock.advanceSeconds(120);
    const patient_id = made.patient_id ?? '';
    await assign(made.id, { patient_id, foreign_id: 'test:pending_forever:2' });
    caller.sandbox.clock.advanceSeconds(864_000);
    expect(await get(made.id)).toMatchObject({ status: 'pending', results_ready: false });
    await assign(made.id, { patient_id, foreign_id: 'test:success:3' });
    caller.sandbox.clock.advanceSeconds(30);
    expect(await get(made.id)).toMatchObject({ status: 'success', results_ready: true });
  });
});
