// Orders: products that a customer buys. The service cannot list them, so those are known that were made at this desk or
// that somebody opened here.
import { z } from 'zod';
import { LONGEST_NAME, hasHiddenCharacters, isOnlySigns } from '../domain/person-name.ts';
import { MOST_LINES, MOST_OF_ONE } from '../domain/order.ts';
import { appErrorSchema } from './app-error.ts';
import { keptAnswer } from './kept-answer.ts';
import { command, nothing, query } from './operation.ts';
import { instantMs, recordId, seenVersion, siteDate } from './views.ts';
import { outboxRowView } from './outbox-row-view.ts';

const visible = z
  .string()
  .trim()
  .refine((text) => !hasHiddenCharacters(text), 'has characters that nobody sees');
const optional = (most: number) => visible.max(most).nullable().default(null);

const customerName = visible
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !isOnlySigns(text), 'has no letters');

/** An amount in the smallest unit of its currency. */
const amount = z.object({ amountMinor: z.number().int(), currency: z.string() });

const shippingChoice = z.object({
  id: recordId,
  name: z.string(),
  type: z.string(),
  description: z.string(),
  price: amount,
});

const productTerms = z.object({
  id: recordId,
  name: z.string(),
  appointmentOnly: z.boolean(),
  price: amount,
  formerPrice: amount.nullable(),
  shipping: z.array(shippingChoice).nullable(),
});

/** Who pays, as a screen enters them. */
const newCustomer = z.strictObject({
  kind: z.literal('new'),
  firstName: customerName,
  lastName: customerName,
  email: z.email().max(200),
  phoneNumber: optional(40),
  nhsNumber: optional(20),
});

const addressDraft = z.strictObject({
  line1: visible.min(1).max(200),
  line2: optional(200),
  line3: optional(200),
  city: visible.min(1).max(100),
  postalCode: visible.min(1).max(20),
  /** ISO country code of two letters, such as `GB`. */
  countryCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'is no country code of two letters'),
  company: optional(200),
});

const orderDraft = z.strictObject({
  items: z
    .array(z.strictObject({ productId: recordId, quantity: z.number().int().min(1).max(MOST_OF_ONE) }))
    .min(1)
    .max(MOST_LINES),
  shippingId: recordId,
  customer: z.discriminatedUnion('kind', [
    newCustomer,
    z.strictObject({ kind: z.literal('known'), customerId: z.guid() }),
  ]),
  /** Needed where a kit is sent. */
  address: addressDraft.nullable(),
  /** The day on which a kit is to be sent. */
  shippingDate: siteDate.nullable(),
  /** The first appointment, where no kit is sent. */
  appointment: z.strictObject({ locationId: recordId, startsAtMs: instantMs }).nullable(),
  /** The total that the screen showed; when prices have changed since, the order is refused. */
  seenTotal: amount,
});
/** What has become of an order here. */
export const ORDER_STATES = [
  /** Saved here, to be sent. */
  'waiting',
  /** Sent, and nobody knows whether it was placed. */
  'unsure',
  /** A person must decide. */
  'attention',
  'placed',
  /** Cancelled here; the service is being told. */
  'cancelling',
  'cancelled',
  /** Given up before it was placed, as far as is known. */
  'given-up',
  /** Somebody said that it was placed, and its id at the service is not known here. */
  'said-placed',
] as const;

const orderFacts = {
  id: recordId,
  /** The service's id; null until it is known. */
  serverId: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  /** The number that people know the order by; null where the service gives none. */
  number: z.string().nullable(),
  /** `OLIVER, Ada`; null where the customer was never read. */
  customerName: z.string().nullable(),
  products: z.array(z.object({ name: z.string(), quantity: z.number().int().nullable() })),
  /** As the service words them; null where it does not tell. */
  status: z.string().nullable(),
  paymentStatus: z.string().nullable(),
  shippingStatus: z.string().nullable(),
  total: z.string().nullable(),
  /** When this desk first knew of it. */
  knownAtMs: instantMs,
  /** When it was last read from the service; null when never. */
  asOfMs: instantMs.nullable(),
  madeHere: z.boolean(),
};
export const orderRow = z.object(orderFacts);
/** An order as one line of a list. */
export type OrderRow = z.infer<typeof orderRow>;

/**
 * What was read of a part of an order. `asOfMs` is null while it was never read; `value` is then what was ordered here, and null where
 * nothing was.
 */
const part = <Value extends z.ZodType>(value: Value) =>
  z.object({ asOfMs: instantMs.nullable(), value: value.nullable() });

