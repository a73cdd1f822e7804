// Reads an order with its parts from the service and keeps them; and finds an order by what people have of it.
import { AppException, notFound, toAppError } from '../../domain/app-error.ts';
import { upsertAppointments } from '../store/mirror/appointments.ts';
import { saveOrder, saveOrderPart } from '../store/mirror/orders.ts';
import type { OrderPart } from '../store/mirror/orders.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';
import type { Context } from './handler.ts';

/** Null where the service says that there is none. Other failures are thrown. */
async function orNone<Value>(request: Promise<Value>): Promise<Value | null> {
  try {
    return await request;
  } catch (thrown) {
    if (toAppError(thrown).kind === 'not-found') return null;
    throw thrown;
  }
}

/**
 * Reads the order and every part of it, and keeps each as it comes. `serverId` is the service's id.
 *
 * @throws AppException when the service does not answer, or knows no such order
 */
export async function readAtService(context: Context, serverId: string): Promise<void> {
  const { db, nowMs } = context;
  const { orders } = context.service;
  saveOrder(db, await orders.get(serverId), nowMs);
  const keep = (part: OrderPart, body: unknown): void =>
    saveOrderPart(db, { orderId: serverId, part }, body, nowMs);
  const registrations = await orNone(orders.registrations(serverId));
  if (registrations) upsertRegistrations(db, registrations.items, nowMs);
  keep('registrations', registrations?.items ?? null);
  keep('items', (await orNone(orders.items(serverId)))?.items ?? null);
  keep('customer', await orNone(orders.customer(serverId)));
  keep('address', await orNone(orders.address(serverId)));
  keep('shipping', await orNone(orders.shipping(serverId)));
  const appointments = await orNone(orders.appointments(serverId));
  if (appointments) upsertAppointments(db, appointments.items, nowMs);
  keep('appointments', appointments?.items ?? null);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The service's id of the order that a text names: its own id, the code or reference of one of its registrations, or a number
 * that the service finds registrations by.
 *
 * @throws AppException `not-found` when it names none
 */
export async function findAtService(context: Context, text: string): Promise<string> {
  const { orders, registrations } = context.service;
  if (UUID.test(text)) {
    const order = await orNone(orders.get(text));
    if (order) return order.id;
  }
  const linked = await orNone(registrations.order(text));
  if (linked) return linked.id;
  const found = await orNone(registrations.getByBarcode(text));
  for (const registration of found?.items ?? []) {
    const order = await orNone(registrations.order(registration.id));
    if (order) return order.id;
  }
  throw new AppException(notFound('No order has this id, number or code.'));
}
