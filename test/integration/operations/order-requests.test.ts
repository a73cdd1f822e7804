// What is asked about an order is asked once: cancelled, paid back, sent again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetOldOrders } from '../../../src/core/store/desk/old-orders.ts';
import { saveOrder } from '../../../src/core/store/mirror/orders.ts';
import { countKnownRegistrations } from '../../../src/core/store/mirror/pull-needs.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { forgetFinishedRows } from '../../../src/core/store/outbox/outbox-recovery.ts';
import { requestWords } from '../../../src/renderer/features/orders/order-words.ts';
import { NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePage, exampleRegistration } from '../../support/wire-examples.ts';
import { REASON, LOST, DRAFT, REGISTRATION_ID, openShop } from './support/order-desk.ts';

let shop: ReturnType<typeof openShop>;
let desk: TestDesk;
beforeEach(() => {
  shop = openShop();
  ({ desk } = shop);
});
afterEach(() => desk.close());

describe('cancelling an order', () => {
  it('is shown at once, sent, and settled by reading after a lost answer', async () => {
    const orderId = await shop.placed();
    shop.instead = (request) => {
      if (request.endpoint !== 'orders.update') return null;
      shop.orderService(request);
      return LOST;
    };
    expect(await desk.done('orders.cancel', await shop.seen(orderId))).toMatchObject({
      state: 'cancelling',
      obstacles: { cancel: 'under-way', reship: 'cancelled' },
    });
    await desk.advance(10 * 60_000);
    expect(shop.times('orders.update')).toBe(1);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelled' });
    expect(shop.rows().at(-1)).toEqual({ kind: 'order.cancel', state: 'confirmed' });
  });

  it('takes its registrations off at once, which is no loss of the service’s list', async () => {
    const orderId = await shop.placed();
    const { registrations } = desk.service;
    const others = [62, 63, 64].map((number) =>
      exampleRegistration({
        ...{ id: uuidOf(number), trf_code: `DRW-0RDE${number}`, short_code: `0RDE${number}` },
        ...{ patient_id: null, status: 'awaiting_patient' },
      }),
    );
    for (const one of others) registrations.set(one.id, one);
    await desk.advance(60_000);
    const ordered = [REGISTRATION_ID, ...others.map(({ id }) => id)];
    shop.instead = ({ endpoint, body }) => {
      if (endpoint === 'orders.registrations') {
        const left = ordered.flatMap((id) => registrations.get(id) ?? []);
        return { status: 200, body: examplePage(left, 1, 1) };
      }
      if (endpoint === 'orders.get') return { status: 200, body: shop.order };
      // An order that is cancelled takes its registrations with it.
      if (endpoint === 'orders.update' && (body as { cancel?: boolean }).cancel)
        for (const id of ordered) registrations.delete(id);
      return null;
    };
    await desk.done('orders.read', { orderId });
    expect(countKnownRegistrations(desk.parts.store.db)).toBe(4);
    await desk.done('orders.cancel', await shop.seen(orderId));
    await desk.advance(10_000);
    expect(countKnownRegistrations(desk.parts.store.db)).toBe(0);
    await desk.advance(10 * 60_000);
    expect(desk.parts.sync.notices()).toEqual([]);
  });

  it('that was not carried out is sent again by itself', async () => {
    const orderId = await shop.placed();
    shop.instead = ({ endpoint }) => (endpoint === 'orders.update' && shop.times(endpoint) < 2 ? LOST : null);
    await desk.done('orders.cancel', await shop.seen(orderId));
    await desk.advance(10 * 60_000);
    expect(shop.times('orders.update')).toBe(2);
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'cancelled' });
  });

  it('goes before a refund that was asked for after it', async () => {
    const orderId = await shop.placed();
    await shop.down();
    await desk.done('orders.cancel', await shop.seen(orderId));
    await desk.done('orders.refund', await shop.seen(orderId));
    expect(await desk.refused('orders.reship', await shop.seen(orderId))).toMatchObject({
      fields: { order: 'cancelled' },
    });
    await shop.up();
    await desk.advance(60_000);
    const bodies = shop.asked.filter(({ endpoint }) => endpoint === 'orders.update').map(({ body }) => body);
    expect(bodies).toEqual([{ cancel: true }, { refund: true }]);
  });

  it('that the service refuses leaves the order as it is, for a person', async () => {
    const orderId = await shop.placed();
    shop.instead = ({ endpoint }) =>
      endpoint === 'orders.update'
        ? { status: 422, body: { error: { code: 'invalid', message: 'No.' } } }
        : null;
    await desk.done('orders.cancel', await shop.seen(orderId));
    await desk.advance(60_000);
    expect(shop.rows().at(-1)).toEqual({ kind: 'order.cancel', state: 'refused' });
    expect(await desk.done('orders.get', { orderId })).toMatchObject({ state: 'attention' });
  });
});

it('a refund that the service took is not asked for again', async () => {
  const orderId = await shop.placed();
  await desk.done('orders.refund', await shop.seen(orderId));
  await desk.advance(60_000);
  expect(shop.rows().at(-1)).toEqual({ kind: 'order.refund', state: 'confirmed' });
  expect((await desk.done('orders.get', { orderId })).obstacles.refund).toBe('done');
  expect(await desk.refused('orders.refund', await shop.seen(orderId))).toMatchObject({
    fields: { order: 'done' },
  });
  await desk.advance(60_000);
  expect(shop.times('orders.update')).toBe(1);
});

