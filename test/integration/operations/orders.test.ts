// Orders are built from what is known of the products, and placed once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { noteOffered, noteWithdrawn } from '../../../src/core/store/desk/withdrawn-products.ts';
import { NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { showAnswers } from '../../support/told-answers.ts';
import { exampleProduct, exampleRegistration } from '../../support/wire-examples.ts';
import {
  PRODUCT_ID,
  BY_APPOINTMENT_ID,
  KIT_ID,
  WALK_IN_ID,
  ORDER_ID,
  REGISTRATION_ID,
  CUSTOMER_ID,
  REASON,
  LOST,
  NOT_FOUND,
  pounds,
  product,
  DRAFT,
  ADDRESS,
  method,
  openShop,
} from './support/order-desk.ts';

let shop: ReturnType<typeof openShop>;
let desk: TestDesk;
beforeEach(() => {
  shop = openShop();
  ({ desk } = shop);
});
afterEach(() => desk.close());

describe('what products cost and how they ship', () => {
  it('is read when asked for, with the discount, and kept for an outage with its age', async () => {
    expect(await desk.done('orders.terms', { productIds: [PRODUCT_ID] })).toEqual({
      products: [],
      asOfMs: null,
      live: false,
      problem: null,
    });
    await shop.knowTerms();
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
    await shop.down();
    expect(await desk.done('orders.terms', { productIds: [PRODUCT_ID] })).toMatchObject({
      live: false,
      products: live.products,
    });
  });
});

it('a price that was read for an order is the one that lists of products show from then on', async () => {
  desk.service.products.set(PRODUCT_ID, { ...exampleProduct(), id: PRODUCT_ID });
  await shop.up();
  const untold = await showAnswers(desk, { 'products.list': {} });
  const priceNow = async () =>
    (await desk.done('products.list', {})).items.find(({ id }) => id === PRODUCT_ID)?.formerPrice;
  expect(await priceNow()).toBe('£49.00');
  shop.instead = ({ endpoint }) =>
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
    await shop.knowTerms();
    await shop.down();
    await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS + 30 * 60_000 },
    });
    await desk.advance(60 * 60_000);
    await shop.up();
    await desk.advance(5 * 60_000);
    expect(shop.asked.map(({ endpoint }) => endpoint)).not.toContain('orders.create');
    expect(await shop.lastRow()).toMatchObject({
      state: 'refused',
      error: { fields: { initial_appointment: 'past' } },
    });
  });

  it.each([
    [9_000, null],
    [14_500, '£90.00'],
  ])('says on its record what total was shown where the service makes it %i', async (total, totalShown) => {
    await shop.knowTerms();
    await shop.up();
    shop.order = { ...shop.order, total: pounds(total) };
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(60_000);
    await desk.done('orders.read', { orderId });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'placed', totalShown });
  });

  it('shows a total in a currency without smaller units as it is', async () => {
    await shop.knowTerms();
    const yen = { ...pounds(0), amount_minor: 9_000, currency: 'JPY', formatted_value: '¥9,000' };
    shop.order = { ...shop.order, total: { ...yen, amount_minor: 9_100 } };
    shop.instead = ({ endpoint, params }) =>
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

  it('of what the laboratory took off its list since it was chosen is refused, and keeps no other price from being read', async () => {
    await shop.knowTerms();
    noteWithdrawn(desk.parts.store.db, [PRODUCT_ID]);
    expect(await desk.refused('orders.create', DRAFT)).toMatchObject({
      kind: 'rejected',
      fields: { items: 'withdrawn' },
    });
    expect(shop.rows()).toEqual([]);
    shop.instead = ({ endpoint, params }) =>
      endpoint === 'products.get' && params['id'] === PRODUCT_ID ? NOT_FOUND : null;
    const told = await desk.done('orders.terms', { productIds: [PRODUCT_ID, BY_APPOINTMENT_ID] });
    expect(told).toMatchObject({ live: true, problem: null });
    noteOffered(desk.parts.store.db, [PRODUCT_ID]);
    expect((await desk.call('orders.create', DRAFT)).ok).toBe(true);
  });

  it('is saved while the connection is down, sent once, and linked to the service’s order', async () => {
    await shop.knowTerms();
    await shop.down();
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
    await shop.up();
    await desk.advance(60_000);
    expect(shop.times('orders.create')).toBe(1);
    expect(shop.asked.find(({ endpoint }) => endpoint === 'orders.create')?.body).toEqual({
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

  it('takes what was typed with it, also for a window that is gone before it hears of that, and nothing else', async () => {
    await shop.knowTerms();
    const windowId = uuidOf(900);
    const typed = { windowId, form: 'order', text: '{"lines":2}' };
    const kept = async () =>
      (await desk.done('drafts.list', { windowId })).items.map(({ form, text }) => [form, text]).sort();
    await desk.done('drafts.keep', typed);
    await desk.done('drafts.keep', { windowId, form: 'new-person', text: 'Ada' });
    // What is refused is still to be sent.
    await desk.refused(
      'orders.create',
      { ...DRAFT, seenTotal: { amountMinor: 1, currency: 'GBP' } },
      { typed },
    );
    expect(await kept()).toEqual([
      ['new-person', 'Ada'],
      ['order', typed.text],
    ]);
    await desk.done('orders.create', DRAFT, { typed });
    expect(await kept()).toEqual([['new-person', 'Ada']]);
    // The next order is being built by the time that the first one arrives.
    await desk.done('drafts.keep', { ...typed, text: '{"lines":3}' });
    await desk.done('orders.create', DRAFT, { typed });
    expect(await kept()).toContainEqual(['order', '{"lines":3}']);
  });

  it('sends a kit with its address and date, and a visit with its time', async () => {
    await shop.knowTerms();
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
    const bodies = shop.asked.filter(({ endpoint }) => endpoint === 'orders.create').map(({ body }) => body);
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
    await shop.knowTerms();
    expect(await desk.refused('orders.create', { ...DRAFT, ...changes })).toMatchObject({ fields });
    expect(shop.rows()).toEqual([]);
  });

  it('refuses another total than was shown, and fields that make no sense', async () => {
    await shop.knowTerms();
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
    await shop.knowTerms();
    shop.instead = ({ endpoint, body }) => {
      if (endpoint !== 'orders.create') return null;
      shop.place(body);
      return LOST;
    };
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(30_000);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'unsure' });
    await desk.advance(5 * 60_000);
    expect(shop.times('orders.create')).toBe(1);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'placed',
      serverId: ORDER_ID,
    });
  });

  it('that cannot be found after a lost answer waits for a person, and is placed again only by them', async () => {
    await shop.knowTerms();
    shop.instead = ({ endpoint }) => (endpoint === 'orders.create' && shop.times(endpoint) < 2 ? LOST : null);
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(20 * 60_000);
    expect(shop.times('orders.create')).toBe(1);
    const row = await shop.lastRow();
    expect(row).toMatchObject({
      state: 'needs-human',
      orderId,
      subject: 'OLIVER, Ada',
      evidence: { found: [], standing: null },
      choices: ['said-done', 'look-again', 'repeat', 'give-up'],
    });
    await desk.done('outbox.repeat', { rowId: row.id, reason: REASON });
    await desk.advance(60_000);
    expect(shop.times('orders.create')).toBe(2);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'placed' });
  });

  it('after a lost answer stays in doubt where it is asked for again once its time has passed', async () => {
    await shop.knowTerms();
    shop.instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    await desk.done('orders.create', {
      ...DRAFT,
      appointment: { locationId: uuidOf(5), startsAtMs: NINE_O_CLOCK_MS + 30 * 60_000 },
    });
    await desk.advance(60 * 60_000);
    const row = await shop.lastRow();
    expect(row).toMatchObject({ state: 'needs-human' });
    await desk.done('outbox.repeat', { rowId: row.id, reason: REASON });
    await desk.advance(20 * 60_000);
    expect(shop.times('orders.create')).toBe(1);
    // The first one may have been placed: that nothing was done would have somebody place a second one.
    expect(await shop.lastRow()).toMatchObject({
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
    await shop.knowTerms();
    shop.instead = ({ endpoint, params, body }) => {
      if (endpoint === 'registrations.order' && params['id'] !== REGISTRATION_ID) return NOT_FOUND;
      if (endpoint !== 'orders.create') return null;
      shop.place(body);
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
    const first = await shop.placed();
    await desk.done('orders.read', { orderId: first });
    const { items } = await desk.done('orders.customers', {});
    expect(items).toMatchObject([{ id: CUSTOMER_ID }]);
    shop.instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    const { orderId } = await desk.done('orders.create', {
      ...DRAFT,
      customer: { kind: 'known', customerId: CUSTOMER_ID },
    });
    await desk.advance(5 * 60_000);
    const row = await shop.lastRow();
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
    await shop.knowTerms();
    shop.instead = ({ endpoint }) => (endpoint === 'orders.create' ? LOST : null);
    const { orderId } = await desk.done('orders.create', DRAFT);
    await desk.advance(5 * 60_000);
    const { id: rowId } = await shop.lastRow();
    await desk.done('outbox.settle', { rowId, reason: REASON, madeId: ORDER_ID });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({
      state: 'placed',
      serverId: ORDER_ID,
    });
  });

  it('can be taken back before it is sent', async () => {
    await shop.knowTerms();
    await shop.down();
    const { orderId } = await desk.done('orders.create', DRAFT);
    const row = await shop.lastRow();
    expect(row.choices).toEqual(['give-up']);
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    await shop.up();
    await desk.advance(60_000);
    expect(shop.times('orders.create')).toBe(0);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'given-up' });
  });
});
