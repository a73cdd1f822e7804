// The rules of an order, shared by the screen that builds one and the engine that saves it. Amounts of money are whole
// numbers of the smallest unit of their currency.

export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

export interface ShippingChoice {
  readonly id: string;
  readonly name: string;
  /** As the service words it, such as `home_kit` or `walk_in`. */
  readonly type: string;
  readonly description: string;
  readonly price: Amount;
}

/** What is known of a product for an order. */
export interface ProductTerms {
  readonly id: string;
  readonly name: string;
  readonly appointmentOnly: boolean;
  /** What one costs now, with its discount. */
  readonly price: Amount;
  /** What it cost before its discount; null without one. */
  readonly formerPrice: Amount | null;
  /** Null while the service has not told how it can be shipped. */
  readonly shipping: readonly ShippingChoice[] | null;
}

export interface OrderLine {
  readonly productId: string;
  readonly quantity: number;
}

/** The most of one product in an order, so that a slip of the finger does not order a thousand kits. */
export const MOST_OF_ONE = 99;
export const MOST_LINES = 50;

/** A kit that is paid for now is sent within a year: a later date is a slip in its year. */
const LONGEST_TO_SHIPPING_MS = 366 * 86_400_000;

const KIT_TYPES: readonly string[] = ['home_kit', 'courier'];

/**
 * Whether this way needs an address: a kit is sent to it, or a phlebotomist comes to it. The service writes the type of the
 * latter in no published way, so the word is looked for.
 */
export function needsAddress(type: string): boolean {
  return sendsKit(type) || /phlebotom/i.test(type);
}

/** Whether this way sends a kit to an address. With the others a professional takes the sample. */
export function sendsKit(type: string): boolean {
  return KIT_TYPES.includes(type);
}

/**
 * The shipping methods that every one of these products has, in the order of the first; null while those of a product are
 * not known. A kit is left out where a product needs an appointment.
 */
export function shippingInCommon(products: readonly ProductTerms[]): ShippingChoice[] | null {
  const lists = products.map(({ shipping }) => shipping);
  if (lists.some((list) => list === null)) return null;
  const [first = [], ...others] = lists as readonly (readonly ShippingChoice[])[];
  return first.filter(
    ({ id, type }) =>
      others.every((list) => list.some((method) => method.id === id)) &&
      !(sendsKit(type) && products.some(({ appointmentOnly }) => appointmentOnly)),
  );
}

/**
 * What an order costs: its lines and its shipping. Null where the parts are in different currencies, which cannot be added.
 *
 *     totalOf([{ price: { amountMinor: 4900, currency: 'GBP' }, quantity: 2 }], null) // 9800 GBP
 */
export function totalOf(
  lines: readonly { readonly price: Amount; readonly quantity: number }[],
  shipping: Amount | null,
): Amount | null {
  const parts = [
    ...lines.map(({ price, quantity }) => ({
      amountMinor: price.amountMinor * quantity,
      currency: price.currency,
    })),
    ...(shipping ? [shipping] : []),
  ];
  const [first] = parts;
  if (!first || parts.some(({ currency }) => currency !== first.currency)) return null;
  return {
    amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    currency: first.currency,
  };
}

/**
 * Where the first price of another currency is, for which the order has no total: among its products, or that of its shipping. Null where
 * all that is known is in one currency.
 */
export function inSeveralCurrencies(
  products: readonly Pick<ProductTerms, 'price'>[],
  shipping: Pick<ShippingChoice, 'price'> | null,
): 'items' | 'shippingId' | null {
  const [first, ...others] = products.map(({ price }) => price.currency);
  if (first === undefined) return null;
  if (others.some((currency) => currency !== first)) return 'items';
  return shipping && shipping.price.currency !== first ? 'shippingId' : null;
}

/** What an order is checked by; see {@link orderProblems}. Times are milliseconds since the epoch. */
export interface OrderToCheck {
  readonly lines: readonly OrderLine[];
  readonly shippingId: string | null;
  readonly hasAddress: boolean;
  readonly shippingDate: string | null;
  readonly appointmentStartsAtMs: number | null;
}

