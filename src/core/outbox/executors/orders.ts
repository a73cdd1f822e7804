// Places an order, cancels one, asks for the money back, has one sent again. Only cancelling may be repeated: see
// once-only.ts for the others.
import { bug, conflict, rejected } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { PayloadOf } from '../../../domain/change.ts';
import type { Evidence } from '../../../domain/evidence.ts';
import { isCancelledStatus } from '../../../domain/order.ts';
import type { CreateOrderBody } from '../../../wire/order.ts';
import { noteOrder, saveOrder } from '../../store/mirror/orders.ts';
import { localIdOf, mapId } from '../../store/outbox/id-map.ts';
import { commonVerdict, lookFailed, needServerId, outcomeAbout, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor, Outcome } from '../attempt.ts';
import { askWhetherDone, onceOnlyFailed, readNewest, waitsForLateOne } from '../once-only.ts';
import { again, confirmed, conflictOnceSaidTwice, forHuman, inDoubt } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type Creation = Attempt<'order.create'>;
type OrderBody = { readonly id: string } & Readonly<Record<string, unknown>>;

/** New orders of other people may be among the newest registrations: of so many of these, the newest, the order is looked at. */
const ORDERS_LOOKED_AT = 25;
/** A service may cancel appointments and registrations one by one before it calls the order cancelled. */
const CANCELLING_MS = 30_000;

function bodyOf({
  items,
  shippingId,
  customer,
  address,
  shippingDate,
  appointment,
}: PayloadOf<'order.create'>) {
  return {
    items: items.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    shipping_id: shippingId,
    ...(customer.kind === 'known'
      ? { customer_id: customer.customerId }
      : {
          customer: {
            email: customer.email,
            first_name: customer.firstName,
            last_name: customer.lastName,
            foreign_id: customer.foreignId,
            ...(customer.phoneNumber === null ? {} : { phone_number: customer.phoneNumber }),
            ...(customer.nhsNumber === null ? {} : { nhs_number: customer.nhsNumber }),
          },
        }),
    ...(address === null
      ? {}
      : {
          address: {
            line1: address.line1,
            city: address.city,
            postal_code: address.postalCode,
            country_code: address.countryCode,
            ...(address.line2 === null ? {} : { line2: address.line2 }),
            ...(address.line3 === null ? {} : { line3: address.line3 }),
            ...(address.company === null ? {} : { company: address.company }),
          },
        }),
    ...(shippingDate === null ? {} : { shipping_date: shippingDate }),
    ...(appointment === null
      ? {}
      : {
          initial_appointment: {
            test_location_id: appointment.locationId,
            appointment_time: new Date(appointment.startsAtMs).toISOString(),
          },
        }),
  } satisfies CreateOrderBody;
}

function confirmOrder({ db, row, nowMs }: Creation, orderId: string): Verdict {
  return confirmed(() => {
    mapId(db, 'order', row.change.payload.orderId, orderId);
    noteOrder(db, orderId, nowMs);
    return [{ kind: 'order', serverId: orderId }];
  });
}

/** Whether the order (service's id) is another one that was placed here: this one may have been placed as well, or not. */
function isOfAnother({ db, row }: Creation, orderId: string): boolean {
  const localId = localIdOf(db, 'order', orderId);
  return localId !== orderId && localId !== row.change.payload.orderId;
}

