// An order as screens show it: what the service told, with what this desk has asked of it since.
import type { Output } from '../../contract/index.ts';
import type { ORDER_STATES, OrderDetail, OrderRow } from '../../contract/orders.ts';
import type { AppError } from '../../domain/app-error.ts';
import { amountWords } from '../../domain/amount-words.ts';
import { isCancelledStatus } from '../../domain/order.ts';
import { isGivenUp } from '../../domain/outbox-state.ts';
import { onceEach } from '../../domain/once-each.ts';
import { formatName } from '../../domain/person-name.ts';
import type { Appointment } from '../../wire/appointment.ts';
import type { ShippingMethod } from '../../wire/product.ts';
import type { Registration } from '../../wire/registration.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { findOrder, findOrderPart } from '../store/mirror/orders.ts';
import type { OrderPart, StoredOrder } from '../store/mirror/orders.ts';
import { localIdOf, localIdsOf, mappedServerIds } from '../store/outbox/id-map.ts';
import { listRowsOfOrder, syncTagOf } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Context } from './handler.ts';
import {
  addressLinesOf,
  addressOf,
  amountOf,
  customerOf,
  fieldsOf,
  itemsOf,
  priceOf,
  textOf,
} from './order-facts.ts';
import { outboxViews } from './outbox-view.ts';

type State = (typeof ORDER_STATES)[number];

/** An order by the desk's own id, with the changes about it; `stored` is null until the service has it. */
export interface KnownOrder {
  readonly id: string;
  readonly serverId: string | null;
  readonly stored: StoredOrder | null;
  readonly rows: readonly OutboxRow[];
}

/** By either of its ids. Null when this desk knows no such order. */
export function knownOrder({ db }: Context, named: string): KnownOrder | null {
  const id = localIdOf(db, 'order', named);
  const mapped = mappedServerIds(db, 'order', [id]).get(id) ?? null;
  const rows = listRowsOfOrder(db, mapped === null ? [id] : [id, mapped]);
  const isMadeHere = rows.some((row) => row.kind === 'order.create');
  const serverId = mapped ?? (isMadeHere ? null : id);
  const stored = serverId === null ? null : findOrder(db, serverId);
  return stored || isMadeHere ? { id, serverId, stored, rows } : null;
}

/** How a change that makes the order stands. */
function creationOf({ rows }: KnownOrder) {
  const row = rows.find(({ change }) => change?.kind === 'order.create');
  return row?.change?.kind === 'order.create' ? { row, payload: row.change.payload } : null;
}

function stateOf(order: KnownOrder): State {
  const creation = creationOf(order)?.row;
  if (order.stored === null && creation) {
    if (creation.state === 'confirmed') return 'said-placed';
    if (isGivenUp(creation.state)) return 'given-up';
    const tag = syncTagOf(creation.state);
    return tag === 'attention' ? 'attention' : tag === 'unsure' ? 'unsure' : 'waiting';
  }
  if (isCancelledStatus(textOf(order.stored?.body['status']))) return 'cancelled';
  const cancel = order.rows.findLast(({ kind }) => kind === 'order.cancel');
  if (!cancel || isGivenUp(cancel.state)) return 'placed';
  if (cancel.state === 'confirmed') return 'cancelled';
  return syncTagOf(cancel.state) === 'attention' ? 'attention' : 'cancelling';
}

const shownTotal = (shown: { readonly totalMinor: number; readonly currency: string }): string =>
  amountWords({ amountMinor: shown.totalMinor, currency: shown.currency });

