// Orders: what is known of them, what products cost and how they can be shipped, and what is asked of the service about an
// order.
import type { Output } from '../../contract/index.ts';
import type { orderOperations, OrderDetail } from '../../contract/orders.ts';
import { AppException, conflict, notFound, offline, rejected, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Change } from '../../domain/change.ts';
import { orderProblems, sendsKit, shippingInCommon, totalOf } from '../../domain/order.ts';
import type { ProductTerms } from '../../domain/order.ts';
import { countOrders, knownOrderIds, listOrderIds, listOrders, saveOrder } from '../store/mirror/orders.ts';
import { saveProductTerms } from '../store/mirror/product-details.ts';
import { readProductTerms } from '../store/mirror/product-terms.ts';
import { withdrawnProducts } from '../store/desk/withdrawn-products.ts';
import { localIdOf, localIdsOf, mappedServerIds } from '../store/outbox/id-map.ts';
import { listSubjectsOfKind } from '../store/outbox/outbox.ts';
import { askWhileUp } from './asked-or-kept.ts';
import type { Asked } from './asked-or-kept.ts';
import { connectionIsUp } from './handler.ts';
import type { CommandContext, Context, Handlers, ParsedInput } from './handler.ts';
import { customerOf } from './order-facts.ts';
import { findAtService, readAtService, readOrder } from './order-reading.ts';
import {
  addressOfOrder,
  knownOrder,
  obstaclesTo,
  toOrderDetail,
  toOrderRow,
  versionOf,
} from './order-view.ts';
import type { KnownOrder } from './order-view.ts';

function orderNeeded(context: Context, orderId: string): KnownOrder {
  const order = knownOrder(context, orderId);
  if (!order) throw new AppException(notFound('This desk knows no such order.'));
  return order;
}

/**
 * Ids of the first `limit` orders of the list, and how many there are: those made here, then those that somebody opened, the
 * latest first. A desk comes to know thousands in its years, so no more are looked at than are shown.
 */
function listedOrders({ db }: Context, limit: number): { readonly ids: string[]; readonly total: number } {
  const made = new Set(listSubjectsOfKind(db, 'order.create'));
  const ownIds = (serverIds: readonly string[]): string[] => {
    const local = localIdsOf(db, 'order', serverIds);
    return serverIds.map((id) => local.get(id) ?? id);
  };
  const stored = ownIds(listOrderIds(db, limit + made.size));
  const madeAndStored = ownIds(knownOrderIds(db, mappedServerIds(db, 'order', made).values())).filter((id) =>
    made.has(id),
  );
  return {
    ids: [...new Set([...made, ...stored])].slice(0, limit),
    total: made.size + countOrders(db) - madeAndStored.length,
  };
}

/**
 * Reads terms from the service one after the other, and keeps each, until one is not told. Not those of a product that it lists no more:
 * nobody can order it, and where the service does not know it any more, the others would not be read for it.
 */
function readTerms(context: Context, productIds: readonly string[]): Promise<Asked<void>> {
  return askWhileUp(context, async () => {
    const withdrawn = withdrawnProducts(context.db);
    for (const id of productIds.filter((one) => !withdrawn.has(one))) {
      const product = await context.service.products.get(id);
      const shipping = await context.service.products.shipping(id);
      if (saveProductTerms(context.db, { product, shipping }, context.nowMs)) context.learned('products');
    }
  });
}

type Draft = ParsedInput<'orders.create'>;

