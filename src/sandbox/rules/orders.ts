// The rules of orders: products are sent as kits or the sample is taken at an appointment; an order can be cancelled,
// refunded, sent again, and repeated for failed tests.
import type { CreateOrderBody, CreatedOrder, NewCustomer, UpdateOrderBody } from '../../wire/order.ts';
import {
  biomarkersOf,
  money,
  productById,
  productBySku,
  shippingMethodById,
  shippingRecord,
} from '../catalogue/catalogue.ts';
import { sendsKit, type ProductDefinition, type ShippingDefinition } from '../catalogue/products.ts';
import { locationById } from '../locations.ts';
import { duplicate, invalid, notFound, Refusal, wrongState } from '../refusal.ts';
import { isoWithOffset, requestedInstant } from '../site-clock.ts';
import type { CustomerRow } from '../store/people.ts';
import type { OrderRow } from '../store/orders.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { book, releaseAppointment } from './appointments.ts';
import { EVENTS } from './lifecycle.ts';
import { productsOf, resultsOf } from './registration-results.ts';
import { addRegistration } from './registrations.ts';
import type { World } from './world.ts';

/** A kit is shipped this long after the order, and delivered after the same time again. */
const PARCEL_STEP_MS = 30_000;
/** The most registrations that one order can make. */
const MOST_KITS = 500;

const SHIPPING_STATUS = {
  none: 'NOT_SHIPPED',
  awaiting: 'AWAITING_SHIPPING',
  shipped: 'SHIPPED',
  delivered: 'DELIVERED',
  cancelled: 'CANCELLED',
} as const;

interface Line {
  readonly product: ProductDefinition;
  readonly quantity: number;
}

export interface ItemRecord {
  readonly id: string;
  readonly product_id: string;
  readonly product_sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: ReturnType<typeof money>;
}

export function existingOrder(world: World, id: string): OrderRow {
  const row = world.store.order(id);
  if (!row) throw notFound('order');
  return row;
}

function linesOf(body: CreateOrderBody): Line[] {
  const unknown: Record<string, string> = {};
  const lines = body.items.flatMap((item, index) => {
    const bySku = item.product_sku === undefined ? undefined : productBySku(item.product_sku);
    const product = item.product_id === undefined ? bySku : productById(item.product_id);
    if (!product) {
      const field = item.product_id === undefined ? 'product_sku' : 'product_id';
      unknown[`items.${index}.${field}`] = 'is no product';
      return [];
    }
    if (item.product_id !== undefined && item.product_sku !== undefined && bySku !== product) {
      unknown[`items.${index}.product_sku`] = 'is another product than product_id';
    }
    return [{ product, quantity: item.quantity }];
  });
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  const kits = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (kits > MOST_KITS) throw invalid({ items: `ask for more than ${MOST_KITS} tests` });
  return lines;
}

function shippingFor(body: CreateOrderBody, lines: readonly Line[]): ShippingDefinition {
  const shipping = shippingMethodById(body.shipping_id);
  if (!shipping) throw notFound('shipping method');
  for (const [index, { product }] of lines.entries()) {
    if (sendsKit(shipping.type) && product.appointmentOnly) {
      throw invalid(
        { [`items.${index}`]: 'is appointment only' },
        `${product.name} is not available for postage; it is available for appointment only.`,
      );
    }
    if (!product.shippingTypes.includes(shipping.type)) {
      throw invalid({ shipping_id: `is not offered for ${product.sku}` });
    }
  }
  if (sendsKit(shipping.type)) {
    if (!body.address) throw invalid({ address: 'is needed to send a kit' });
    if (body.initial_appointment)
      throw invalid({ initial_appointment: 'does not go with a kit that is sent' });
  }
  return shipping;
}

function customerFor(world: World, body: CreateOrderBody): CustomerRow {
  if (body.customer_id !== undefined) {
    const known = world.store.customer(body.customer_id);
    if (!known) throw notFound('customer');
    return known;
  }
  return addCustomer(world, body.customer as NewCustomer);
}

function addCustomer(world: World, wanted: NewCustomer): CustomerRow {
  const foreignId = wanted.foreign_id ?? null;
  if (foreignId !== null && world.store.customerByForeignId(foreignId)) {
    throw duplicate('customer.foreign_id', 'Another customer has this foreign_id.');
  }
  const row: CustomerRow = {
    id: world.naming.id(),
    email: wanted.email,
    first_name: wanted.first_name,
    last_name: wanted.last_name,
    phone_number: wanted.phone_number ?? null,
    foreign_id: foreignId,
    nhs_number: wanted.nhs_number ?? null,
  };
  world.store.addCustomer(row);
  return row;
}

