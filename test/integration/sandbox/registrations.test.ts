// Test registrations of the sandbox: both ways to make one, its three names, assignment, retest, look-ups.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  freeSlot,
  mainLocation,
  newOrder,
  newPatient,
  newRegistration,
  productOf,
  shippingOf,
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

  test('UUID, TRF code and foreign_id all name a registration, on every path', async () => {
    const made = await newRegistration(caller, { foreign_id: 'brand/ref 1?é%2F' });
    for (const id of [
      made.id,
      made.id.toUpperCase(),
      made.trf_code,
      made.trf_code.toLowerCase(),
      made.foreign_id ?? '',
    ]) {
      expect((await get(id)).id, id).toBe(made.id);
      expect((await caller.call('registrations.patient', { params: { id } })).id).toBe(made.patient_id);
    }
  });

  test('a patient’s details are copied to the registration, and null until one is assigned', async () => {
    const order = await newOrder(caller);
    const id = order.test_registrations[0]?.id ?? '';
    const blank = await get(id);
    for (const field of [
      'first_name',
      'last_name',
      'email',
      'date_of_birth',
      'gender',
      'ethnicity',
      'patient_id',
    ] as const) {
      expect(blank[field]).toBeNull();
    }
    const patient = await newPatient(caller, { ethnicity: 'Asian' });
    const assigned = await assign(id, { patient_id: patient.id });
    for (const field of [
      'first_name',
      'last_name',
      'email',
      'date_of_birth',
      'gender',
      'ethnicity',
    ] as const) {
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

  test('patch changes the reference, needs the patient, and keeps what is not sent', async () => {
    const made = await newRegistration(caller, { foreign_id: 'a' });
    const body = { patient_id: made.patient_id, foreign_id: 'b' };
    expect((await assign('a', body)).foreign_id).toBe('b');
    expect(
      (await assign('b', { patient_id: made.patient_id, mobile_phone_number: '07700 900000' })).foreign_id,
    ).toBe('b');
    const refused = await caller.refused('registrations.update', {
      params: { id: made.id },
      body: { foreign_id: 'c' },
    });
    expect(refused).toMatchObject({ status: 422, error: { fields: { patient_id: expect.any(String) } } });
  });

  test('a foreign_id is used once, at creation and by patch', async () => {
    const first = await newRegistration(caller, { foreign_id: 'ref' });
    const body = { patient_id: first.patient_id, product_skus: ['IRON-4'], foreign_id: 'ref' };
    const again = await caller.refused('registrations.create', { body });
    expect(again).toMatchObject({ status: 409, error: { code: 'duplicate' } });
    const second = await newRegistration(caller);
    const patched = await caller.refused('registrations.update', {
      params: { id: second.id },
      body: { patient_id: second.patient_id, foreign_id: 'ref' },
    });
    expect(patched.status).toBe(409);
    expect((await assign(first.id, { patient_id: first.patient_id, foreign_id: 'ref' })).foreign_id).toBe(
      'ref',
    );
  });

  test('a foreign_id that is another registration’s UUID, TRF code or label code is refused, at creation and by patch', async () => {
    const owner = await newRegistration(caller, { foreign_id: 'owner' });
    const other = await newRegistration(caller);
    for (const foreign_id of [
      owner.id,
      owner.id.toUpperCase(),
      owner.trf_code,
      ` ${owner.trf_code.toLowerCase()}`,
      owner.label_sample_id ?? '',
    ]) {
      const body = { patient_id: other.patient_id, product_skus: ['IRON-4'], foreign_id };
      const made = await caller.refused('registrations.create', { body });
      expect(made, foreign_id).toMatchObject({ status: 409, error: { code: 'duplicate' } });
      const patched = await caller.refused('registrations.update', {
        params: { id: other.id },
        body: { patient_id: other.patient_id, foreign_id },
      });
      expect(patched, foreign_id).toMatchObject({ status: 409, error: { code: 'duplicate' } });
    }
    expect(await get(other.id)).toMatchObject({ foreign_id: null });
    for (const foreign_id of [other.id, other.trf_code]) {
      await assign(other.id, { patient_id: other.patient_id, foreign_id });
      expect((await get(foreign_id)).id).toBe(other.id);
    }
  });

  test('a foreign_id that may become or was somebody’s TRF code is refused', async () => {
    const order = await newOrder(caller);
    const trf = order.test_registrations[0]?.trf_code ?? '';
    await caller.call('orders.update', { params: { id: order.id }, body: { cancel: true } });
    const patient_id = (await newPatient(caller)).id;
    for (const foreign_id of [trf, 'drw-ACDEFG']) {
      const body = { patient_id, product_skus: ['IRON-4'], foreign_id };
      const refused = await caller.refused('registrations.create', { body });
      expect(refused).toMatchObject({ status: 422, error: { fields: { foreign_id: expect.any(String) } } });
    }
    for (const foreign_id of ['CRM-ACDEFG', 'DRW-ACDEFGH', 'DRW-100000']) {
      expect((await newRegistration(caller, { foreign_id })).foreign_id).toBe(foreign_id);
    }
  });

  test('many requests at once with one foreign_id make one registration', async () => {
    const patient = await newPatient(caller);
    const body = { patient_id: patient.id, product_skus: ['IRON-4'], foreign_id: 'once' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => caller.send('POST', '/api/test_registration/', body)),
    );
    expect(answers.filter((one) => one.status === 201)).toHaveLength(1);
    expect(caller.sandbox.count.registrations()).toBe(1);
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

  test('a barcode look-up takes the label code, the TRF code and the order number', async () => {
    const made = await newRegistration(caller);
    const find = (barcode: string) => caller.call('registrations.getByBarcode', { params: { barcode } });
    for (const code of [
      made.label_sample_id ?? '',
      (made.label_sample_id ?? '').toLowerCase(),
      made.trf_code,
    ]) {
      expect(await find(code)).toEqual(await get(made.id));
    }
    const order = await newOrder(caller);
    const { order_number } = await caller.call('orders.get', { params: { id: order.id } });
    expect(await find(String(order_number))).toEqual(await get(order.test_registrations[0]?.id ?? ''));
    const unknown = await caller.refused('registrations.getByBarcode', { params: { barcode: 'NOPE' } });
    expect(unknown.status).toBe(404);
  });

  test('an order number leads to all registrations of its order', async () => {
    const order = await newOrder(caller, { items: [{ product_sku: 'IRON-4', quantity: 3 }] });
    await newOrder(caller);
    const { order_number } = await caller.call('orders.get', { params: { id: order.id } });
    const barcode = String(order_number).toLowerCase();
    const page = (query: Record<string, number>) =>
      caller.call('registrations.getByBarcode', { params: { barcode }, query });
    const ids = order.test_registrations.map((one) => one.id);
    const all = await Promise.all(ids.map(get));
    expect(await page({})).toMatchObject({ nr_of_results: 3, next_page: null, items: all });
    expect(await page({ page: 2, results_per_page: 2 })).toMatchObject({ nr_of_pages: 2, items: [all[2]] });
    await caller.call('orders.update', { params: { id: order.id }, body: { cancel: true } });
    const gone = await caller.refused('registrations.getByBarcode', { params: { barcode } });
    expect(gone.status).toBe(404);
  });

  test('a fixed word of a path wins over a name, so that every bar code and slug can be looked up', async () => {
    // The look-up knows no show_as_html and does not mind it; a document would refuse 9, which is no yes or no.
    for (const word of ['trf', 'label']) {
      const found = await caller.send('GET', `/api/test_registration/barcode/${word}?show_as_html=9`);
      expect(found.status, word).toBe(404);
    }
    // The other way round: the look-up comes in pages, of which none has the number 0; a patient does not.
    for (const word of ['patient', 'order', 'products']) {
      const found = await caller.send('GET', `/api/test_registration/barcode/${word}?page=0`);
      expect(found.status, word).toBe(422);
    }
    // A slug that nobody has is no product; an identifier that is none is no record at all.
    expect(await caller.send('GET', '/api/product/slug/files')).toMatchObject({
      status: 404,
      value: { error: { message: 'There is no such product.' } },
    });
    const patient_id = (await newPatient(caller)).id;
    const body = { patient_id, product_skus: ['IRON-4'], foreign_id: 'barcode' };
    const refused = await caller.refused('registrations.create', { body });
    expect(refused).toMatchObject({ status: 422, error: { fields: { foreign_id: expect.any(String) } } });
  });

  test('order, patient and appointment of a registration are 404 where there is none', async () => {
    const direct = await newRegistration(caller);
    const params = { id: direct.id };
    expect((await caller.refused('registrations.order', { params })).status).toBe(404);
    expect((await caller.refused('registrations.appointment', { params })).status).toBe(404);
    const order = await newOrder(caller);
    const bare = { id: order.test_registrations[0]?.id ?? '' };
    expect((await caller.refused('registrations.patient', { params: bare })).status).toBe(404);
    expect((await caller.call('registrations.order', { params: bare })).id).toBe(order.id);
  });

  test('the laboratory’s id is null at first and given as the sample is processed', async () => {
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    expect(await caller.call('registrations.labId', { params: { id: made.id } })).toEqual({ lab_id: null });
    caller.sandbox.clock.advanceSeconds(20);
    const { lab_id } = await get(made.id);
    expect(lab_id).toMatch(/^LML-\d{8}$/);
    expect(await caller.call('registrations.labId', { params: { id: made.id } })).toEqual({ lab_id });
  });

  test('the list holds every registration, newest first, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.unshift((await newRegistration(caller)).id);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await caller.call('registrations.list', { query: { page, results_per_page: 3 } });
      expect(answer).toMatchObject({
        nr_of_results: 7,
        nr_of_pages: 3,
        next_page: page < 3 ? page + 1 : null,
      });
      seen.push(...answer.items.map((one) => one.id));
    }
    expect(seen).toEqual(made);
    expect((await caller.call('registrations.list', { query: { page: 4_000 } })).items).toEqual([]);
    expect((await caller.refused('registrations.list', { query: { results_per_page: 101 } })).status).toBe(
      422,
    );
  });

  test('a registration finished today is listed like any other, with its appointment, its patient and its order', async () => {
    const slot = await freeSlot(caller);
    const order = await newOrder(caller, {
      shipping_id: await shippingOf(caller, 'IRON-4', 'walk_in'),
      address: undefined,
      initial_appointment: {
        test_location_id: await mainLocation(caller),
        appointment_time: `${slot.time.replace(' ', 'T')}:00`,
      },
    });
    const params = { id: order.test_registrations[0]?.id ?? '' };
    const patient = await newPatient(caller);
    await assign(params.id, { patient_id: patient.id, foreign_id: 'test:success+instant:today' });
    const waiting = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    const { items } = await caller.call('registrations.list');
    expect(items.map((one) => one.id)).toEqual([waiting.id, params.id]);
    expect(items[1]).toMatchObject({ status: 'success', results_ready: true, patient_id: patient.id });
    expect(items[1]?.completed_at).toMatch(new RegExp(`^${TODAY}T`));
    const appointment = await caller.call('registrations.appointment', { params });
    expect(appointment).toMatchObject({
      id: items[1]?.appointment_id,
      patient_id: patient.id,
      confirmed: true,
    });
    expect(appointment.starts_at.slice(0, 16)).toBe(slot.time.replace(' ', 'T'));
    expect(await caller.call('registrations.patient', { params })).toEqual(patient);
    expect((await caller.call('registrations.order', { params })).id).toBe(order.id);
  });

  test('pages far down a long list are the right ones', async () => {
    caller.sandbox.fillWithRegistrations(2_600);
    const page = async (number: number) =>
      (await caller.call('registrations.list', { query: { page: number } })).items.map((one) => one.id);
    const all: string[] = [];
    for (let number = 1; number <= 26; number += 1) all.push(...(await page(number)));
    expect(new Set(all).size).toBe(2_600);
    const cut = await caller.call('registrations.list', { query: { page: 37, results_per_page: 70 } });
    expect(cut.items.map((one) => one.id)).toEqual(all.slice(36 * 70, 37 * 70));
  });
});
