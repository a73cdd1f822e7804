// What a registration of the sandbox is called: UUID, TRF code, foreign_id and label code, each once; and bar codes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newOrder, newPatient, newRegistration, startCaller, type Caller } from './caller.ts';

describe('names of a test registration', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const get = (id: string) => caller.call('registrations.get', { params: { id } });
  const assign = (id: string, body: Record<string, unknown>) =>
    caller.call('registrations.update', { params: { id }, body });

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
});