export const orderCreation: Executor<'order.create'> = {
  async send(attempt: Creation): Promise<Verdict> {
    const { gateway, row } = attempt;
    const { appointment } = row.change.payload;
    const toldNowMs = attempt.toldNowMs();
    // It waited for the line too long. A service that took it all the same would have somebody pay for a time that nobody can come at.
    if (appointment !== null && toldNowMs !== null && appointment.startsAtMs <= toldNowMs) {
      const error = rejected('the time of its appointment has passed', { initial_appointment: 'past' });
      // One that a person had sent again may have been placed by the try before, and that is as doubtful as it was.
      return (row.resolution.repeats ?? 0) > 0 ? inDoubt(error) : forHuman('refused', error);
    }
    const placed = await outcomeOf(gateway.call('orders.create', { body: bodyOf(row.change.payload) }));
    if (placed.ok) {
      const { id } = placed.value.value;
      return isOfAnother(attempt, id)
        ? inDoubt(
            bug('the service answered the order with an earlier one of this desk', { origin: 'service' }),
          )
        : confirmOrder(attempt, id);
    }
    const { error } = placed;
    // The customer's reference is this order's own. If it is in use, an earlier try has arrived after all.
    const isOwnDuplicate =
      error.kind === 'conflict' && error.reason === 'duplicate' && (row.resolution.repeats ?? 0) > 0;
    return isOwnDuplicate ? inDoubt(error) : onceOnlyFailed(attempt, error);
  },

  async verify(attempt: Creation): Promise<Verdict> {
    const wait = waitsForLateOne(attempt);
    if (wait) return wait;
    const looked = await ordersOfCustomer(attempt);
    if ('failed' in looked) return lookFailed(looked.failed);
    const { customer } = attempt.row.change.payload;
    const [only, ...others] = looked.orders;
    // A reference that was made here for this one order proves it. A known customer may have ordered the same before.
    if (customer.kind === 'new' && only && others.length === 0) return confirmOrder(attempt, only.id);
    const evidence: Evidence = {
      lookedAtMs: attempt.nowMs,
      found: looked.orders.map((order) => ({ id: order.id, code: orderCode(order) })),
      standing: null,
    };
    return askWhetherDone(attempt, evidence);
  },
};

/** The number that people know an order by, where the service gives one; else its id. */
function orderCode(order: OrderBody): string {
  const number = order['order_number'];
  return typeof number === 'string' && number !== '' ? number : order.id;
}

/**
 * The orders that may be the one asked for. The service has no list of orders, but an order makes registrations, which are
 * listed: each leads to its order, and that names its customer.
 */
async function ordersOfCustomer(
  attempt: Creation,
): Promise<{ readonly orders: readonly OrderBody[] } | { readonly failed: AppError }> {
  const read = await readNewest(attempt);
  if ('failed' in read) return read;
  const { items, customer } = attempt.row.change.payload;
  const wanted = new Set(items.map(({ productId }) => productId));
  const candidates = read.registrations
    .filter(
      (one) =>
        one.patient_id === null && one.parent_id === null && one.product_ids.some((id) => wanted.has(id)),
    )
    .slice(0, ORDERS_LOOKED_AT);
  const found = new Map<string, OrderBody>();
  for (const { id } of candidates) {
    const order = await outcomeOf(attempt.gateway.call('registrations.order', { params: { id } }));
    if (order.ok) {
      if (isOfCustomer(order.value.value, customer)) found.set(order.value.value.id, order.value.value);
    } else if (order.error.kind !== 'not-found') return { failed: order.error };
  }
  return { orders: [...found.values()] };
}

function isOfCustomer(order: OrderBody, customer: PayloadOf<'order.create'>['customer']): boolean {
  const told = order['customer'];
  if (typeof told !== 'object' || told === null) return false;
  return customer.kind === 'known'
    ? 'id' in told && told.id === customer.customerId
    : 'foreign_id' in told && told.foreign_id === customer.foreignId;
}

type OnOrder = Attempt<'order.cancel'> | Attempt<'order.refund'> | Attempt<'order.reship'>;

const readOrder = ({ gateway }: OnOrder, id: string): Promise<Outcome<{ readonly value: OrderBody }>> =>
  outcomeAbout(id, gateway.call('orders.get', { params: { id } }));

