// Orders: built from what is known of the products, placed once, cancelled, paid back and sent again, and what is known of
// them while the service does not answer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { forgetOldOrders } from '../../../src/core/store/desk/old-orders.ts';
import { saveOrder } from '../../../src/core/store/mirror/orders.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { forgetConfirmedRows } from '../../../src/core/store/outbox/outbox-recovery.ts';
import { requestWords } from '../../../src/renderer/features/orders/order-words.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { showAnswers } from '../../support/told-answers.ts';
import {
  exampleAppointment,
  examplePage,
  exampleProduct,
  exampleRegistration,
} from '../../support/wire-examples.ts';

const PRODUCT_ID = uuidOf(3);
const BY_APPOINTMENT_ID = uuidOf(4);
const KIT_ID = uuidOf(41);
const WALK_IN_ID = uuidOf(42);
const ORDER_ID = uuidOf(50);
const REGISTRATION_ID = uuidOf(51);
const CUSTOMER_ID = uuidOf(52);
const REASON = 'Rang the laboratory';
const LOST: TestAnswer = { status: 500, body: { error: { code: 'broken', message: 'No.' } } };
const NO_CONTENT: TestAnswer = { status: 204, bytes: new Uint8Array() };
const NOT_FOUND: TestAnswer = { status: 404, body: { error: { code: 'not_found', message: 'No.' } } };

const pounds = (amount_minor: number) => ({
  amount_minor,
  currency: 'GBP',
  formatted_value: `£${(amount_minor / 100).toFixed(2)}`,
});
const method = (id: string, type: string) => ({
  id,
  name: type === 'home_kit' ? 'Home kit' : 'Walk-in',
  type,
  description: '',
  price: pounds(type === 'home_kit' ? 350 : 0),
});
const product = (id: string, appointmentOnly: boolean) => ({
  id,
  name: appointmentOnly ? 'Well person' : 'Iron check',
  sku: appointmentOnly ? 'WELL-1' : 'IRON-4',
  preview_image_url: null,
  price: pounds(4_900),
  appointment_only: appointmentOnly,
  slug: 'a-test',
  description: '',
  short_description: '',
  discounted_price: appointmentOnly ? null : pounds(4_500),
  turnaround_time: '',
  sample_collection_instructions: '',
});

let desk: TestDesk;
/** The order as the service has it. */
let order: Record<string, unknown> & { id: string };
let customerReference: string | null;
const asked: TestRequest[] = [];
/** Answers in place of the service's own; null lets it answer. */
let instead: (request: TestRequest) => TestAnswer | null = () => null;

function place(body: unknown): TestAnswer {
  const { customer } = body as { customer?: { foreign_id?: string } };
  customerReference = customer?.foreign_id ?? null;
  order = { ...order, customer: { id: CUSTOMER_ID, foreign_id: customerReference, last_name: 'Oliver' } };
  const registration = exampleRegistration({
    id: REGISTRATION_ID,
    trf_code: 'DRW-0RDER2',
    short_code: '0RDER2',
    patient_id: null,
    status: 'awaiting_patient',
  });
  desk.service.registrations.set(REGISTRATION_ID, registration);
  const reduced = { id: registration.id, trf_code: registration.trf_code };
  return {
    status: 201,
    body: {
      id: ORDER_ID,
      test_registrations: [{ ...reduced, product: { id: PRODUCT_ID, sku: 'IRON-4', biomarkers: [] } }],
    },
  };
}

const isPlaced = (): boolean => desk.service.registrations.has(REGISTRATION_ID);