export function toOrderRow(order: KnownOrder): OrderRow {
  const { id, serverId, stored } = order;
  const creation = creationOf(order);
  const body = stored?.body ?? {};
  const items = itemsOf(body['items']);
  const asked = creation?.payload ?? null;
  const payer = asked?.customer.kind === 'new' ? formatName(asked.customer) : (asked?.customer.name ?? null);
  return {
    id,
    serverId,
    state: stateOf(order),
    number: textOf(body['order_number']) ?? textOf(body['number']),
    customerName: customerOf(body['customer'])?.name ?? payer,
    products: items.length > 0 ? items : (asked?.shown.products ?? []),
    status: textOf(body['status']),
    paymentStatus: textOf(body['payment_status']),
    shippingStatus: textOf(body['shipping_status']),
    total: priceOf(body['total']) ?? (asked ? shownTotal(asked.shown) : null),
    knownAtMs: creation?.row.createdAtMs ?? stored?.knownAtMs ?? 0,
    asOfMs: stored?.fetchedAtMs ?? null,
    madeHere: creation !== null,
  };
}

/** Where this order of a customer went, or is to go; null where that is not known, and for another's or one given up. */
export function addressOfOrder(
  { db }: Context,
  order: KnownOrder,
  customerId: string,
): Output<'orders.knownAddress'>['known'] {
  const creation = creationOf(order);
  const asked = creation?.payload ?? null;
  const askedFor = asked?.customer.kind === 'known' ? asked.customer.customerId : null;
  const owner = customerOf(order.stored?.body['customer'])?.id ?? askedFor;
  if (owner !== customerId || stateOf(order) === 'given-up') return null;
  const part =
    order.serverId === null ? null : findOrderPart(db, { orderId: order.serverId, part: 'address' });
  const address = addressOf(part?.body) ?? addressOf(order.stored?.body['address']) ?? asked?.address ?? null;
  const { number, knownAtMs } = toOrderRow(order);
  return address && { address, number, knownAtMs };
}

/** What the order was to come to when it was placed here, where the service makes it something else. */
function otherTotalShown(order: KnownOrder): string | null {
  const asked = creationOf(order)?.payload.shown;
  const now = amountOf(order.stored?.body['total']);
  if (!asked || now === null) return null;
  const isSame = now.amountMinor === asked.totalMinor && now.currency === asked.currency;
  return isSame ? null : shownTotal(asked);
}

/** The changes whose kind this is and that are neither done nor given up. */
const isUnderWay = ({ rows }: KnownOrder, kind: string): boolean =>
  rows.some((row) => row.kind === kind && row.state !== 'confirmed' && !isGivenUp(row.state));

/** The service took a change of this kind. */
const isConfirmed = ({ rows }: KnownOrder, kind: string): boolean =>
  rows.some((row) => row.kind === kind && row.state === 'confirmed');

/** The version that a screen names with each change; see the contract. */
export const versionOf = ({ rows }: KnownOrder): number => rows.at(-1)?.sequence ?? 0;

export function obstaclesTo(order: KnownOrder): OrderDetail['obstacles'] {
  if (order.serverId === null) return { cancel: 'not-placed', refund: 'not-placed', reship: 'not-placed' };
  const isCancelled = stateOf(order) === 'cancelled' || stateOf(order) === 'cancelling';
  const underWay = (kind: string) => (isUnderWay(order, kind) ? 'under-way' : null);
  return {
    cancel: stateOf(order) === 'cancelled' ? 'cancelled' : underWay('order.cancel'),
    refund: underWay('order.refund') ?? (isConfirmed(order, 'order.refund') ? 'done' : null),
    reship: isCancelled ? 'cancelled' : underWay('order.reship'),
  };
}

/** A part as it was last read; null where the service says that there is none. Never read: `asked`, as it was ordered here. */
function partOf<Value>(
  { db }: Context,
  order: KnownOrder,
  name: OrderPart,
  { read, asked }: { readonly read: (body: unknown) => Value | null; readonly asked: Value | null },
): { readonly asOfMs: number | null; readonly value: Value | null } {
  const stored = order.serverId === null ? null : findOrderPart(db, { orderId: order.serverId, part: name });
  return stored ? { asOfMs: stored.fetchedAtMs, value: read(stored.body) } : { asOfMs: null, value: asked };
}

