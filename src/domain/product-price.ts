// What a product costs: one rule for lists, for its own page and for an order.

interface Price {
  readonly amount_minor: number;
  readonly currency: string;
}

export interface Discount<Money extends Price> {
  /** Before the discount. */
  readonly price: Money;
  /** With it; null where there is none. */
  readonly discounted: Money | null;
}

export interface PriceToPay<Money extends Price> {
  readonly paid: Money;
  /** What it cost before its discount; null without one. */
  readonly former: Money | null;
}

const isSame = (one: Price, other: Price): boolean =>
  one.amount_minor === other.amount_minor && one.currency === other.currency;

/** What is paid, and what it cost before. A “discounted” price that is the same amount is none. */
export function priceToPay<Money extends Price>({ price, discounted }: Discount<Money>): PriceToPay<Money> {
  if (discounted === null) return { paid: price, former: null };
  return { paid: discounted, former: isSame(price, discounted) ? null : price };
}

/**
 * The same of a product in the service's list, which tells the price before any discount. `kept` is what was read of the product
 * itself; undefined while it was not. A discount on another price than the listed one is out of date, and is left out.
 */
export function listedPriceToPay<Money extends Price>(
  listed: Money,
  kept: Discount<Money> | undefined,
): PriceToPay<Money> {
  return kept && isSame(kept.price, listed) ? priceToPay(kept) : { paid: listed, former: null };
}