function addressRecord(world: World, body: CreateOrderBody): string | null {
  const { address } = body;
  if (!address) return null;
  return JSON.stringify({
    id: world.naming.id(),
    line1: address.line1,
    line2: address.line2 ?? null,
    line3: address.line3 ?? null,
    city: address.city,
    postal_code: address.postal_code,
    country_code: address.country_code.toUpperCase(),
    company: address.company ?? null,
  });
}

const itemRecords = (world: World, lines: readonly Line[]): ItemRecord[] =>
  lines.map(({ product, quantity }) => ({
    id: world.naming.id(),
    product_id: product.id,
    product_sku: product.sku,
    name: product.name,
    quantity,
    price: money(product.discountedPriceMinor ?? product.priceMinor),
  }));

/** The next order number: `ORD-` and eight digits. No number is given twice. */
function newOrderNumber(world: World): string {
  const next = Number(world.store.setting('order-number') ?? '10000000') + 1;
  world.store.setSetting('order-number', String(next));
  return `ORD-${next}`;
}

/** Places an order with its registrations and, if asked for, its first appointment. */
export function createOrder(world: World, body: CreateOrderBody): OrderRow {
  return world.store.together(() => {
    const lines = linesOf(body);
    const shipping = shippingFor(body, lines);
    const customer = customerFor(world, body);
    const items = itemRecords(world, lines);
    const posted = sendsKit(shipping.type);
    const nowMs = world.clock.nowMs();
    const order: OrderRow = {
      id: world.naming.id(),
      number: newOrderNumber(world),
      status: 'placed',
      payment_status: 'paid',
      shipping_status: posted ? SHIPPING_STATUS.awaiting : SHIPPING_STATUS.none,
      shipping_id: shipping.id,
      shipping_date: body.shipping_date ?? null,
      customer_id: customer.id,
      address: addressRecord(world, body),
      items: JSON.stringify(items),
      total_minor:
        shipping.priceMinor + items.reduce((sum, item) => sum + item.price.amount_minor * item.quantity, 0),
      created_ms: nowMs,
      due_ms: posted ? nowMs + PARCEL_STEP_MS : null,
    };
    world.store.addOrder(order);
    const appointmentId = firstAppointment(world, body, order.id);
    for (const { product, quantity } of lines) {
      for (let kit = 0; kit < quantity; kit += 1) {
        addRegistration(world, {
          products: [product],
          patient: null,
          foreignId: null,
          appointmentId,
          orderId: order.id,
          parentId: null,
          biomarkerCodes: null,
          status: 'awaiting_patient',
          course: null,
        });
      }
    }
    return order;
  });
}

function firstAppointment(world: World, body: CreateOrderBody, orderId: string): string | null {
  const wanted = body.initial_appointment;
  if (!wanted) return null;
  const location = locationById(wanted.test_location_id);
  if (!location) throw notFound('test location');
  const startsMs = requestedInstant(wanted.appointment_time, world.timeZone);
  const booking = { confirmed: true, patientId: null, orderId, override: false };
  return book(world, { location, startsMs }, booking).id;
}

/** The answer to a new order. */
export function createdOrderRecord(world: World, order: OrderRow): CreatedOrder {
  return {
    id: order.id,
    test_registrations: world.store.registrationsOfOrder(order.id).flatMap((row) => {
      const product = productsOf(row)[0];
      if (!product) return [];
      const biomarkers = biomarkersOf(product).map((biomarker) => biomarker.id);
      return [
        { id: row.id, trf_code: row.trf_code, product: { id: product.id, sku: product.sku, biomarkers } },
      ];
    }),
  };
}

export const customerRecord = (row: CustomerRow): CustomerRow => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number,
  foreign_id: row.foreign_id,
  nhs_number: row.nhs_number,
});

export const itemsOf = (order: OrderRow): ItemRecord[] => JSON.parse(order.items) as ItemRecord[];
export const addressOf = (order: OrderRow): Record<string, unknown> | null =>
  order.address === null ? null : (JSON.parse(order.address) as Record<string, unknown>);

