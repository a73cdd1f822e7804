// Every operation of the service through the client, answered by the sandbox; both are held to the wire's schemas.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toAppError } from '../../src/domain/app-error.ts';
import type { CreatedOrder } from '../../src/wire/order.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { ProductSummary } from '../../src/wire/product.ts';
import type { Registration } from '../../src/wire/registration.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../src/wire/routes.ts';
import type { Slot, TestLocation } from '../../src/wire/test-location.ts';
import { startServiceUnderContract, type ServiceUnderContract } from './service-harness.ts';

let service: ServiceUnderContract;
let location: TestLocation;
let product: ProductSummary;
let patient: Patient;
/** Sent to a home; nobody is assigned. */
let kitOrder: CreatedOrder;
/** With an appointment. */
let visitOrder: CreatedOrder;
/** Of the patient, with all results, one of them failed, from an order. */
let completed: Registration;
let freeSlots: Slot[];

const customer = (reference: string) => ({
  email: `${reference}@example.test`,
  first_name: 'Ada',
  last_name: 'Oliver',
  foreign_id: reference,
});
const address = { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country_code: 'GB' };

async function shippingOf(type: string): Promise<string> {
  const methods = await service.client.products.shipping(product.id);
  const method = methods.find((one) => one.type === type);
  if (!method) throw new Error(`${product.sku} cannot be had by ${type}`);
  return method.id;
}

/** Takes a slot that no other test here has taken. */
function takeSlot(): Slot {
  const slot = freeSlots.shift();
  if (!slot) throw new Error('no free slot left');
  return slot;
}

const startOf = (slot: Slot): string => slot.time.replace(' ', 'T');

async function placeKitOrder(reference: string): Promise<CreatedOrder> {
  return service.client.orders.create({
    items: [{ product_id: product.id, quantity: 1 }],
    shipping_id: await shippingOf('home_kit'),
    customer: customer(reference),
    address,
  });
}

const registrationIdOf = (order: CreatedOrder): string => order.test_registrations[0]?.id ?? '';

beforeAll(async () => {
  service = await startServiceUnderContract();
  const { client } = service;
  const locations = await client.locations.list();
  location = locations.items[0] as TestLocation;
  product = (await client.products.list({ query: { sku: 'IRON-4' } })).items[0] as ProductSummary;
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const slots = await client.locations.slots({ locationId: location.id, date: nextWeek });
  freeSlots = slots.filter((slot) => slot.available && !slot.is_past);
  patient = await client.patients.create({
    first_name: 'Zoë',
    last_name: 'O’Neill-Łukaszewska',
    email: 'zoe@example.test',
    date_of_birth: '1984-03-15',
    gender: 'female',
    foreign_id: 'contract-patient',
  });
  kitOrder = await placeKitOrder('contract-kit');
  visitOrder = await client.orders.create({
    items: [{ product_sku: product.sku, quantity: 1 }],
    shipping_id: await shippingOf('walk_in'),
    customer: customer('contract-visit'),
    initial_appointment: { test_location_id: location.id, appointment_time: startOf(takeSlot()) },
  });
  const failing = registrationIdOf(await placeKitOrder('contract-failing'));
  completed = await client.registrations.update(failing, {
    patient_id: patient.id,
    foreign_id: 'test:one_failed+instant:contract',
  });
});
afterAll(() => service.close());

