// What is known of orders, also while the service does not answer: the record, the list, and where a customer's parcels went.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveOrder } from '../../../src/core/store/mirror/orders.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { exampleAppointment, examplePage, exampleRegistration } from '../../support/wire-examples.ts';
import {
  KIT_ID,
  ORDER_ID,
  REGISTRATION_ID,
  CUSTOMER_ID,
  REASON,
  LOST,
  NOT_FOUND,
  DRAFT,
  ADDRESS,
  openShop,
} from './support/order-desk.ts';

let shop: ReturnType<typeof openShop>;
let desk: TestDesk;
beforeEach(() => {
  shop = openShop();
  ({ desk } = shop);
});
afterEach(() => desk.close());

describe('the record of an order', () => {
  it('is read with every part and kept with its age for an outage', async () => {
    const orderId = await shop.placed();
    const read = await desk.done('orders.read', { orderId });
    expect(read).toMatchObject({
      live: true,
      number: 'ORD-1',
      paymentStatus: 'paid',
      registrations: { value: [{ id: REGISTRATION_ID, trfCode: 'DRW-0RDER2', hasPatient: false }] },
      items: { value: [{ name: 'Iron check', quantity: 2, price: '£45.00' }] },
      customer: { value: { name: 'OLIVER, Ada', email: 'ada@example.test' } },
      address: { value: null },
      shipping: { value: { name: 'Walk-in' } },
      appointments: { value: [{ id: uuidOf(60) }] },
    });
    expect(read.address.asOfMs).not.toBeNull();
    await shop.down();
    const kept = await desk.done('orders.read', { orderId });
    expect(kept).toMatchObject({ live: false, items: read.items, asOfMs: read.asOfMs });
  });

  it('shows what was ordered here until the service tells it, and what was not ordered as not read', async () => {
    await shop.knowTerms();
    await shop.down();
    const { orderId } = await desk.done('orders.create', {
      ...DRAFT,
      shippingId: KIT_ID,
      address: ADDRESS,
      seenTotal: { amountMinor: 9_350, currency: 'GBP' },
    });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'waiting',
      items: { asOfMs: null, value: [{ name: 'Iron check', quantity: 2, price: null }] },
      customer: { asOfMs: null, value: { name: 'OLIVER, Ada', email: 'ada@example.test', nhsNumber: null } },
      address: { asOfMs: null, value: { lines: ['1 High Street', 'London', 'E1 1AA', 'GB'] } },
      shipping: { asOfMs: null, value: { name: 'Home kit', price: null } },
      appointments: { asOfMs: null, value: null },
      registrations: { asOfMs: null, value: null },
    });
    await shop.up();
    await desk.advance(10_000);
    // What the service says counts as soon as it was read, also that there is none.
    const read = await desk.done('orders.read', { orderId });
    expect(read).toMatchObject({ items: { value: [{ price: '£45.00' }] }, address: { value: null } });
    expect(read.address.asOfMs).not.toBeNull();
  });

  it('names the time at which a sample is to be taken before the service knows of it', async () => {
    await shop.knowTerms();
    await shop.down();
    const startsAtMs = NINE_O_CLOCK_MS + 86_400_000;
    const { orderId } = await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: LOCATION_ID, startsAtMs },
    });
    expect((await desk.done('orders.get', { orderId })).appointments).toMatchObject({
      asOfMs: null,
      value: [{ startsAtMs, locationName: expect.any(String), confirmed: false }],
    });
  });

  it('has each record once, however often the service lists it', async () => {
    const orderId = await shop.placed();
    shop.instead = (request) => {
      const answer = shop.orderService(request);
      const { items } = (answer?.body ?? {}) as { items?: unknown[] };
      return answer && items && request.endpoint.startsWith('orders.')
        ? { ...answer, body: examplePage([...items, ...items], 1, 1) }
        : null;
    };
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      registrations: { value: [{ id: REGISTRATION_ID }] },
      items: { value: [{ name: 'Iron check' }] },
      appointments: { value: [{ id: uuidOf(60) }] },
    });
  });

  it('has all of its registrations, items and appointments where they fill more than one page', async () => {
    const orderId = await shop.placed();
    const paged = (items: readonly unknown[], page: number) => ({
      status: 200,
      body: examplePage([items[page - 1]], page, items.length),
    });
    shop.instead = ({ endpoint, query }) => {
      const page = Number(query.get('page') ?? 1);
      if (endpoint === 'orders.registrations') {
        const second = exampleRegistration({ id: uuidOf(53), trf_code: 'DRW-0RDER3' });
        return paged([desk.service.registrations.get(REGISTRATION_ID), second], page);
      }
      if (endpoint === 'orders.items') {
        return paged(
          [
            { id: uuidOf(61), name: 'Iron check' },
            { id: uuidOf(62), name: 'Vitamin D' },
          ],
          page,
        );
      }
      if (endpoint === 'orders.appointments') {
        return paged(
          [60, 63].map((n) => exampleAppointment({ id: uuidOf(n) })),
          page,
        );
      }
      return null;
    };
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      problem: null,
      registrations: { value: [{ trfCode: 'DRW-0RDER2' }, { trfCode: 'DRW-0RDER3' }] },
      items: { value: [{ name: 'Iron check' }, { name: 'Vitamin D' }] },
      appointments: { value: [{ id: uuidOf(60) }, { id: uuidOf(63) }] },
    });
  });

  it('is not read from an answer about another order, which is put on no list', async () => {
    const orderId = await shop.placed();
    await desk.done('orders.read', { orderId });
    const before = await desk.done('orders.list', {});
    shop.instead = ({ endpoint }) =>
      endpoint === 'orders.get'
        ? { status: 200, body: { ...shop.order, id: uuidOf(54), status: 'cancelled' } }
        : null;
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      problem: { kind: 'bug', origin: 'service' },
      state: 'placed',
    });
    expect(await desk.refused('orders.find', { text: ORDER_ID })).toMatchObject({ kind: 'bug' });
    expect(await desk.done('orders.list', {})).toEqual(before);
  });

  it('that was asked for before a patient was put on its registration does not take the patient off again', async () => {
    const orderId = await shop.placed();
    await desk.done('orders.read', { orderId });
    desk.addVisit(1);
    const patientId = uuidOf(30_001);
    const { service } = desk;
    service.isLate = ({ endpoint }) => endpoint === 'orders.registrations';
    const reading = desk.done('orders.read', { orderId });
    await vi.waitFor(() => expect(shop.times('orders.registrations')).toBe(2), { timeout: 15_000 });
    shop.instead = ({ endpoint, params }) => {
      const registration = service.registrations.get(params['id'] ?? '');
      if (endpoint !== 'registrations.update' || !registration) return null;
      service.registrations.set(registration.id, { ...registration, patient_id: patientId });
      return { status: 200, body: service.registrations.get(registration.id) };
    };
    await desk.done('registrations.assign', {
      registrationId: REGISTRATION_ID,
      patientId,
      seenPatientId: null,
    });
    await desk.advance(10_000);
    expect(await shop.lastRow()).toMatchObject({ kind: 'registration.assign', state: 'confirmed' });
    service.release();
    await reading;
    expect(await desk.done('registrations.get', { registrationId: REGISTRATION_ID })).toMatchObject({
      person: { id: patientId },
      sync: 'synced',
    });
  });

  it('ends no doubt about whose a registration is: only the list that it has contradicted can agree with it', async () => {
    const orderId = await shop.placed();
    desk.addVisit(1);
    const registrationId = uuidOf(20_001);
    const known = exampleRegistration(desk.service.registrations.get(registrationId) ?? {});
    const other = { ...known, patient_id: null, first_name: null, last_name: null, date_of_birth: null };
    shop.instead = ({ endpoint, params }) => {
      if (endpoint === 'registrations.get' && params['id'] === registrationId)
        return { status: 200, body: other };
      return endpoint === 'orders.registrations' ? { status: 200, body: examplePage([other], 1, 1) } : null;
    };
    const owner = async () => (await desk.done('results.get', { registrationId })).owner;
    expect(await desk.done('results.read', { registrationId })).toEqual({ outcome: 'person-changed' });
    expect(await owner()).toMatchObject({ kind: 'in-doubt', why: 'names-nobody' });
    await desk.done('orders.read', { orderId });
    await desk.done('results.read', { registrationId });
    expect(await owner()).toMatchObject({ kind: 'in-doubt', why: 'names-nobody' });
  });

  it('puts nobody else on a visit, and the visit nowhere else: one answer can be mixed up', async () => {
    const orderId = await shop.placed();
    const visitId = desk.addVisit(1);
    const before = await desk.done('visits.get', { visitId });
    const registration = exampleRegistration({
      ...desk.service.registrations.get(uuidOf(20_001)),
      patient_id: uuidOf(30_002),
      last_name: 'King',
    });
    const appointment = desk.service.appointments.get(uuidOf(10_001));
    const [starts_at, ends_at] = [120, 130].map((minutes) =>
      new Date(NINE_O_CLOCK_MS + minutes * 60_000).toISOString(),
    );
    shop.instead = ({ endpoint }) => {
      if (endpoint === 'orders.registrations') return { status: 200, body: examplePage([registration]) };
      return endpoint === 'orders.appointments' && appointment
        ? { status: 200, body: examplePage([{ ...appointment, starts_at, ends_at }]) }
        : null;
    };
    await desk.done('orders.read', { orderId });
    const { person, appointment: at } = await desk.done('visits.get', { visitId });
    expect(person).toEqual(before.person);
    expect(at?.startsAtMs).toBe(before.appointment?.startsAtMs);
  });

  it('tells every list that shows its registrations and appointments, also where the reading breaks off after them', async () => {
    const orderId = await shop.placed();
    const known = desk.service.registrations.get(REGISTRATION_ID);
    if (known) desk.service.registrations.set(REGISTRATION_ID, { ...known, status: 'success' });
    desk.events.length = 0;
    await desk.done('orders.read', { orderId });
    const told = desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []));
    expect(told).toEqual(expect.arrayContaining(['orders', 'board', 'patients', 'slots']));
  });

  it('is read on after a part whose answer cannot be used, which is said', async () => {
    const orderId = await shop.placed();
    shop.instead = ({ endpoint }) => (endpoint === 'orders.customer' ? { status: 200, body: null } : null);
    const read = await desk.done('orders.read', { orderId });
    expect(read).toMatchObject({
      live: true,
      problem: { kind: 'bug', origin: 'service' },
      items: { value: [{ name: 'Iron check' }] },
      customer: { asOfMs: null },
      shipping: { value: { name: 'Walk-in' } },
      appointments: { value: [{ id: uuidOf(60) }] },
    });
    shop.instead = () => null;
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      problem: null,
      customer: { value: {} },
    });
  });

  it('is read on after a part that the service refuses as not fitting', async () => {
    const orderId = await shop.placed();
    shop.instead = ({ endpoint }) =>
      endpoint === 'orders.registrations'
        ? { status: 409, body: { error: { code: 'conflict', message: 'Not now.' } } }
        : null;
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      live: true,
      problem: { kind: 'conflict' },
      registrations: { asOfMs: null },
      items: { value: [{ name: 'Iron check' }] },
    });
  });

  it('of an order that this desk never saw is opened by its id, its number, or a registration’s code', async () => {
    await shop.up();
    shop.place({});
    for (const text of [ORDER_ID, 'DRW-0RDER2']) {
      expect(await desk.done('orders.find', { text })).toEqual({ orderId: ORDER_ID });
    }
    shop.instead = ({ endpoint, params }) => {
      if (endpoint === 'registrations.order' && params['id'] === 'ORD-1') return NOT_FOUND;
      if (endpoint !== 'registrations.getByBarcode') return null;
      return { status: 200, body: desk.service.registrations.get(REGISTRATION_ID) };
    };
    expect(await desk.done('orders.find', { text: 'ORD-1' })).toEqual({ orderId: ORDER_ID });
    expect(await desk.done('orders.list', {})).toMatchObject({
      items: [{ id: ORDER_ID, number: 'ORD-1', madeHere: false }],
    });
  });

  it('of an order that nobody knows is not found, and not readable with the line down', async () => {
    await shop.up();
    expect(await desk.refused('orders.read', { orderId: uuidOf(99) })).toMatchObject({ kind: 'not-found' });
    expect(await desk.refused('orders.find', { text: 'nothing' })).toMatchObject({ kind: 'not-found' });
    expect(await desk.refused('orders.get', { orderId: uuidOf(99) })).toMatchObject({ kind: 'not-found' });
    await shop.down();
    expect(await desk.refused('orders.read', { orderId: uuidOf(99) })).toMatchObject({ kind: 'offline' });
  });
});