/** The service as far as orders go. */
function orderService(request: TestRequest): TestAnswer | null {
  const { endpoint, params, body } = request;
  const only = (item: unknown): TestAnswer => ({ status: 200, body: examplePage([item], 1, 1) });
  switch (endpoint) {
    case 'products.get':
      return { status: 200, body: product(params['id'] ?? '', params['id'] === BY_APPOINTMENT_ID) };
    case 'products.shipping':
      return {
        status: 200,
        body: { items: [method(KIT_ID, 'home_kit'), method(WALK_IN_ID, 'walk_in')] },
      };
    case 'orders.create':
      return place(body);
    case 'orders.get':
      return isPlaced() && params['id'] === ORDER_ID ? { status: 200, body: order } : NOT_FOUND;
    case 'registrations.order':
      return isPlaced() ? { status: 200, body: order } : NOT_FOUND;
    case 'orders.update': {
      const { cancel, refund } = body as { cancel?: boolean; refund?: boolean };
      if (cancel) order = { ...order, status: 'cancelled' };
      if (refund) order = { ...order, payment_status: 'refund_requested' };
      return { status: 200, body: order };
    }
    case 'orders.reship':
      order = { ...order, shipping_status: 'AWAITING_SHIPPING' };
      return NO_CONTENT;
    case 'orders.registrations':
      return only(desk.service.registrations.get(REGISTRATION_ID));
    case 'orders.items':
      return only({ id: uuidOf(61), name: 'Iron check', quantity: 2, price: pounds(4_500) });
    case 'orders.customer':
      return {
        status: 200,
        body: { id: CUSTOMER_ID, first_name: 'Ada', last_name: 'Oliver', email: 'ada@example.test' },
      };
    case 'orders.address':
      return NOT_FOUND;
    case 'orders.shipping':
      return { status: 200, body: method(WALK_IN_ID, 'walk_in') };
    case 'orders.appointments':
      return only(exampleAppointment({ id: uuidOf(60) }));
    default:
      return null;
  }
}

beforeEach(() => {
  desk = openTestDesk();
  order = { id: ORDER_ID, order_number: 'ORD-1', status: 'placed', payment_status: 'paid' };
  asked.length = 0;
  instead = () => null;
  desk.service.answer = (request) => {
    if (request.endpoint.startsWith('orders.')) asked.push(request);
    return instead(request) ?? orderService(request);
  };
});
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });
const times = (endpoint: string) => asked.filter((request) => request.endpoint === endpoint).length;
const rows = () => listRows(desk.parts.store.db, 'all').map(({ kind, state }) => ({ kind, state }));
const lastRow = async () => {
  const { items } = await desk.done('outbox.list', { show: 'all' });
  return items.at(-1) as (typeof items)[number];
};

const DRAFT = {
  items: [{ productId: PRODUCT_ID, quantity: 2 }],
  shippingId: WALK_IN_ID,
  customer: { kind: 'new', firstName: 'Ada', lastName: 'Oliver', email: 'ada@example.test' },
  address: null,
  shippingDate: null,
  appointment: null,
  seenTotal: { amountMinor: 9_000, currency: 'GBP' },
} as const satisfies Input<'orders.create'>;

const ADDRESS = { line1: '1 High Street', city: 'London', postalCode: 'E1 1AA', countryCode: 'gb' };

/** Reads prices and shipping, as the screen does when products are chosen. */
async function knowTerms(): Promise<void> {
  await up();
  await desk.done('orders.terms', { productIds: [PRODUCT_ID, BY_APPOINTMENT_ID] });
}

/** An order that the service has placed. */
async function placed(): Promise<string> {
  await knowTerms();
  const { orderId } = await desk.done('orders.create', DRAFT);
  await desk.advance(10_000);
  return orderId;
}
const seen = async (orderId: string) => ({
  orderId,
  seenVersion: (await desk.done('orders.get', { orderId })).version,
});

describe('what products cost and how they ship', () => {
  it('is read when asked for, with the discount, and kept for an outage with its age', async () => {
    expect(await desk.done('orders.terms', { productIds: [PRODUCT_ID] })).toEqual({
      products: [],
      asOfMs: null,
      live: false,
      problem: null,
    });
    await knowTerms();
    const live = await desk.done('orders.terms', { productIds: [PRODUCT_ID] });
    expect(live).toMatchObject({
      live: true,
      products: [
        {
          id: PRODUCT_ID,
          price: { amountMinor: 4_500, currency: 'GBP' },
          shipping: [{ id: KIT_ID }, { id: WALK_IN_ID }],
        },
      ],
    });
    await down();
    expect(await desk.done('orders.terms', { productIds: [PRODUCT_ID] })).toMatchObject({
      live: false,
      products: live.products,
    });
  });
});

