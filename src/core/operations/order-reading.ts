// Reads an order with its parts from the service and keeps them; and finds an order by what people have of it.
import { AppException, bug, notFound, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Page } from '../../wire/pagination.ts';
import type { JsonOf } from '../../wire/routes.ts';
import { isSamePlace, placeOf } from '../store/mirror/appointment-place.ts';
import { storedAppointment, upsertAppointments } from '../store/mirror/appointments.ts';
import { saveOrder, saveOrderPart } from '../store/mirror/orders.ts';
import type { OrderPart } from '../store/mirror/orders.ts';
import { hasSaidAnother, namingAnotherThanStored } from '../store/mirror/registration-said.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';
import { allItems } from './all-items.ts';
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

/** An order of many kits has more registrations than one page holds. */
const allOrNone = <Item>(pages: AsyncIterable<Page<Item>>): Promise<Item[] | null> => orNone(allItems(pages));

/**
 * The order itself. An answer about another one would put that one on the list of orders that were opened here.
 *
 * @throws AppException `bug` of the service where it answers with another order than it was asked for
 */
export async function readOrder({ service }: Context, id: string): Promise<JsonOf<'orders.get'>> {
  const order = await service.orders.get(id);
  if (order.id.toLowerCase() === id.toLowerCase()) return order;
  throw new AppException(
    bug('the service answered with another order than it was asked for', {
      origin: 'service',
      operation: 'orders.get',
      field: 'id',
    }),
  );
}

/** Whether a failure is about what was asked for alone, so that the next question may well be answered. */
function isAboutItself(error: AppError): boolean {
  switch (error.kind) {
    case 'bug':
    case 'rejected':
    case 'forbidden':
    case 'conflict':
      return true;
    case 'busy':
      return error.reason === 'server-error';
    default:
      return false;
  }
}

/**
 * Reads the order and every part of it, keeps each as it comes, and tells the screens. A part whose answer cannot be used keeps none of the others
 * from being read; the first such failure is returned, null when there was none. `serverId` is the service's id.
 *
 * @throws AppException when the service does not answer, or knows no such order
 */
export async function readAtService(context: Context, serverId: string): Promise<AppError | null> {
  const { db, nowMs } = context;
  const { orders, pages } = context.service;
  const of = { params: { id: serverId } };
  const stillCurrent = context.sync.asking();
  saveOrder(db, await readOrder(context, serverId), nowMs);
  // What is kept by now stays, also where one of the parts is not answered.
  context.learned('orders');
  let problem: AppError | null = null;
  const take = async (part: OrderPart, read: () => Promise<unknown>): Promise<void> => {
    try {
      saveOrderPart(db, { orderId: serverId, part }, await read(), nowMs);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (!isAboutItself(error)) throw thrown;
      problem ??= error;
    }
  };
  await take('registrations', async () => {
    const registrations = await allOrNone(pages('orders.registrations', of));
    // A list that a registration has contradicted must agree with it itself: stored, what is said here would agree in its place.
    const told = stillCurrent('registration', registrations ?? []);
    // One answer can be mixed up: whoever is on a visit is replaced by what the reading has heard twice.
    const naming = namingAnotherThanStored(db, told);
    const current = told.filter(({ id }) => !naming.has(id) && !hasSaidAnother(db, id));
    if (upsertRegistrations(db, current, nowMs).size > 0) context.learned('board', 'patients');
    return registrations;
  });
  await take('items', () => allOrNone(pages('orders.items', of)));
  await take('customer', () => orNone(orders.customer(serverId)));
  await take('address', () => orNone(orders.address(serverId)));
  await take('shipping', () => orNone(orders.shipping(serverId)));
  await take('appointments', async () => {
    const appointments = await allOrNone(pages('orders.appointments', of));
    const current = stillCurrent('appointment', appointments ?? []).filter((told) => {
      const known = storedAppointment(db, told.id);
      // The same of where it is, and of whom it is for.
      return (
        known === null || (known.patient_id === told.patient_id && isSamePlace(placeOf(known), placeOf(told)))
      );
    });
    if (upsertAppointments(db, current, nowMs).size > 0) context.learned('board', 'slots');
    return appointments;
  });
  return problem;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The service's id of the order that a text names: its own id, the code or reference of one of its registrations, or a number
 * that the service finds registrations by.
 *
 * @throws AppException `not-found` when it names none
 */
export async function findAtService(context: Context, text: string): Promise<string> {
  const { registrations } = context.service;
  if (UUID.test(text)) {
    const order = await orNone(readOrder(context, text));
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