/** The order as it goes into the outbox. @throws AppException when something is wrong with it */
function creation(context: CommandContext, draft: Draft, orderId: string): Change {
  const kept = readProductTerms(
    context.db,
    draft.items.map(({ productId }) => productId),
  );
  const terms = new Map([...kept].map(([id, stored]) => [id, stored.terms]));
  const problems = orderProblems(
    {
      lines: draft.items,
      shippingId: draft.shippingId,
      hasAddress: draft.address !== null,
      shippingDate: draft.shippingDate,
      appointmentStartsAtMs: draft.appointment?.startsAtMs ?? null,
    },
    terms,
    { today: context.today, nowMs: context.nowMs, withdrawn: withdrawnProducts(context.db) },
  );
  if (Object.keys(problems).length > 0) {
    throw new AppException(rejected('The order cannot be placed like this.', problems));
  }
  const products = draft.items.map(({ productId }) => terms.get(productId) as ProductTerms);
  const shipping = shippingInCommon(products)?.find(({ id }) => id === draft.shippingId);
  const lines = draft.items.map(({ quantity }, index) => ({
    quantity,
    price: (products[index] as ProductTerms).price,
  }));
  const total = totalOf(lines, shipping?.price ?? null);
  if (total?.amountMinor !== draft.seenTotal.amountMinor || total.currency !== draft.seenTotal.currency) {
    throw new AppException(conflict('changed', 'The prices have changed since they were shown.'));
  }
  return {
    kind: 'order.create',
    payload: {
      orderId,
      items: draft.items,
      shippingId: draft.shippingId,
      customer: customerFor(context, draft.customer, orderId),
      address: draft.address && {
        ...draft.address,
        countryCode: draft.address.countryCode.toUpperCase(),
      },
      shippingDate: shipping && sendsKit(shipping.type) ? draft.shippingDate : null,
      appointment: draft.appointment,
      shown: {
        products: draft.items.map(({ quantity }, index) => ({
          name: (products[index] as ProductTerms).name,
          quantity,
        })),
        shippingName: shipping?.name ?? '',
        totalMinor: total.amountMinor,
        currency: total.currency,
      },
    },
  };
}

function customerFor(context: Context, customer: Draft['customer'], orderId: string) {
  if (customer.kind === 'new') return { ...customer, foreignId: `desk-${orderId}` };
  const known = customersOf(context).find(({ id }) => id === customer.customerId);
  if (!known) {
    throw new AppException(
      rejected('This desk knows no such customer.', { 'customer.customerId': 'unknown' }),
    );
  }
  return { kind: 'known' as const, customerId: known.id, name: known.name };
}

