// What products cost and how they can be shipped, as last read: what an order is made with.
import type { ProductTerms } from '../../../domain/order.ts';
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface StoredTerms {
  readonly terms: ProductTerms;
  /** Milliseconds since the epoch. */
  readonly fetchedAtMs: number;
}

export function saveProductTerms(db: Db, terms: ProductTerms, nowMs: number): void {
  run(
    db,
    `INSERT INTO mirror_product_terms (product_id, body, fetched_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (product_id) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [terms.id, JSON.stringify(terms), nowMs],
  );
}

/** By the product's id; those that were never read are left out. */
export function readProductTerms(db: Db, productIds: readonly string[]): Map<string, StoredTerms> {
  const rows = all<{ product_id: string; body: string; fetched_at_ms: number }>(
    db,
    'SELECT * FROM mirror_product_terms WHERE product_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(productIds)],
  );
  return new Map(
    rows.map((row) => [
      row.product_id,
      { terms: JSON.parse(row.body) as ProductTerms, fetchedAtMs: row.fetched_at_ms },
    ]),
  );
}