/** What is wrong with a field of an order. */
export const ORDER_PROBLEMS = [
  'none-chosen',
  'withdrawn',
  'not-in-catalogue',
  'currencies',
  'shipping-not-known',
  'none-listed',
  'none-in-common',
  'not-for-all',
  'appointment-only',
  'needed-for-kit',
  'needed-for-home-visit',
  'not-with-kit',
  'not-without-kit',
  'past',
  'far-ahead',
] as const;
export type OrderProblem = (typeof ORDER_PROBLEMS)[number];

export type OrderField = 'items' | 'shippingId' | 'address' | 'shippingDate' | 'appointment';

/** What an order is judged against besides the terms of its products. */
export interface OrderMoment {
  /** The site's date, `YYYY-MM-DD`. */
  readonly today: string;
  /** The service's time, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The products that the service lists no more. */
  readonly withdrawn: ReadonlySet<string>;
}

/** What is wrong with an order that is to be placed, by field; empty when nothing is. */
export function orderProblems(
  order: OrderToCheck,
  terms: ReadonlyMap<string, ProductTerms>,
  now: OrderMoment,
): Partial<Record<OrderField, OrderProblem>> {
  if (order.lines.length === 0) return { items: 'none-chosen' };
  if (order.lines.some(({ productId }) => now.withdrawn.has(productId))) return { items: 'withdrawn' };
  const products = order.lines.flatMap(({ productId }) => terms.get(productId) ?? []);
  if (products.length < order.lines.length) return { items: 'not-in-catalogue' };
  if (inSeveralCurrencies(products, null) !== null) return { items: 'currencies' };
  const common = shippingInCommon(products);
  if (common === null) return { shippingId: 'shipping-not-known' };
  const chosen = common.find(({ id }) => id === order.shippingId);
  if (!chosen) return { shippingId: whyNotChosen(products, common, order.shippingId) };
  if (inSeveralCurrencies(products, chosen) !== null) return { shippingId: 'currencies' };
  if (sendsKit(chosen.type)) return kitProblems(order, now);
  const lacksAddress = needsAddress(chosen.type) && !order.hasAddress;
  return {
    ...(lacksAddress ? { address: 'needed-for-home-visit' as const } : {}),
    ...visitProblems(order, now),
  };
}

function whyNotChosen(
  products: readonly ProductTerms[],
  common: readonly ShippingChoice[],
  shippingId: string | null,
): OrderProblem {
  const wanted = products.flatMap(({ shipping }) => shipping ?? []).find(({ id }) => id === shippingId);
  const isOnlyByAppointment = products.some(({ appointmentOnly }) => appointmentOnly);
  if (wanted && sendsKit(wanted.type) && isOnlyByAppointment) return 'appointment-only';
  // One product without any is not a matter of which products go together: no other order would help.
  if (products.some(({ shipping }) => shipping?.length === 0)) return 'none-listed';
  if (common.length === 0) return 'none-in-common';
  return shippingId === null ? 'none-chosen' : 'not-for-all';
}

function kitProblems(
  order: OrderToCheck,
  { today }: { readonly today: string },
): Partial<Record<OrderField, OrderProblem>> {
  return {
    ...(order.hasAddress ? {} : { address: 'needed-for-kit' }),
    ...(order.appointmentStartsAtMs === null ? {} : { appointment: 'not-with-kit' }),
    ...shippingDateProblem(order.shippingDate, today),
  };
}

function shippingDateProblem(
  shippingDate: string | null,
  today: string,
): Partial<Record<OrderField, OrderProblem>> {
  if (shippingDate === null) return {};
  if (shippingDate < today) return { shippingDate: 'past' };
  const aheadMs = Date.parse(shippingDate) - Date.parse(today);
  return aheadMs > LONGEST_TO_SHIPPING_MS ? { shippingDate: 'far-ahead' } : {};
}

function visitProblems(
  order: OrderToCheck,
  { nowMs }: { readonly nowMs: number },
): Partial<Record<OrderField, OrderProblem>> {
  return {
    ...(order.shippingDate === null ? {} : { shippingDate: 'not-without-kit' }),
    ...(order.appointmentStartsAtMs !== null && order.appointmentStartsAtMs <= nowMs
      ? { appointment: 'past' }
      : {}),
  };
}

/** Whether the service's word for the state of an order says that it is cancelled. No list of its words is published. */
export function isCancelledStatus(status: string | null): boolean {
  return status !== null && /^cancell?ed$/i.test(status.trim());
}