it('what was asked about an order is kept as long as the order: a refund is not asked for again a month later', async () => {
  const orderId = await shop.placed();
  await desk.done('orders.refund', await shop.seen(orderId));
  await desk.advance(60_000);
  await desk.done('orders.cancel', await shop.seen(orderId));
  await desk.advance(60_000);
  // A service that words it in a way that this desk does not know.
  saveOrder(
    desk.parts.store.db,
    { ...shop.order, status: 'closed', payment_status: null } as never,
    Date.now(),
  );
  const { db } = desk.parts.store;
  const longAfterMs = NINE_O_CLOCK_MS + 31 * 86_400_000;
  while (forgetFinishedRows(db, longAfterMs, 100) > 0);
  expect(await desk.done('orders.get', { orderId })).toMatchObject({
    state: 'cancelled',
    obstacles: { cancel: 'cancelled', refund: 'done' },
    changes: [{ kind: 'order.refund' }, { kind: 'order.cancel' }],
  });

  expect(forgetOldOrders(db, Number.MAX_SAFE_INTEGER, 100)).toBe(1);
  while (forgetFinishedRows(db, longAfterMs, 100) > 0);
  expect(listRows(db, 'all')).toEqual([]);
});

describe.each([
  ['orders.refund', 'orders.update', 'order.refund', 'refund_requested'],
  ['orders.reship', 'orders.reship', 'order.reship', 'AWAITING_SHIPPING'],
] as const)('%s', (operation, endpoint, kind, standing) => {
  it('is asked for once', async () => {
    const orderId = await shop.placed();
    const input = await shop.seen(orderId);
    await desk.done(operation, input);
    expect(await desk.refused(operation, input)).toMatchObject({ kind: 'conflict', reason: 'changed' });
    await desk.advance(60_000);
    expect(shop.times(endpoint)).toBe(1);
    expect(shop.rows().at(-1)).toEqual({ kind, state: 'confirmed' });
  });

  it('after a lost answer waits for a person, with what the order says now', async () => {
    const orderId = await shop.placed();
    shop.instead = (request) => {
      if (request.endpoint !== endpoint) return null;
      shop.orderService(request);
      return LOST;
    };
    await desk.done(operation, await shop.seen(orderId));
    await desk.advance(20 * 60_000);
    expect(shop.times(endpoint)).toBe(1);
    const row = await shop.lastRow();
    expect(row).toMatchObject({
      kind,
      state: 'needs-human',
      orderId,
      subject: 'OLIVER, Ada',
      evidence: { found: [], standing },
    });
    await desk.done('outbox.settle', { rowId: row.id, reason: REASON });
    await desk.advance(20 * 60_000);
    expect(shop.times(endpoint)).toBe(1);
  });

  it('given up in doubt says of itself that it may have been done, before anybody asks again', async () => {
    const orderId = await shop.placed();
    const told = async () => {
      const { changes } = await desk.done('orders.get', { orderId });
      const words = requestWords(
        kind === 'order.refund' ? 'refund' : 'reship',
        await desk.done('orders.get', { orderId }),
        'Europe/London',
      ).consequences.join(' ');
      return { change: changes.at(-1), words };
    };
    shop.instead = (request) =>
      request.endpoint === endpoint
        ? { status: 409, body: { error: { code: 'state', message: 'No.' } } }
        : null;
    await desk.done(operation, await shop.seen(orderId));
    await desk.advance(60_000);
    await desk.done('outbox.discard', { rowId: (await shop.lastRow()).id, reason: REASON });
    // The service said no: nothing was done, and nobody is told that something may have been.
    expect((await told()).change).toMatchObject({ state: 'discarded', mayHaveBeenDone: false });
    expect((await told()).words).not.toContain('happens twice');

    shop.instead = (request) => (request.endpoint === endpoint ? LOST : null);
    await desk.done(operation, await shop.seen(orderId));
    await desk.advance(20 * 60_000);
    await desk.done('outbox.discard', { rowId: (await shop.lastRow()).id, reason: REASON });
    expect((await told()).change).toMatchObject({ kind, state: 'discarded', mayHaveBeenDone: true });
    expect((await told()).words).toContain('given up while nobody knew whether it was done');
    expect(shop.times(endpoint)).toBe(2);
  });

  it('given up in doubt keeps the doubt also where the service lets nobody look', async () => {
    const orderId = await shop.placed();
    shop.instead = (request) => {
      if (request.endpoint === endpoint) return LOST;
      if (request.endpoint !== 'orders.get') return null;
      return { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } };
    };
    await desk.done(operation, await shop.seen(orderId));
    await desk.advance(20 * 60_000);
    const row = await shop.lastRow();
    expect(row).toMatchObject({ state: 'needs-human', error: { kind: 'forbidden' } });
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    expect(await shop.lastRow()).toMatchObject({ kind, state: 'discarded', mayHaveBeenDone: true });
  });

  it('of an order that is not placed yet is refused', async () => {
    await shop.knowTerms();
    await shop.down();
    const { orderId } = await desk.done('orders.create', DRAFT);
    expect(await desk.refused(operation, await shop.seen(orderId))).toMatchObject({
      fields: { order: 'not-placed' },
    });
  });
});