function customersOf({ db }: Context): { id: string; name: string; email: string | null }[] {
  const found = new Map<string, { id: string; name: string; email: string | null }>();
  for (const { body } of listOrders(db)) {
    const customer = customerOf(body['customer']);
    if (customer?.name && !found.has(customer.id)) {
      found.set(customer.id, { id: customer.id, name: customer.name, email: customer.email });
    }
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** Where the latest of a customer's orders went; orders of which only the sending failed or waits count as well. */
function addressOfCustomer(context: Context, customerId: string): Output<'orders.knownAddress'>['known'] {
  const { db } = context;
  const stored = listOrders(db).filter(({ body }) => customerOf(body['customer'])?.id === customerId);
  const local = localIdsOf(
    db,
    'order',
    stored.map(({ id }) => id),
  );
  const made = listSubjectsOfKind(db, 'order.create');
  const placed = mappedServerIds(db, 'order', made);
  const ids = new Set([
    ...made.filter((id) => !placed.has(id)),
    ...stored.map(({ id }) => local.get(id) ?? id),
  ]);
  const found = [...ids]
    .flatMap((id) => knownOrder(context, id) ?? [])
    .flatMap((order) => addressOfOrder(context, order, customerId) ?? []);
  return found.sort((one, other) => other.knownAtMs - one.knownAtMs)[0] ?? null;
}

/** Asks something about an order: it must be as the screen showed it, and nothing in the way. */
function ask(
  context: CommandContext,
  what: keyof OrderDetail['obstacles'],
  input: { readonly orderId: string; readonly seenVersion: number },
): OrderDetail {
  const order = orderNeeded(context, input.orderId);
  const orderId = order.id;
  if (versionOf(order) !== input.seenVersion) {
    throw new AppException(conflict('changed', 'Something was asked about this order since it was shown.'));
  }
  const obstacle = obstaclesTo(order)[what];
  if (obstacle !== null) {
    throw new AppException(rejected('This cannot be asked for now.', { order: obstacle }));
  }
  const requestId = context.random.uuid();
  const changes = {
    cancel: { kind: 'order.cancel', payload: { orderId } },
    refund: { kind: 'order.refund', payload: { requestId, orderId } },
    reship: { kind: 'order.reship', payload: { requestId, orderId } },
  } as const satisfies Record<typeof what, Change>;
  context.enqueue({ ...changes[what], visitId: null });
  const number = toOrderRow(order).number;
  const entries = {
    cancel: 'order-cancelled',
    refund: 'refund-asked-for',
    reship: 'reshipment-asked-for',
  } as const;
  context.record(entries[what], {
    visitId: null,
    patientId: null,
    order: number ?? order.serverId ?? orderId,
  });
  return toOrderDetail(context, orderNeeded(context, orderId), stored);
}

/** Nothing was asked of the service: what is stored is shown. */
const stored = { live: false, problem: null } as const;

export const orderHandlers: Handlers<typeof orderOperations> = {
  'orders.list': (context, { limit }) => {
    const { ids, total } = listedOrders(context, limit);
    return { items: ids.flatMap((id) => knownOrder(context, id) ?? []).map(toOrderRow), total };
  },

  'orders.get': (context, { orderId }) => toOrderDetail(context, orderNeeded(context, orderId), stored),

  'orders.read': {
    effect: async (context, { orderId }) => {
      const known = knownOrder(context, orderId);
      const serverId = known ? known.serverId : orderId;
      let problem: AppError | null = null;
      let live = false;
      if (serverId !== null && connectionIsUp(context)) {
        try {
          problem = await readAtService(context, serverId);
          live = true;
        } catch (thrown) {
          problem = toAppError(thrown, 'orders.read');
          // The service knows no such order, and neither does this desk.
          if (!known) throw thrown;
        }
      } else if (!known) {
        throw new AppException(offline('connection-lost', 'not-sent', 'The order was never read here.'));
      }
      context.changed('orders', 'board');
      return toOrderDetail(context, orderNeeded(context, known?.id ?? orderId), { live, problem });
    },
  },

  'orders.find': {
    effect: async (context, { text }) => {
      const serverId = await findAtService(context, text);
      saveOrder(context.db, await readOrder(context, serverId), context.nowMs);
      context.changed('orders');
      return { orderId: localIdOf(context.db, 'order', serverId) };
    },
  },

  'orders.terms': async (context, { productIds }) => {
    const { live, problem } = await readTerms(context, productIds);
    const kept = readProductTerms(context.db, productIds);
    const found = productIds.flatMap((id) => kept.get(id) ?? []);
    const ages = found.map(({ fetchedAtMs }) => fetchedAtMs);
    return {
      products: found.map(({ terms: { shipping, ...terms } }) => ({
        ...terms,
        shipping: shipping === null ? null : [...shipping],
      })),
      asOfMs: ages.length === 0 ? null : Math.min(...ages),
      live,
      problem,
    };
  },

  'orders.customers': (context) => ({ items: customersOf(context) }),

  'orders.knownAddress': (context, { customerId }) => ({ known: addressOfCustomer(context, customerId) }),

  'orders.create': {
    transaction: (context, draft) => {
      const orderId = context.random.uuid();
      const change = creation(context, draft, orderId);
      context.enqueue({ ...change, visitId: null });
      const products = draft.items.reduce((sum, { quantity }) => sum + quantity, 0);
      context.record('order-placed', { visitId: null, patientId: null, products });
      return { orderId };
    },
  },

  'orders.cancel': { transaction: (context, input) => ask(context, 'cancel', input) },
  'orders.refund': { transaction: (context, input) => ask(context, 'refund', input) },
  'orders.reship': { transaction: (context, input) => ask(context, 'reship', input) },
};
