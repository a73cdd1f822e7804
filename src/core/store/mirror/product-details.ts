// Products in full: the record with biomarkers, pictures, shipping methods, categories, questions and film.
import type { Biomarker, Product, ProductFile, ShippingMethod } from '../../../wire/product.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A record whose fields are not documented; they are kept as they came. */
export type LooseRecord = Readonly<Record<string, unknown>>;

/** A part is null where it could not be read; the others are good all the same. */
export interface ProductDetail {
  readonly product: Product;
  readonly biomarkers: readonly Biomarker[] | null;
  readonly files: readonly ProductFile[] | null;
  readonly shipping: readonly ShippingMethod[] | null;
  readonly categories: readonly LooseRecord[] | null;
  readonly faqs: readonly LooseRecord[] | null;
  /** `film` is null where there is none. */
  readonly video: { readonly film: LooseRecord | null } | null;
  /** How many records of these lists could not be used. */
  readonly odd: number;
}

export interface StoredProductDetail extends ProductDetail {
  /** Milliseconds since the epoch by the service's clock. */
  readonly fetchedAtMs: number;
}

export function saveProductDetail(db: Db, detail: ProductDetail, nowMs: number): void {
  run(
    db,
    `INSERT INTO mirror_product_detail (product_id, body, fetched_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (product_id) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [detail.product.id, JSON.stringify(detail), nowMs],
  );
}

interface DetailRow {
  readonly body: string;
  readonly fetched_at_ms: number;
}

const toDetail = ({ body, fetched_at_ms }: DetailRow): StoredProductDetail => ({
  ...(JSON.parse(body) as ProductDetail),
  fetchedAtMs: fetched_at_ms,
});

/** Null while the product was not read in full. */
export function readProductDetail(db: Db, productId: string): StoredProductDetail | null {
  const row = get<DetailRow>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_product_detail WHERE product_id = ?',
    [productId],
  );
  return row && toDetail(row);
}

/** All products that were read in full. */
export function listProductDetails(db: Db): StoredProductDetail[] {
  return all<DetailRow>(db, 'SELECT body, fetched_at_ms FROM mirror_product_detail').map(toDetail);
}

/** What the catalogue says about each biomarker, by its id, as far as products were read in full. */
export function biomarkerDescriptions(db: Db): Map<string, string> {
  return new Map(
    listProductDetails(db).flatMap(({ biomarkers }) =>
      (biomarkers ?? []).map(({ id, description }) => [id, description] as const),
    ),
  );
}

/**
 * Products of the catalogue that were not read in full since an instant (milliseconds since the epoch), those that were never
 * read first.
 */
export function productsToRead(db: Db, beforeMs: number): string[] {
  return all<{ id: string }>(
    db,
    `SELECT product.id FROM mirror_product AS product
       LEFT JOIN mirror_product_detail AS detail ON detail.product_id = product.id
     WHERE detail.fetched_at_ms IS NULL OR detail.fetched_at_ms < ?
     ORDER BY detail.fetched_at_ms NULLS FIRST, product.name`,
    [beforeMs],
  ).map(({ id }) => id);
}