type PartValue<Name extends OrderPart> = NonNullable<OrderDetail[Name]['value']>;

/** The parts as they were ordered here; null where nothing was. The service has them once the order is placed. */
function askedParts(order: KnownOrder, locations: ReadonlyMap<string, string>) {
  const { customer, address, appointment, shown } = creationOf(order)?.payload ?? {};
  const items: PartValue<'items'> | null =
    shown?.products.map((product, index) => ({ ...product, id: String(index), sku: null, price: null })) ??
    null;
  const isNew = customer?.kind === 'new';
  const payer: PartValue<'customer'> | null = customer
    ? {
        id: isNew ? customer.foreignId : customer.customerId,
        name: isNew ? formatName(customer) : textOf(customer.name),
        email: isNew ? customer.email : null,
        phoneNumber: isNew ? customer.phoneNumber : null,
        nhsNumber: isNew ? customer.nhsNumber : null,
      }
    : null;
  const lines = address
    ? addressLinesOf({ ...address, postal_code: address.postalCode, country_code: address.countryCode })
    : null;
  const shipping = shown ? { name: shown.shippingName, type: '', price: null } : null;
  const appointments: PartValue<'appointments'> | null = appointment
    ? [
        {
          id: order.id,
          startsAtMs: appointment.startsAtMs,
          locationName: locations.get(appointment.locationId) ?? null,
          confirmed: false,
        },
      ]
    : null;
  return { items, customer: payer, address: lines && { lines }, shipping, appointments };
}

/** What is stored of the order. `read` says how the last asking of the service ended. */
export function toOrderDetail(
  context: Context,
  order: KnownOrder,
  read: { readonly live: boolean; readonly problem: AppError | null },
): OrderDetail {
  const { db } = context;
  const body = order.stored?.body ?? {};
  const locations = new Map(listLocations(db).map(({ id, name }) => [id, name]));
  const asked = askedParts(order, locations);
  const registrations = (raw: unknown) => {
    const items = onceEach((Array.isArray(raw) ? raw : []) as Registration[]);
    const locals = localIdsOf(
      db,
      'registration',
      items.map(({ id }) => id),
    );
    return items.map((one) => ({
      id: locals.get(one.id) ?? one.id,
      trfCode: one.trf_code,
      status: one.status,
      hasPatient: one.patient_id !== null,
    }));
  };
  return {
    ...toOrderRow(order),
    ...read,
    version: versionOf(order),
    totalShown: otherTotalShown(order),
    shippingDate: textOf(body['shipping_date']) ?? creationOf(order)?.payload.shippingDate ?? null,
    createdAt: textOf(body['created_at']),
    registrations: partOf(context, order, 'registrations', { read: registrations, asked: null }),
    items: partOf(context, order, 'items', { read: itemsOf, asked: asked.items }),
    customer: partOf(context, order, 'customer', { read: customerOf, asked: asked.customer }),
    address: partOf(context, order, 'address', {
      read(raw) {
        const lines = addressLinesOf(raw);
        return lines && { lines };
      },
      asked: asked.address,
    }),
    shipping: partOf(context, order, 'shipping', {
      read(raw) {
        const { name, type, price } = fieldsOf(raw) as Partial<ShippingMethod>;
        return name === undefined ? null : { name, type: type ?? '', price: priceOf(price) };
      },
      asked: asked.shipping,
    }),
    appointments: partOf(context, order, 'appointments', {
      read: (raw) =>
        onceEach((Array.isArray(raw) ? raw : []) as Appointment[]).map((one) => ({
          id: one.id,
          startsAtMs: Date.parse(one.starts_at),
          locationName: locations.get(one.test_location_id) ?? null,
          confirmed: one.confirmed,
        })),
      asked: asked.appointments,
    }),
    obstacles: obstaclesTo(order),
    changes: outboxViews(context, order.rows),
  };
}
