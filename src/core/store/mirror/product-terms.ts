// What products cost and how they can be shipped, as last read: what an order is made with. It is part of the product that the
// catalogue shows (see `product-details.ts`), so that both show one price.
import type { ProductTerms } from '../../../domain/order.ts';
import { priceToPay } from '../../../domain/product-price.ts';
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { ProductDetail } from './product-details.ts';

export interface StoredTerms {
  readonly terms: ProductTerms;
  /** Milliseconds since the epoch. */
  readonly fetchedAtMs: number;
}

function termsOf({ product, shipping }: ProductDetail): ProductTerms {
  const { paid, former } = priceToPay({ price: product.price, discounted: product.discounted_price });
  return {
    id: product.id,
    name: product.name,
    appointmentOnly: product.appointment_only,
    price: { amountMinor: paid.amount_minor, currency: paid.currency },
    formerPrice: former && { amountMinor: former.amount_minor, currency: former.currency },
    shipping:
      shipping?.map((method) => ({
        id: method.id,
        name: method.name,
        type: method.type,
        description: method.description,
        price: { amountMinor: method.price.amount_minor, currency: method.price.currency },
      })) ?? null,
  };
}

/** By the product's id; those that were never read are left out. */
export function readProductTerms(db: Db, productIds: readonly string[]): Map<string, StoredTerms> {
  const rows = all<{ product_id: string; body: string; terms_at_ms: number }>(
    db,
    `SELECT product_id, body, terms_at_ms FROM mirror_product_detail
     WHERE product_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(productIds)],
  );
  return new Map(
    rows.map((row) => [
      row.product_id,
      { terms: termsOf(JSON.parse(row.body) as ProductDetail), fetchedAtMs: row.terms_at_ms },
    ]),
  );
}