it('a price that was read for an order is the one that lists of products show from then on', async () => {
  desk.service.products.set(PRODUCT_ID, { ...exampleProduct(), id: PRODUCT_ID });
  await up();
  const untold = await showAnswers(desk, { 'products.list': {} });
  const priceNow = async () =>
    (await desk.done('products.list', {})).items.find(({ id }) => id === PRODUCT_ID)?.formerPrice;
  expect(await priceNow()).toBe('£49.00');
  instead = ({ endpoint }) =>
    endpoint === 'products.get'
      ? { status: 200, body: { ...product(PRODUCT_ID, false), discounted_price: null } }
      : null;
  await desk.done('orders.terms', { productIds: [PRODUCT_ID] });
  expect(await priceNow()).toBeNull();
  expect(await untold()).toEqual([]);
  // What says the same as before has no window ask again: it would go on and on.
  desk.events.length = 0;
  await desk.done('orders.terms', { productIds: [PRODUCT_ID] });
  expect(desk.events).toEqual([]);
});

describe('placing an order', () => {
  it('whose appointment has passed while the line was down asks a person, and costs nobody anything', async () => {
    await knowTerms();
    await down();
    await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS + 30 * 60_000 },
    });
    await desk.advance(60 * 60_000);
    await up();
    await desk.advance(5 * 60_000);
    expect(asked.map(({ endpoint }) => endpoint)).not.toContain('orders.create');
    expect(await lastRow()).toMatchObject({
      state: 'refused',
      error: { fields: { initial_appointment: 'past' } },
    });
  });

  it.each([
    [9_000, null],
    [14_500, '£90.00'],
  ])('says on its record what total was shown where the service makes it %i', async (total, totalShown) => {
    await knowTerms();
    await up();
    order = { ...order, total: pounds(total) };
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(60_000);
    await desk.done('orders.read', { orderId });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'placed', totalShown });
  });

  it('shows a total in a currency without smaller units as it is', async () => {
    await knowTerms();
    const yen = { ...pounds(0), amount_minor: 9_000, currency: 'JPY', formatted_value: '¥9,000' };
    order = { ...order, total: { ...yen, amount_minor: 9_100 } };
    instead = ({ endpoint, params }) =>
      endpoint === 'products.get'
        ? {
            status: 200,
            body: { ...product(params['id'] ?? '', true), price: { ...yen, amount_minor: 4_500 } },
          }
        : endpoint === 'products.shipping'
          ? {
              status: 200,
              body: { items: [{ ...method(WALK_IN_ID, 'walk_in'), price: { ...yen, amount_minor: 0 } }] },
            }
          : null;
    await desk.done('orders.terms', { productIds: [PRODUCT_ID] });
    const { orderId } = await desk.done('orders.create', {
      ...DRAFT,
      seenTotal: { amountMinor: 9_000, currency: 'JPY' },
    });
    await desk.advance(60_000);
    await desk.done('orders.read', { orderId });
    expect((await desk.done('orders.get', { orderId })).totalShown).toBe('JP¥9,000');
  });

  it('is saved while the connection is down, sent once, and linked to the service’s order', async () => {
    await knowTerms();
    await down();
    const commandId = uuidOf(777);
    const { orderId } = await desk.done('orders.create', DRAFT, { commandId });
    await desk.done('orders.create', DRAFT, { commandId });
    expect(await desk.done('orders.list', {})).toMatchObject({
      items: [
        {
          id: orderId,
          serverId: null,
          state: 'waiting',
          customerName: 'OLIVER, Ada',
          products: [{ name: 'Iron check', quantity: 2 }],
          total: '£90.00',
        },
      ],
    });
    await up();
    await desk.advance(60_000);
    expect(times('orders.create')).toBe(1);
    expect(asked.find(({ endpoint }) => endpoint === 'orders.create')?.body).toEqual({
      items: [{ product_id: PRODUCT_ID, quantity: 2 }],
      shipping_id: WALK_IN_ID,
      customer: {
        email: 'ada@example.test',
        first_name: 'Ada',
        last_name: 'Oliver',
        foreign_id: `desk-${orderId}`,
      },
    });
    expect(await desk.done('orders.list', {})).toMatchObject({
      items: [{ id: orderId, serverId: ORDER_ID, state: 'placed' }],
    });
  });

  it('sends a kit with its address and date, and a visit with its time', async () => {
    await knowTerms();
    await desk.done('orders.create', {
      ...DRAFT,
      shippingId: KIT_ID,
      address: ADDRESS,
      shippingDate: '2026-03-05',
      seenTotal: { amountMinor: 9_350, currency: 'GBP' },
    });
    await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS + 86_400_000 },
    });
    await desk.advance(60_000);
    const bodies = asked.filter(({ endpoint }) => endpoint === 'orders.create').map(({ body }) => body);
    expect(bodies).toMatchObject([
      {
        address: { line1: '1 High Street', city: 'London', postal_code: 'E1 1AA', country_code: 'GB' },
        shipping_date: '2026-03-05',
      },
      {
        initial_appointment: {
          test_location_id: uuidOf(5),
          appointment_time: '2026-03-04T09:00:00.000Z',
        },
      },
    ]);
  });

  it.each<[string, Partial<Input<'orders.create'>>, object]>([
    ['a kit without an address', { shippingId: KIT_ID }, { address: 'needed-for-kit' }],
    [
      'a kit of a product that needs an appointment',
      { shippingId: KIT_ID, items: [{ productId: BY_APPOINTMENT_ID, quantity: 1 }] },
      { shippingId: 'appointment-only' },
    ],
    [
      'a product of which nothing is known',
      { items: [{ productId: uuidOf(9), quantity: 1 }] },
      { items: 'not-in-catalogue' },
    ],
    [
      'a time that has passed',
      { appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS - 1 } },
      { appointment: 'past' },
    ],
    [
      'a customer whom nobody knows',
      { customer: { kind: 'known', customerId: CUSTOMER_ID } },
      { 'customer.customerId': 'unknown' },
    ],
  ])('refuses %s before anything is sent', async (_what, changes, fields) => {
    await knowTerms();
    expect(await desk.refused('orders.create', { ...DRAFT, ...changes })).toMatchObject({ fields });
    expect(rows()).toEqual([]);
  });

  it('refuses another total than was shown, and fields that make no sense', async () => {
    await knowTerms();
    expect(
      await desk.refused('orders.create', {
        ...DRAFT,
        seenTotal: { amountMinor: 9_800, currency: 'GBP' },
      }),
    ).toMatchObject({ kind: 'conflict', reason: 'changed' });
    for (const wrong of [
      { items: [] },
      { items: [{ productId: PRODUCT_ID, quantity: 0 }] },
      { items: [{ productId: PRODUCT_ID, quantity: 1.5 }] },
      { customer: { ...DRAFT.customer, email: 'ada@' } },
      { customer: { ...DRAFT.customer, lastName: ' ' } },
      { address: { ...ADDRESS, countryCode: 'Britain' } },
    ]) {
      expect(await desk.refused('orders.create', { ...DRAFT, ...wrong })).toMatchObject({
        kind: 'rejected',
      });
    }
  });

  it('after a lost answer is found by its customer’s reference, and not placed again', async () => {
    await knowTerms();
    instead = ({ endpoint, body }) => {
      if (endpoint !== 'orders.create') return null;
      place(body);
      return LOST;
    };
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(30_000);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'unsure' });
    await desk.advance(5 * 60_000);
    expect(times('orders.create')).toBe(1);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'placed',
      serverId: ORDER_ID,
    });
  });

  it('that cannot be found after a lost answer waits for a person, and is placed again only by them', async () => {
    await knowTerms();
    instead = ({ endpoint }) => (endpoint === 'orders.create' && times(endpoint) < 2 ? LOST : null);
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(20 * 60_000);
    expect(times('orders.create')).toBe(1);
    const row = await lastRow();
    expect(row).toMatchObject({
      state: 'needs-human',
      orderId,
      subject: 'OLIVER, Ada',
      evidence: { found: [], standing: null },
      choices: ['said-done', 'look-again', 'repeat', 'give-up'],
    });
    await desk.done('outbox.repeat', { rowId: row.id, reason: REASON });
    await desk.advance(60_000);
    expect(times('orders.create')).toBe(2);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'placed' });
  });

  it('after a lost answer stays in doubt where it is asked for again once its time has passed', async () => {
    await knowTerms();
    instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS + 30 * 60_000 },
    });
    await desk.advance(60 * 60_000);
    const row = await lastRow();
    expect(row).toMatchObject({ state: 'needs-human' });
    await desk.done('outbox.repeat', { rowId: row.id, reason: REASON });
    await desk.advance(20 * 60_000);
    expect(times('orders.create')).toBe(1);
    // The first one may have been placed: that nothing was done would have somebody place a second one.
    expect(await lastRow()).toMatchObject({
      state: 'needs-human',
      error: { fields: { initial_appointment: 'past' } },
      choices: ['said-done', 'look-again', 'repeat', 'give-up'],
    });
  });

  it.each([
    ['many of the same product were never given a patient', 60, 0],
    ['another one made since has begun a new page of the list', 49, 1],
  ])('after a lost answer is found also where %s', async (_where, before, since) => {
    const add = (number: number, createdAt: string): void => {
      const id = uuidOf(70_000 + number);
      desk.service.registrations.set(
        id,
        exampleRegistration({
          id,
          trf_code: `DRW-K${String(number).padStart(5, '0')}`,
          short_code: `K${String(number).padStart(5, '0')}`,
          patient_id: null,
          status: 'awaiting_patient',
          created_at: createdAt,
        }),
      );
    };
    // The service lists the oldest first.
    for (let number = 0; number < before; number += 1) add(number, '2025-01-02');
    await knowTerms();
    instead = ({ endpoint, params, body }) => {
      if (endpoint === 'registrations.order' && params['id'] !== REGISTRATION_ID) return NOT_FOUND;
      if (endpoint !== 'orders.create') return null;
      place(body);
      for (let number = 0; number < since; number += 1) add(before + number, '2025-01-02');
      return LOST;
    };
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(10 * 60_000);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'placed',
      serverId: ORDER_ID,
    });
  });

  it('of a known customer is never proven by itself: what appeared is shown to a person', async () => {
    const first = await placed();
    await desk.done('orders.read', { orderId: first });
    const { items } = await desk.done('orders.customers', {});
    expect(items).toMatchObject([{ id: CUSTOMER_ID }]);
    instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    const { orderId } = await desk.done('orders.create', {
      ...DRAFT,
      customer: { kind: 'known', customerId: CUSTOMER_ID },
    });
    await desk.advance(5 * 60_000);
    const row = await lastRow();
    expect(row).toMatchObject({
      state: 'needs-human',
      evidence: { found: [{ id: ORDER_ID, code: 'ORD-1' }] },
    });
    await desk.done('outbox.settle', { rowId: row.id, reason: REASON });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'said-placed',
      serverId: null,
    });
  });

  it('that a person says was placed gets the id they name', async () => {
    await knowTerms();
    instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(5 * 60_000);
    const { id: rowId } = await lastRow();
    await desk.done('outbox.settle', { rowId, reason: REASON, madeId: ORDER_ID });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'placed',
      serverId: ORDER_ID,
    });
  });

  it('can be taken back before it is sent', async () => {
    await knowTerms();
    await down();
    const { orderId } = await desk.done('orders.create', DRAFT);
    const row = await lastRow();
    expect(row.choices).toEqual(['give-up']);
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    await up();
    await desk.advance(60_000);
    expect(times('orders.create')).toBe(0);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'given-up' });
  });
});