export function orderRecord(world: World, order: OrderRow) {
  const customer = world.store.customer(order.customer_id);
  const shipping = shippingMethodById(order.shipping_id);
  return {
    id: order.id,
    order_number: order.number,
    status: order.status,
    payment_status: order.payment_status,
    shipping_status: order.shipping_status,
    shipping_date: order.shipping_date,
    created_at: isoWithOffset(order.created_ms, world.timeZone),
    total: money(order.total_minor),
    customer: customer ? customerRecord(customer) : null,
    address: addressOf(order),
    shipping: shipping ? shippingRecord(shipping) : null,
    items: itemsOf(order),
  };
}

/** Cancels an order with its registrations and appointments, asks for a refund, or both. */
export function updateOrder(world: World, id: string, body: UpdateOrderBody): OrderRow {
  return world.store.together(() => {
    let order = existingOrder(world, id);
    if (body.cancel === true && order.status !== 'cancelled') {
      for (const row of world.store.registrationsOfOrder(order.id)) {
        world.store.removeRegistration(row.id);
      }
      for (const row of world.store.appointmentsOfOrder(order.id)) releaseAppointment(world, row.id);
      order = {
        ...order,
        status: 'cancelled',
        shipping_status: SHIPPING_STATUS.cancelled,
        due_ms: null,
      };
    }
    if (body.refund === true) order = { ...order, payment_status: 'refund_requested' };
    world.store.saveOrder(order);
    return order;
  });
}

export function reshipOrder(world: World, id: string): OrderRow {
  return world.store.together(() => {
    const order = existingOrder(world, id);
    if (order.status === 'cancelled') throw wrongState('A cancelled order is not sent again.');
    const next = {
      ...order,
      shipping_status: SHIPPING_STATUS.awaiting,
      due_ms: world.clock.nowMs() + PARCEL_STEP_MS,
    };
    world.store.saveOrder(next);
    return next;
  });
}

/** Moves every parcel that is due to its next status. Must run inside the caller's transaction. */
export function moveParcelsOn(world: World, nowMs: number): void {
  for (;;) {
    const due = world.store.dueOrders(nowMs);
    if (due.length === 0) return;
    for (const order of due) {
      const leaves = order.shipping_status === SHIPPING_STATUS.awaiting;
      const next: OrderRow = {
        ...order,
        shipping_status: leaves ? SHIPPING_STATUS.shipped : SHIPPING_STATUS.delivered,
        due_ms: leaves ? (order.due_ms ?? nowMs) + PARCEL_STEP_MS : null,
      };
      world.store.saveOrder(next);
      world.tell({
        event: leaves ? EVENTS.shipped : EVENTS.delivered,
        subject: next.id,
        data: { order_id: next.id, order_number: next.number, shipping_status: next.shipping_status },
      });
    }
  }
}

/** Repeats failed tests: makes a free order and a new registration for the same patient. */
export function retest(world: World, row: RegistrationRow): RegistrationRow {
  return world.store.together(() => {
    const failed =
      row.results_ready === 1 ? resultsOf(world, row).filter((one) => one.status === 'failed') : [];
    if (failed.length === 0)
      throw new Refusal(400, 'nothing_failed', 'No result of this registration failed.');
    const origin = row.purchase_id === null ? undefined : world.store.order(row.purchase_id);
    if (!origin) throw new Refusal(400, 'no_order', 'This registration has no order.');
    const patient = row.patient_id === null ? undefined : world.store.patient(row.patient_id);
    const products = productsOf(row);
    const lines = products.map((product) => ({ product, quantity: 1 }));
    const nowMs = world.clock.nowMs();
    const method = shippingMethodById(origin.shipping_id);
    const posted = method !== undefined && sendsKit(method.type);
    const order: OrderRow = {
      ...origin,
      id: world.naming.id(),
      number: newOrderNumber(world),
      status: 'placed',
      payment_status: 'no_charge',
      shipping_status: posted ? SHIPPING_STATUS.awaiting : SHIPPING_STATUS.none,
      shipping_date: null,
      items: JSON.stringify(itemRecords(world, lines).map((item) => ({ ...item, price: money(0) }))),
      total_minor: 0,
      created_ms: nowMs,
      due_ms: posted ? nowMs + PARCEL_STEP_MS : null,
    };
    world.store.addOrder(order);
    return addRegistration(world, {
      products,
      patient: patient ?? null,
      foreignId: null,
      appointmentId: null,
      orderId: order.id,
      parentId: row.id,
      biomarkerCodes: failed.map((one) => one.code),
      status: 'pending',
      course: null,
    });
  });
}