/** One try for each operation; what it checks is what the operation is for. */
const TRIES: Readonly<Partial<Record<EndpointName, () => Promise<void>>>> = {
  'products.list': async () => {
    const { items, nr_of_results } = await service.client.products.list({ query: { results_per_page: 5 } });
    expect(items).toHaveLength(5);
    expect(nr_of_results).toBeGreaterThanOrEqual(12);
    const posted = await service.client.products.list({ query: { shipping_type_in: ['home_kit'] } });
    expect(posted.items.map(({ sku }) => sku)).toContain('IRON-4');
    expect(posted.items.map(({ sku }) => sku)).not.toContain('BLOOD-PRO');
  },
  'products.get': async () => {
    expect(await service.client.products.get(product.id)).toMatchObject(product);
  },
  'products.getBySlug': async () => {
    const { slug } = await service.client.products.get(product.id);
    expect((await service.client.products.getBySlug(slug)).id).toBe(product.id);
  },
  'products.biomarkers': async () => {
    expect((await service.client.products.biomarkers(product.id)).items).toHaveLength(4);
  },
  'products.files': async () => {
    const files = await service.client.products.files(product.id);
    expect(files.filter((file) => file.is_primary).length).toBeLessThanOrEqual(1);
  },
  'products.shipping': async () => {
    const types = (await service.client.products.shipping(product.id)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['home_kit', 'walk_in']));
  },
  'products.categories': async () => {
    expect((await service.client.products.categories(product.id)).current_page).toBe(1);
  },
  'products.faqs': async () => {
    expect((await service.client.products.faqs(product.id)).current_page).toBe(1);
  },
  'products.video': async () => {
    const [filmed] = (await service.client.products.list({ query: { sku: 'VITD-1' } })).items;
    expect(await service.client.products.video(filmed?.id as string)).toMatchObject({
      id: expect.stringMatching(/.+/),
    });
    expect(await service.client.products.video(product.id)).toBeNull();
  },
  'orders.create': async () => {
    expect(visitOrder.test_registrations).toHaveLength(1);
    expect(visitOrder.test_registrations[0]?.product.sku).toBe(product.sku);
  },
  'orders.get': async () => {
    expect((await service.client.orders.get(kitOrder.id)).id).toBe(kitOrder.id);
  },
  'orders.update': async () => {
    const order = await placeKitOrder('contract-cancelled');
    expect((await service.client.orders.update(order.id, { cancel: true })).id).toBe(order.id);
    await expect(service.client.registrations.get(registrationIdOf(order))).rejects.toMatchObject({
      error: { kind: 'not-found' },
    });
  },
  'orders.reship': async () => {
    await service.client.orders.reship(kitOrder.id);
    expect(JSON.stringify(await service.client.orders.get(kitOrder.id))).toContain('AWAITING_SHIPPING');
  },
  'orders.registrations': async () => {
    const { items } = await service.client.orders.registrations(kitOrder.id);
    expect(items.map(({ id }) => id)).toEqual(kitOrder.test_registrations.map(({ id }) => id));
  },
  'orders.items': async () => {
    expect((await service.client.orders.items(kitOrder.id)).items).toHaveLength(1);
  },
  'orders.customer': async () => {
    expect(JSON.stringify(await service.client.orders.customer(kitOrder.id))).toContain('contract-kit');
  },
  'orders.address': async () => {
    expect(await service.client.orders.address(kitOrder.id)).toMatchObject(address);
  },
  'orders.shipping': async () => {
    expect((await service.client.orders.shipping(kitOrder.id)).type).toBe('home_kit');
  },
  'orders.appointments': async () => {
    const { items } = await service.client.orders.appointments(visitOrder.id);
    expect(items.map(({ test_location_id }) => test_location_id)).toEqual([location.id]);
  },
  'patients.create': async () => {
    const { first_name, last_name, date_of_birth, gender, email } = patient;
    const again = await service.client.patients.create({
      first_name,
      last_name,
      date_of_birth,
      gender,
      email,
    });
    expect(again).toEqual(patient);
  },
  'locations.list': async () => {
    expect((await service.client.locations.list()).items).toHaveLength(3);
  },
  'locations.calendar': async () => {
    const { id, availability } = await service.client.locations.calendar({
      locationId: location.id,
      month: '2032-02',
    });
    expect(id).toBe('2032-02');
    expect(Object.keys(availability)).toHaveLength(29);
  },
  'locations.slots': async () => {
    expect(freeSlots.length).toBeGreaterThanOrEqual(6);
    expect(freeSlots[0]?.time.slice(11)).toBe(freeSlots[0]?.preview);
  },
  'appointments.create': async () => {
    const held = await service.client.appointments.create({ slot_id: takeSlot().id, confirmed: false });
    expect(held).toMatchObject({ confirmed: false, test_location_id: location.id, patient_id: null });
    expect(held.expires_at).not.toBeNull();
  },
  'appointments.update': async () => {
    const held = await service.client.appointments.create({ slot_id: takeSlot().id, confirmed: false });
    const asked = { confirmed: true, patient_id: patient.id };
    expect(await service.client.appointments.update(held.id, asked)).toMatchObject({
      ...asked,
      expires_at: null,
    });
  },
  'appointments.cancel': async () => {
    const slot = takeSlot();
    const booked = await service.client.appointments.create({ slot_id: slot.id, confirmed: true });
    await service.client.appointments.cancel(booked.id);
    const again = await service.client.appointments.create({ slot_id: slot.id, confirmed: true });
    expect(again.starts_at).toBe(booked.starts_at);
  },
  'registrations.create': async () => {
    const created = await service.client.registrations.create({
      patient_id: patient.id,
      product_skus: [product.sku],
      foreign_id: 'contract-direct',
    });
    expect(created).toMatchObject({
      patient_id: patient.id,
      product_ids: [product.id],
      foreign_id: 'contract-direct',
    });
    expect(created.trf_code.endsWith(`-${created.short_code}`)).toBe(true);
  },
  'registrations.list': async () => {
    const ids: string[] = [];
    for await (const page of service.client.pages('registrations.list', {
      query: { results_per_page: 50 },
    })) {
      ids.push(...page.items.map(({ id }) => id));
    }
    expect(ids).toContain(completed.id);
    expect(new Set(ids).size).toBe(ids.length);
  },
  'registrations.get': async () => {
    for (const key of [completed.id, completed.trf_code, completed.foreign_id as string]) {
      expect((await service.client.registrations.get(key)).id).toBe(completed.id);
    }
  },
  'registrations.update': async () => {
    const order = await placeKitOrder('contract-assigned');
    const assigned = await service.client.registrations.update(registrationIdOf(order), {
      patient_id: patient.id,
    });
    expect(assigned).toMatchObject({
      patient_id: patient.id,
      last_name: patient.last_name,
      status: 'pending',
    });
    expect(assigned.patient_registered_at).not.toBeNull();
  },
  'registrations.labResults': async () => {
    const unready = await service.client.registrations.labResults(registrationIdOf(visitOrder));
    expect(unready).toEqual({ ready: false });
    const ready = await service.client.registrations.labResults(completed.id);
    expect(ready.ready && ready.page.items.map(({ status }) => status).sort()).toEqual([
      'failed',
      'success',
      'success',
      'success',
    ]);
  },
  'registrations.trf': async () => {
    expect((await service.client.registrations.trf(completed.trf_code)).contentType).toMatch(
      /^application\/pdf/,
    );
    expect(await service.client.registrations.trfHtml(completed.trf_code)).toContain(completed.trf_code);
  },
  'registrations.label': async () => {
    expect((await service.client.registrations.label(completed.id)).bytes.length).toBeGreaterThan(500);
    expect(await service.client.registrations.labelHtml(completed.id)).toContain('<');
    await expect(service.client.registrations.label(registrationIdOf(kitOrder))).rejects.toMatchObject({
      error: { kind: 'not-found' },
    });
  },
  'registrations.resultsPdf': async () => {
    expect((await service.client.registrations.resultsPdf(completed.id)).bytes.length).toBeGreaterThan(500);
  },
  'registrations.retest': async () => {
    const again = await service.client.registrations.retest(completed.id);
    expect(again.id).not.toBe(completed.id);
    expect(again.parent_id).toBe(completed.id);
  },
  'registrations.sendCompleteEmail': async () => {
    await service.client.registrations.sendCompleteEmail(registrationIdOf(kitOrder), 'ada@example.test');
    const refused = service.client.registrations.sendCompleteEmail(completed.id, 'ada@example.test');
    expect(toAppError(await refused.catch((thrown: unknown) => thrown)).retry).toBe('never');
  },
  'registrations.products': async () => {
    const { items } = await service.client.registrations.products(completed.id);
    expect(items.map(({ sku }) => sku)).toEqual([product.sku]);
  },
  'registrations.order': async () => {
    expect((await service.client.registrations.order(registrationIdOf(kitOrder))).id).toBe(kitOrder.id);
  },
  'registrations.patient': async () => {
    expect(await service.client.registrations.patient(completed.id)).toEqual(patient);
  },
  'registrations.appointment': async () => {
    const appointment = await service.client.registrations.appointment(registrationIdOf(visitOrder));
    expect(appointment.test_location_id).toBe(location.id);
  },
  'registrations.labId': async () => {
    // Its shape is not published: whatever it is, it tells the identifier that the registration carries.
    const told = JSON.stringify(await service.client.registrations.labId(completed.id));
    const { lab_id } = await service.client.registrations.get(completed.id);
    expect(lab_id).toEqual(expect.stringMatching(/.+/));
    expect(told).toContain(lab_id);
  },
  'registrations.getByBarcode': async () => {
    const { trf_code, id } = completed;
    const { items } = await service.client.registrations.getByBarcode(trf_code);
    expect(items.map((one) => one.id)).toEqual([id]);
  },
  'webhook.update': async () => {
    const set = await service.client.webhook.update({
      url: 'http://127.0.0.1:9/hook',
      secret: 'long-secret-7',
    });
    expect(set).toMatchObject({ webhook_url: 'http://127.0.0.1:9/hook', webhook_secret_set: true });
    expect(JSON.stringify(set)).not.toContain('long-secret-7');
    const off = await service.client.webhook.update({ url: null });
    expect(off).toMatchObject({ webhook_url: null, webhook_secret_set: true });
  },
  'webhook.get': async () => {
    expect((await service.client.webhook.get()).secret_header).toBe('X-Webhook-Secret');
  },
  'sandbox.scenarios': async () => {
    expect(JSON.stringify(await service.client.sandbox.scenarios())).toContain('abnormal_high');
  },
};