describe('the address of a known customer', () => {
  const addressOf = async (customerId: string) =>
    (await desk.done('orders.knownAddress', { customerId })).known;
  const toKnown = {
    ...DRAFT,
    shippingId: KIT_ID,
    customer: { kind: 'known', customerId: CUSTOMER_ID },
    seenTotal: { amountMinor: 9_350, currency: 'GBP' },
  } as const;

  it('is that of their latest order here that has one, and nobody else’s', async () => {
    const first = await shop.placed();
    shop.instead = ({ endpoint }) =>
      endpoint === 'orders.address'
        ? {
            status: 200,
            body: {
              id: uuidOf(70),
              line1: '1 High Street',
              line2: null,
              city: 'London',
              postal_code: 'E1 1AA',
              country_code: 'GB',
            },
          }
        : null;
    expect(await addressOf(CUSTOMER_ID)).toBeNull();
    await desk.done('orders.read', { orderId: first });
    expect(await addressOf(CUSTOMER_ID)).toMatchObject({
      address: { line1: '1 High Street', line2: null, postalCode: 'E1 1AA', company: null },
      number: 'ORD-1',
    });
    expect(await addressOf(uuidOf(88))).toBeNull();

    // One that still waits is later, until it is given up.
    await desk.advance(60_000);
    await shop.down();
    const { orderId } = await desk.done('orders.create', {
      ...toKnown,
      address: { ...ADDRESS, line1: '2 Low Road' },
    });
    expect(await addressOf(CUSTOMER_ID)).toMatchObject({ address: { line1: '2 Low Road' }, number: null });
    expect(await addressOf(uuidOf(88))).toBeNull();
    const row = await shop.lastRow();
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'given-up' });
    expect(await addressOf(CUSTOMER_ID)).toMatchObject({ address: { line1: '1 High Street' } });
  });

  it('is none where what the service tells of it lacks what an address needs', async () => {
    const first = await shop.placed();
    shop.instead = ({ endpoint }) =>
      endpoint === 'orders.address'
        ? {
            status: 200,
            body: { id: uuidOf(70), line1: '1 High Street', city: '', postal_code: '', country_code: 'GB' },
          }
        : null;
    await desk.done('orders.read', { orderId: first });
    expect(await addressOf(CUSTOMER_ID)).toBeNull();
  });
});