describe('the record of an order', () => {
  it('is read with every part and kept with its age for an outage', async () => {
    const orderId = await placed();
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
    await down();
    const kept = await desk.done('orders.read', { orderId });
    expect(kept).toMatchObject({ live: false, items: read.items, asOfMs: read.asOfMs });
  });

  it('has each record once, however often the service lists it', async () => {
    const orderId = await placed();
    instead = (request) => {
      const answer = orderService(request);
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

  it('that was asked for before a patient was put on its registration does not take the patient off again', async () => {
    const orderId = await placed();
    await desk.done('orders.read', { orderId });
    desk.addVisit(1);
    const patientId = uuidOf(30_001);
    const { service } = desk;
    service.isLate = ({ endpoint }) => endpoint === 'orders.registrations';
    const reading = desk.done('orders.read', { orderId });
    await vi.waitFor(() => expect(times('orders.registrations')).toBe(2), { timeout: 15_000 });
    instead = ({ endpoint, params }) => {
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
    expect(await lastRow()).toMatchObject({ kind: 'registration.assign', state: 'confirmed' });
    service.release();
    await reading;
    expect(await desk.done('registrations.get', { registrationId: REGISTRATION_ID })).toMatchObject({
      person: { id: patientId },
      sync: 'synced',
    });
  });

  it('is read on after a part whose answer cannot be used, which is said', async () => {
    const orderId = await placed();
    instead = ({ endpoint }) => (endpoint === 'orders.customer' ? { status: 200, body: null } : null);
    const read = await desk.done('orders.read', { orderId });
    expect(read).toMatchObject({
      live: true,
      problem: { kind: 'bug', origin: 'service' },
      items: { value: [{ name: 'Iron check' }] },
      customer: { asOfMs: null },
      shipping: { value: { name: 'Walk-in' } },
      appointments: { value: [{ id: uuidOf(60) }] },
    });
    instead = () => null;
    expect(await desk.done('orders.read', { orderId })).toMatchObject({
      problem: null,
      customer: { value: {} },
    });
  });

  it('is read on after a part that the service refuses as not fitting', async () => {
    const orderId = await placed();
    instead = ({ endpoint }) =>
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
    await up();
    place({});
    for (const text of [ORDER_ID, 'DRW-0RDER2']) {
      expect(await desk.done('orders.find', { text })).toEqual({ orderId: ORDER_ID });
    }
    instead = ({ endpoint, params }) => {
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
    await up();
    expect(await desk.refused('orders.read', { orderId: uuidOf(99) })).toMatchObject({ kind: 'not-found' });
    expect(await desk.refused('orders.find', { text: 'nothing' })).toMatchObject({ kind: 'not-found' });
    expect(await desk.refused('orders.get', { orderId: uuidOf(99) })).toMatchObject({ kind: 'not-found' });
    await down();
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
    const first = await placed();
    instead = ({ endpoint }) =>
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
    await down();
    const { orderId } = await desk.done('orders.create', {
      ...toKnown,
      address: { ...ADDRESS, line1: '2 Low Road' },
    });
    expect(await addressOf(CUSTOMER_ID)).toMatchObject({ address: { line1: '2 Low Road' }, number: null });
    expect(await addressOf(uuidOf(88))).toBeNull();
    const row = await lastRow();
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'given-up' });
    expect(await addressOf(CUSTOMER_ID)).toMatchObject({ address: { line1: '1 High Street' } });
  });

  it('is none where what the service tells of it lacks what an address needs', async () => {
    const first = await placed();
    instead = ({ endpoint }) =>
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
    await knowTerms();
    await down();
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
    await up();
    await desk.advance(60_000);
    expect((await desk.done('orders.list', { limit: 100 })).total).toBe(61);
  });
});

describe('cancelling an order', () => {
  it('is shown at once, sent, and settled by reading after a lost answer', async () => {
    const orderId = await placed();
    instead = (request) => {
      if (request.endpoint !== 'orders.update') return null;
      orderService(request);
      return LOST;
    };
    expect(await desk.done('orders.cancel', await seen(orderId))).toMatchObject({
      state: 'cancelling',
      obstacles: { cancel: 'under-way', reship: 'cancelled' },
    });
    await desk.advance(10 * 60_000);
    expect(times('orders.update')).toBe(1);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelled' });
    expect(rows().at(-1)).toEqual({ kind: 'order.cancel', state: 'confirmed' });
  });

  it('that was not carried out is sent again by itself', async () => {
    const orderId = await placed();
    instead = ({ endpoint }) => (endpoint === 'orders.update' && times(endpoint) < 2 ? LOST : null);
    await desk.done('orders.cancel', await seen(orderId));
    await desk.advance(10 * 60_000);
    expect(times('orders.update')).toBe(2);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelled' });
  });

  it('goes before a refund that was asked for after it', async () => {
    const orderId = await placed();
    await down();
    await desk.done('orders.cancel', await seen(orderId));
    await desk.done('orders.refund', await seen(orderId));
    expect(await desk.refused('orders.reship', await seen(orderId))).toMatchObject({
      fields: { order: 'cancelled' },
    });
    await up();
    await desk.advance(60_000);
    const bodies = asked.filter(({ endpoint }) => endpoint === 'orders.update').map(({ body }) => body);
    expect(bodies).toEqual([{ cancel: true }, { refund: true }]);
  });

  it('that the service refuses leaves the order as it is, for a person', async () => {
    const orderId = await placed();
    instead = ({ endpoint }) =>
      endpoint === 'orders.update'
        ? { status: 422, body: { error: { code: 'invalid', message: 'No.' } } }
        : null;
    await desk.done('orders.cancel', await seen(orderId));
    await desk.advance(60_000);
    expect(rows().at(-1)).toEqual({ kind: 'order.cancel', state: 'refused' });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'attention' });
  });
});

it('a refund that the service took is not asked for again', async () => {
  const orderId = await placed();
  await desk.done('orders.refund', await seen(orderId));
  await desk.advance(60_000);
  expect(rows().at(-1)).toEqual({ kind: 'order.refund', state: 'confirmed' });
  expect((await desk.done('orders.get', { orderId })).obstacles.refund).toBe('done');
  expect(await desk.refused('orders.refund', await seen(orderId))).toMatchObject({
    fields: { order: 'done' },
  });
  await desk.advance(60_000);
  expect(times('orders.update')).toBe(1);
});

it('what was asked about an order is kept as long as the order: a refund is not asked for again a month later', async () => {
  const orderId = await placed();
  await desk.done('orders.refund', await seen(orderId));
  await desk.advance(60_000);
  await desk.done('orders.cancel', await seen(orderId));
  await desk.advance(60_000);
  // A service that words it in a way that this desk does not know.
  saveOrder(desk.parts.store.db, { ...order, status: 'closed', payment_status: null } as never, Date.now());
  const { db } = desk.parts.store;
  const longAfterMs = NINE_O_CLOCK_MS + 31 * 86_400_000;
  while (forgetConfirmedRows(db, longAfterMs, 100) > 0);
  expect(await desk.done('orders.get', { orderId })).toMatchObject({
    state: 'cancelled',
    obstacles: { cancel: 'cancelled', refund: 'done' },
    changes: [{ kind: 'order.refund' }, { kind: 'order.cancel' }],
  });

  expect(forgetOldOrders(db, Number.MAX_SAFE_INTEGER, 100)).toBe(1);
  while (forgetConfirmedRows(db, longAfterMs, 100) > 0);
  expect(listRows(db, 'all')).toEqual([]);
});

it('an order that was opened by its number while it was in doubt is one with the one made here, with what was asked of it', async () => {
  await knowTerms();
  instead = ({ endpoint, body }) => {
    if (endpoint !== 'orders.create') return null;
    place(body);
    return LOST;
  };
  const { orderId } = await desk.done('orders.create', DRAFT);
  await desk.advance(30_000);
  const opened = await desk.done('orders.find', { text: ORDER_ID });
  expect(opened.orderId).toBe(ORDER_ID);
  await desk.done('orders.refund', await seen(ORDER_ID));
  await desk.advance(10 * 60_000);
  for (const id of [orderId, ORDER_ID]) {
    expect(await desk.done('orders.get', { orderId: id })).toMatchObject({
      id: orderId,
      state: 'placed',
      obstacles: { refund: 'done' },
      changes: [{ kind: 'order.create' }, { kind: 'order.refund' }],
    });
    expect(await desk.refused('orders.refund', await seen(id))).toMatchObject({ fields: { order: 'done' } });
  }
  await desk.done('orders.cancel', await seen(ORDER_ID));
  expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelling' });
});

describe.each([
  ['orders.refund', 'orders.update', 'order.refund', 'refund_requested'],
  ['orders.reship', 'orders.reship', 'order.reship', 'AWAITING_SHIPPING'],
] as const)('%s', (operation, endpoint, kind, standing) => {
  it('is asked for once', async () => {
    const orderId = await placed();
    const input = await seen(orderId);
    await desk.done(operation, input);
    expect(await desk.refused(operation, input)).toMatchObject({ kind: 'conflict', reason: 'changed' });
    await desk.advance(60_000);
    expect(times(endpoint)).toBe(1);
    expect(rows().at(-1)).toEqual({ kind, state: 'confirmed' });
  });

  it('after a lost answer waits for a person, with what the order says now', async () => {
    const orderId = await placed();
    instead = (request) => {
      if (request.endpoint !== endpoint) return null;
      orderService(request);
      return LOST;
    };
    await desk.done(operation, await seen(orderId));
    await desk.advance(20 * 60_000);
    expect(times(endpoint)).toBe(1);
    const row = await lastRow();
    expect(row).toMatchObject({
      kind,
      state: 'needs-human',
      orderId,
      subject: 'OLIVER, Ada',
      evidence: { found: [], standing },
    });
    await desk.done('outbox.settle', { rowId: row.id, reason: REASON });
    await desk.advance(20 * 60_000);
    expect(times(endpoint)).toBe(1);
  });

  it('given up in doubt says of itself that it may have been done, before anybody asks again', async () => {
    const orderId = await placed();
    const told = async () => {
      const { changes } = await desk.done('orders.get', { orderId });
      const words = requestWords(
        kind === 'order.refund' ? 'refund' : 'reship',
        await desk.done('orders.get', { orderId }),
        'Europe/London',
      ).consequences.join(' ');
      return { change: changes.at(-1), words };
    };
    instead = (request) =>
      request.endpoint === endpoint
        ? { status: 409, body: { error: { code: 'state', message: 'No.' } } }
        : null;
    await desk.done(operation, await seen(orderId));
    await desk.advance(60_000);
    await desk.done('outbox.discard', { rowId: (await lastRow()).id, reason: REASON });
    // The service said no: nothing was done, and nobody is told that something may have been.
    expect((await told()).change).toMatchObject({ state: 'discarded', mayHaveBeenDone: false });
    expect((await told()).words).not.toContain('happens twice');

    instead = (request) => (request.endpoint === endpoint ? LOST : null);
    await desk.done(operation, await seen(orderId));
    await desk.advance(20 * 60_000);
    await desk.done('outbox.discard', { rowId: (await lastRow()).id, reason: REASON });
    expect((await told()).change).toMatchObject({ kind, state: 'discarded', mayHaveBeenDone: true });
    expect((await told()).words).toContain('given up while nobody knew whether it was done');
    expect(times(endpoint)).toBe(2);
  });

  it('given up in doubt keeps the doubt also where the service lets nobody look', async () => {
    const orderId = await placed();
    instead = (request) => {
      if (request.endpoint === endpoint) return LOST;
      if (request.endpoint !== 'orders.get') return null;
      return { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } };
    };
    await desk.done(operation, await seen(orderId));
    await desk.advance(20 * 60_000);
    const row = await lastRow();
    expect(row).toMatchObject({ state: 'needs-human', error: { kind: 'forbidden' } });
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    expect(await lastRow()).toMatchObject({ kind, state: 'discarded', mayHaveBeenDone: true });
  });

  it('of an order that is not placed yet is refused', async () => {
    await knowTerms();
    await down();
    const { orderId } = await desk.done('orders.create', DRAFT);
    expect(await desk.refused(operation, await seen(orderId))).toMatchObject({
      fields: { order: 'not-placed' },
    });
  });
});