describe('every endpoint, through the client, against the sandbox', () => {
  test('is called by this suite', () => {
    expect(ENDPOINT_NAMES.filter((name) => TRIES[name] === undefined)).toEqual([]);
  });

  test.each(ENDPOINT_NAMES.filter((name) => TRIES[name] !== undefined))('%s', async (name) => {
    await TRIES[name]?.();
    expect(service.answered.has(name), `${name} was not called, or gave no good answer`).toBe(true);
  });
});

describe('refusals of the sandbox', () => {
  test('a wrong token is told apart from everything else', async () => {
    const answer = await fetch(`${service.sandbox.baseUrl}/api/product/`, {
      headers: { authorization: 'Bearer x' },
    });
    expect(answer.status).toBe(401);
  });

  test('a slot that is taken, a reference that is in use and a field that is wrong have their kinds', async () => {
    const slot_id = takeSlot().id;
    await service.client.appointments.create({ slot_id, confirmed: true });
    await expect(service.client.appointments.create({ slot_id, confirmed: false })).rejects.toMatchObject({
      error: { kind: 'conflict', reason: 'taken' },
    });
    const asked = { patient_id: patient.id, product_skus: [product.sku], foreign_id: 'contract-twice' };
    await service.client.registrations.create(asked);
    await expect(service.client.registrations.create(asked)).rejects.toMatchObject({
      error: { kind: 'conflict', reason: 'duplicate' },
    });
  });

  test('an appointment-only product that was to be posted is refused in words a person can read', async () => {
    const order = service.client.orders.create({
      items: [{ product_sku: 'BLOOD-PRO', quantity: 1 }],
      shipping_id: await shippingOf('home_kit'),
      customer: customer('contract-postage'),
      address,
    });
    const error = toAppError(await order.catch((thrown: unknown) => thrown));
    expect(error.kind).toBe('rejected');
    expect(JSON.stringify(error)).toMatch(/appointment only/i);
  });
});
