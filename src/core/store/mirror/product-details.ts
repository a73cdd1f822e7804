// Products in full: the record with biomarkers, pictures, shipping methods, categories, questions and film.
import type { Discount } from '../../../domain/product-price.ts';
import type { Money } from '../../../wire/money.ts';
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

/**
 * Keeps a product as it was read in full. Shipping that could not be read stays as it was read before. Returns whether lists and orders
 * show something else of it now.
 */
export function saveProductDetail(db: Db, detail: ProductDetail, nowMs: number): boolean {
  const before = storedBody(db, detail.product.id);
  const body: ProductDetail = { ...detail, shipping: detail.shipping ?? before?.shipping ?? null };
  run(
    db,
    `INSERT INTO mirror_product_detail (product_id, body, fetched_at_ms, terms_at_ms) VALUES (@id, @body, @nowMs, @nowMs)
     ON CONFLICT (product_id) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms,
       terms_at_ms = CASE WHEN @shippingRead THEN excluded.terms_at_ms ELSE terms_at_ms END`,
    {
      id: detail.product.id,
      body: JSON.stringify(body),
      nowMs,
      shippingRead: detail.shipping === null ? 0 : 1,
    },
  );
  return isNews(before, body);
}

/**
 * Keeps what an order needs of a product: the rest of it, and when that was read, stay as they are. Returns the same as
 * {@link saveProductDetail}.
 */
export function saveProductTerms(
  db: Db,
  read: { readonly product: Product; readonly shipping: readonly ShippingMethod[] },
  nowMs: number,
): boolean {
  const { product, shipping } = read;
  const before = storedBody(db, product.id);
  const body: ProductDetail = { ...(before ?? NOTHING_ELSE), product, shipping };
  run(
    db,
    `INSERT INTO mirror_product_detail (product_id, body, terms_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (product_id) DO UPDATE SET body = excluded.body, terms_at_ms = excluded.terms_at_ms`,
    [product.id, JSON.stringify(body), nowMs],
  );
  return isNews(before, body);
}

/** A product that was never read is shown with its price of the list, so only a discount is news of it. */
const isNews = (before: ProductDetail | null, now: ProductDetail): boolean =>
  before === null ? now.product.discounted_price !== null : termsIn(before) !== termsIn(now);

/** The order in which the service lists the shipping methods is none of them. */
const termsIn = ({ product, shipping }: ProductDetail): string =>
  JSON.stringify([
    product.name,
    product.appointment_only,
    product.price,
    product.discounted_price,
    shipping
      ?.map(({ id, name, type, description, price }) => JSON.stringify([id, name, type, description, price]))
      .toSorted(),
  ]);

const NOTHING_ELSE = { biomarkers: null, files: null, categories: null, faqs: null, video: null, odd: 0 };

function storedBody(db: Db, productId: string): ProductDetail | null {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_product_detail WHERE product_id = ?', [
    productId,
  ]);
  return row && (JSON.parse(row.body) as ProductDetail);
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
    'SELECT body, fetched_at_ms FROM mirror_product_detail WHERE product_id = ? AND fetched_at_ms IS NOT NULL',
    [productId],
  );
  return row && toDetail(row);
}

/** All products that were read in full. */
export function listProductDetails(db: Db): StoredProductDetail[] {
  return all<DetailRow>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_product_detail WHERE fetched_at_ms IS NOT NULL',
  ).map(toDetail);
}

/** The discounts of products, by the product's id, as far as they were read. */
export function productDiscounts(db: Db): Map<string, Discount<Money>> {
  return new Map(
    all<{ id: string; discount: string }>(
      db,
      'SELECT product_id AS id, discount FROM mirror_product_detail WHERE discount IS NOT NULL',
    ).map(({ id, discount }) => [id, JSON.parse(discount) as Discount<Money>]),
  );
}

/** The categories of all products that were read in full, each once. */
export function listNamedCategories(db: Db): LooseRecord[] {
  return all<{ body: string }>(
    db,
    `SELECT part.value AS body FROM mirror_product_detail AS detail, json_each(detail.body, '$.categories') AS part
     WHERE detail.fetched_at_ms IS NOT NULL AND part.type = 'object'
     GROUP BY coalesce(part.value ->> '$.slug', part.value ->> '$.id')`,
  ).map(({ body }) => JSON.parse(body) as LooseRecord);
}

/** The biomarkers that all products that were read in full measure, each once. */
export function listNamedBiomarkers(db: Db): Pick<Biomarker, 'slug' | 'name' | 'code'>[] {
  return all(
    db,
    `SELECT part.value ->> '$.slug' AS slug, part.value ->> '$.name' AS name,
            coalesce(part.value ->> '$.code', '') AS code
     FROM mirror_product_detail AS detail, json_each(detail.body, '$.biomarkers') AS part
     WHERE detail.fetched_at_ms IS NOT NULL AND part.value ->> '$.slug' <> ''
     GROUP BY slug`,
  );
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
 * read first. `except`: those of which the service does not tell any more.
 */
export function productsToRead(db: Db, beforeMs: number, except: ReadonlySet<string>): string[] {
  return all<{ id: string }>(
    db,
    `SELECT product.id FROM mirror_product AS product
       LEFT JOIN mirror_product_detail AS detail ON detail.product_id = product.id
     WHERE detail.fetched_at_ms IS NULL OR detail.fetched_at_ms < ?
     ORDER BY detail.fetched_at_ms NULLS FIRST, product.name`,
    [beforeMs],
  ).flatMap(({ id }) => (except.has(id) ? [] : id));
}