export const orderDetail = z.object({
  ...orderFacts,
  /** Grows with each change of the order that is saved at this desk. */
  version: seenVersion,
  /** False when the service did not answer, so that everything is as it was last read. */
  live: z.boolean(),
  /** Why the last reading failed; null when it did not, or was not tried. */
  problem: appErrorSchema.nullable(),
  /** The total that was shown when it was placed here, where the service's total is another one; null otherwise. */
  totalShown: z.string().nullable(),
  shippingDate: z.string().nullable(),
  createdAt: z.string().nullable(),
  /** Null: nothing is known yet. An empty list: the service says that there are none. */
  registrations: part(
    z.array(z.object({ id: recordId, trfCode: z.string(), status: z.string(), hasPatient: z.boolean() })),
  ),
  items: part(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sku: z.string().nullable(),
        quantity: z.number().int().nullable(),
        price: z.string().nullable(),
      }),
    ),
  ),
  customer: part(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      nhsNumber: z.string().nullable(),
    }),
  ),
  address: part(z.object({ lines: z.array(z.string()) })),
  shipping: part(z.object({ name: z.string(), type: z.string(), price: z.string().nullable() })),
  appointments: part(
    z.array(
      z.object({
        id: recordId,
        startsAtMs: instantMs,
        locationName: z.string().nullable(),
        confirmed: z.boolean(),
      }),
    ),
  ),
  /** For each request: why it cannot be made now; null when it can. The service may refuse it all the same. */
  obstacles: z.object({
    cancel: z.enum(['not-placed', 'cancelled', 'under-way']).nullable(),
    /** `done`: the service took a request of this desk; it pays back once. */
    refund: z.enum(['not-placed', 'under-way', 'done']).nullable(),
    reship: z.enum(['not-placed', 'cancelled', 'under-way']).nullable(),
  }),
  /** The changes about it that are kept, the oldest first. */
  changes: z.array(outboxRowView),
});
/** An order with all that its own screen shows. */
export type OrderDetail = z.infer<typeof orderDetail>;

const onOrder = z.strictObject({ orderId: recordId, seenVersion });

export const orderOperations = {
  /** The orders that are known here, the latest first; `total`: how many there are. */
  'orders.list': query(
    z.strictObject({ limit: z.number().int().min(1).max(10_000).default(50) }),
    z.object({ items: z.array(orderRow), total: z.number().int() }),
    { staleOn: ['orders', 'outbox'] },
  ),
  /** What is stored of an order. `orders.read` asks the service. */
  'orders.get': query(z.strictObject({ orderId: recordId }), orderDetail, {
    staleOn: ['orders', 'outbox', 'board'],
  }),
  /**
   * Reads an order and its parts from the service and keeps them. While the service does not answer, the answer is what
   * was read last. An order that neither knows is `not-found`.
   */
  'orders.read': command(z.strictObject({ orderId: recordId }), orderDetail, { answersWith: 'order' }),
  /**
   * Finds an order by its id, by its number, or by the code of one of its registrations, and keeps it. The service is asked,
   * so this needs the connection.
   */
  'orders.find': command(z.strictObject({ text: visible.min(1).max(100) }), z.object({ orderId: recordId }), {
    answersWith: 'other',
  }),
  /**
   * What these products cost and how each can be shipped, read from the service, or as read last while it does not tell.
   * `asOfMs` is the age of the oldest; a product of which nothing is known is left out.
   */
  'orders.terms': query(
    z.strictObject({ productIds: z.array(recordId).max(MOST_LINES) }),
    z.object({ products: z.array(productTerms), asOfMs: instantMs.nullable(), ...keptAnswer }),
    { staleOn: ['connection', 'products'] },
  ),
  /** Customers of the orders that are known here. */
  'orders.customers': query(
    nothing,
    z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), email: z.string().nullable() })),
    }),
    { staleOn: ['orders'] },
  ),
  /**
   * The address of the latest order of a customer that has one and was not given up, as far as its orders are known here; null where
   * none has. `number`: of that order, where it has one.
   */
  'orders.knownAddress': query(
    z.strictObject({ customerId: z.string().max(100) }),
    z.object({
      known: z
        .object({
          address: z.object({
            line1: z.string(),
            line2: z.string().nullable(),
            line3: z.string().nullable(),
            city: z.string(),
            postalCode: z.string(),
            countryCode: z.string(),
            company: z.string().nullable(),
          }),
          number: z.string().nullable(),
          knownAtMs: instantMs,
        })
        .nullable(),
    }),
    { staleOn: ['orders', 'outbox'] },
  ),
  /** Saves an order, which is sent once. After a lost answer a person says whether it was placed. */
  'orders.create': command(orderDraft, z.object({ orderId: recordId }), { answersWith: 'other' }),
  /** Cancels the order with its registrations and appointments at the service. */
  'orders.cancel': command(onOrder, orderDetail, { answersWith: 'order' }),
  /** Asks for the money back. It is sent once, as an order is. */
  'orders.refund': command(onOrder, orderDetail, { answersWith: 'order' }),
  /** Has the order sent once more. It is sent once, as an order is. */
  'orders.reship': command(onOrder, orderDetail, { answersWith: 'order' }),
};