describe('the list of orders', () => {
  it('holds the latest, as many as are asked for, each once, and says how many there are', async () => {
    await shop.knowTerms();
    await shop.down();
    const { orderId } = await desk.done('orders.create', DRAFT);
    for (let number = 1; number <= 60; number += 1) {
      saveOrder(desk.parts.store.db, { id: uuidOf(900 + number) }, NINE_O_CLOCK_MS + number);
    }
    const first = await desk.done('orders.list', {});
    expect(first.total).toBe(61);
    expect(first.items).toHaveLength(50);
    expect(first.items.slice(0, 2).map(({ id }) => id)).toEqual([orderId, uuidOf(960)]);
    const all = await desk.done('orders.list', { limit: 100 });
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(61);
    await shop.up();
    await desk.advance(60_000);
    expect((await desk.done('orders.list', { limit: 100 })).total).toBe(61);
  });
});

it('an order that was opened by its number while it was in doubt is one with the one made here, with what was asked of it', async () => {
  await shop.knowTerms();
  shop.instead = ({ endpoint, body }) => {
    if (endpoint !== 'orders.create') return null;
    shop.place(body);
    return LOST;
  };
  const { orderId } = await desk.done('orders.create', DRAFT);
  await desk.advance(30_000);
  const opened = await desk.done('orders.find', { text: ORDER_ID });
  expect(opened.orderId).toBe(ORDER_ID);
  await desk.done('orders.refund', await shop.seen(ORDER_ID));
  await desk.advance(10 * 60_000);
  for (const id of [orderId, ORDER_ID]) {
    expect(await desk.done('orders.get', { orderId: id })).toMatchObject({
      id: orderId,
      state: 'placed',
      obstacles: { refund: 'done' },
      changes: [{ kind: 'order.create' }, { kind: 'order.refund' }],
    });
    expect(await desk.refused('orders.refund', await shop.seen(id))).toMatchObject({
      fields: { order: 'done' },
    });
  }
  await desk.done('orders.cancel', await shop.seen(ORDER_ID));
  expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelling' });
});
