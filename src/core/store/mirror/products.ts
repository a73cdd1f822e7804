// The catalogue as the service lists it.
import type { ProductSummary } from '../../../wire/product.ts';
import { all, allAmong, get, mirrorTransaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/**
 * Stores products as the service listed them. Returns the ids of those that changed. `nowMs`: milliseconds since the
 * epoch.
 */
export function upsertProducts(db: Db, products: readonly ProductSummary[], nowMs: number): Changed {
  return mirrorTransaction(db, () =>
    upsertRows(
      db,
      'mirror_product',
      products.map((product) => ({
        id: product.id,
        columns: { sku: product.sku, name: product.name },
        body: JSON.stringify(product),
      })),
      nowMs,
    ),
  );
}

/** All products, sorted by name; also those that the service lists no more. */
export function listProducts(db: Db): ProductSummary[] {
  return all<{ body: string }>(db, 'SELECT body FROM mirror_product ORDER BY name COLLATE NOCASE').map(
    (row) => JSON.parse(row.body) as ProductSummary,
  );
}

/**
 * When the catalogue was last changed by a reading of the service (milliseconds since the epoch); null before the
 * first.
 */
export function productsFetchedAtMs(db: Db): number | null {
  return get<{ at: number | null }>(db, 'SELECT max(fetched_at_ms) AS at FROM mirror_product')?.at ?? null;
}

export interface ProductNames {
  readonly sku: string;
  readonly name: string;
}

/** What these products are called, by id; products that are not in the catalogue are left out. */
export function namesOfProducts(db: Db, ids: Iterable<string>): Map<string, ProductNames> {
  const rows = allAmong<ProductNames & { id: string }>(
    db,
    'SELECT id, sku, name FROM mirror_product WHERE id IN (SELECT value FROM json_each(?))',
    ids,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