/** Confirms the change and keeps the order as it was just read. */
function confirmRead({ db, nowMs }: OnOrder, order: OrderBody): Verdict {
  return confirmed(() => {
    saveOrder(db, order, nowMs);
    return [{ kind: 'order', serverId: order.id }];
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const orderCancellation: Executor<'order.cancel'> = {
  async send(attempt: Attempt<'order.cancel'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const serverId = needServerId(attempt, 'order', row.change.payload.orderId);
    if (typeof serverId !== 'string') return serverId;
    const asked = await outcomeOf(
      gateway.call('orders.update', { params: { id: serverId }, body: { cancel: true } }),
    );
    if (!asked.ok)
      return commonVerdict(attempt, asked.error) ?? cancelRefused(attempt, serverId, asked.error);
    const read = await readOrder(attempt, serverId);
    // The service took it. An order that it does not show any more is as cancelled as one that it calls so.
    if (!read.ok) {
      return read.error.kind === 'not-found'
        ? confirmed(() => [{ kind: 'order', serverId }])
        : lookFailed(read.error);
    }
    const status = textOf(read.value.value['status']);
    // Where the service shows no status, nothing more can be known than that it took the request.
    if (status === null || isCancelledStatus(status)) return confirmRead(attempt, read.value.value);
    const error = conflict('changed', 'the service took the cancellation and shows the order as before');
    return conflictOnceSaidTwice(row, error, { delayMs: CANCELLING_MS });
  },

  async verify(attempt: Attempt<'order.cancel'>): Promise<Verdict> {
    const serverId = needServerId(attempt, 'order', attempt.row.change.payload.orderId);
    if (typeof serverId !== 'string') return serverId;
    const read = await readOrder(attempt, serverId);
    if (!read.ok) {
      return read.error.kind === 'not-found' ? forHuman('conflict', read.error) : lookFailed(read.error);
    }
    // Cancelling a cancelled order changes nothing.
    return isCancelledStatus(textOf(read.value.value['status']))
      ? confirmRead(attempt, read.value.value)
      : again();
  },
};

/** A service may refuse to cancel what is cancelled. What was wanted is so then, whoever cancelled it. */
async function cancelRefused(
  attempt: Attempt<'order.cancel'>,
  serverId: string,
  error: AppError,
): Promise<Verdict> {
  const read = await readOrder(attempt, serverId);
  if (!read.ok && read.error.kind !== 'not-found') return lookFailed(read.error);
  return read.ok && isCancelledStatus(textOf(read.value.value['status']))
    ? confirmRead(attempt, read.value.value)
    : forHuman(error.kind === 'rejected' ? 'refused' : 'conflict', error);
}

/** What a person is told of an order whose refund or second shipment is in doubt: the status that it has now. */
async function standingOf(
  attempt: Attempt<'order.refund'> | Attempt<'order.reship'>,
  field: 'payment_status' | 'shipping_status',
): Promise<Verdict> {
  const wait = waitsForLateOne(attempt);
  if (wait) return wait;
  const serverId = needServerId(attempt, 'order', attempt.row.change.payload.orderId);
  if (typeof serverId !== 'string') return serverId;
  const read = await readOrder(attempt, serverId);
  if (!read.ok && read.error.kind !== 'not-found') return lookFailed(read.error);
  const standing = read.ok ? textOf(read.value.value[field]) : null;
  return askWhetherDone(attempt, { lookedAtMs: attempt.nowMs, found: [], standing });
}

export const orderRefund: Executor<'order.refund'> = {
  async send(attempt: Attempt<'order.refund'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const serverId = needServerId(attempt, 'order', row.change.payload.orderId);
    if (typeof serverId !== 'string') return serverId;
    const asked = await outcomeAbout(
      serverId,
      gateway.call('orders.update', { params: { id: serverId }, body: { refund: true } }),
    );
    return asked.ok ? confirmed(() => [{ kind: 'order', serverId }]) : onceOnlyFailed(attempt, asked.error);
  },
  verify: (attempt) => standingOf(attempt, 'payment_status'),
};

export const orderReshipment: Executor<'order.reship'> = {
  async send(attempt: Attempt<'order.reship'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const serverId = needServerId(attempt, 'order', row.change.payload.orderId);
    if (typeof serverId !== 'string') return serverId;
    const asked = await outcomeOf(gateway.call('orders.reship', { params: { id: serverId } }));
    return asked.ok ? confirmed(() => [{ kind: 'order', serverId }]) : onceOnlyFailed(attempt, asked.error);
  },
  verify: (attempt) => standingOf(attempt, 'shipping_status'),
};
