// What the laboratory offers.
import type { Output } from '../../contract/index.ts';
import type { productOperations } from '../../contract/products.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { listedPriceToPay, type PriceToPay } from '../../domain/product-price.ts';
import type { Money } from '../../wire/money.ts';
import type { ProductSummary } from '../../wire/product.ts';
import type { QueryOf } from '../../wire/routes.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Db } from '../store/db/database.ts';
import { productDiscounts } from '../store/mirror/product-details.ts';
import { listProducts, productsFetchedAtMs, upsertProducts } from '../store/mirror/products.ts';
import { noteOffered, withdrawnProducts } from '../store/desk/withdrawn-products.ts';
import { connectionIsUp } from './handler.ts';
import type { Context, Handlers } from './handler.ts';

/** So many are asked for at once; whoever looks for one of more types more of its name. */
const MOST_FOUND = 100;

/** As lists show them, with the price that is to be paid as far as the products themselves were read. */
export function toProductItems(
  db: Db,
  products: readonly ProductSummary[],
): Output<'products.list'>['items'] {
  const discounts = productDiscounts(db);
  const withdrawn = withdrawnProducts(db);
  return products.map((product) => ({
    id: product.id,
    sku: product.sku,
    name: product.name,
    ...inWords(listedPriceToPay(product.price, discounts.get(product.id))),
    appointmentOnly: product.appointment_only,
    isWithdrawn: withdrawn.has(product.id),
  }));
}

/** Prices as the service writes them. */
export function inWords({ paid, former }: PriceToPay<Money>) {
  return { price: paid.formatted_value, formerPrice: former?.formatted_value ?? null };
}

/** @throws AppException `not-found` where one is not known here, `rejected` where the service lists one no more */
export function requireListed(db: Db, productIds: readonly string[]): Map<string, ProductSummary> {
  const products = new Map(listProducts(db).map((product) => [product.id, product]));
  if (!productIds.every((id) => products.has(id)))
    throw new AppException(notFound('There is no such product.'));
  const withdrawn = withdrawnProducts(db);
  if (productIds.some((id) => withdrawn.has(id))) {
    throw new AppException(rejected('The service lists a product no more.', { productIds: 'withdrawn' }));
  }
  return products;
}

async function ask(context: Context, query: QueryOf<'products.list'>) {
  const { value } = await context.service.call('products.list', {
    query: { ...query, page: 1, results_per_page: MOST_FOUND },
  });
  return value;
}

export const productHandlers: Handlers<typeof productOperations> = {
  'products.list': (context) => ({
    asOfMs: productsFetchedAtMs(context.db),
    notTold: readSetting(context.db, 'productsNotTold') ?? 0,
    items: toProductItems(context.db, listProducts(context.db)),
  }),

  'products.find': async (context, { text }) => {
    if (!connectionIsUp(context)) return { live: false, items: [], more: 0 };
    // The service looks for words in names alone; a code has no blanks and is asked for as a whole.
    const byCode = /\s/.test(text) ? null : await ask(context, { sku: text });
    const byName = await ask(context, { search: text });
    const found = new Map(
      [...(byCode?.items ?? []), ...byName.items].map((product) => [product.id, product]),
    );
    // Kept with the age of the list: the others of it are no newer for having found one.
    const asOfMs = productsFetchedAtMs(context.db) ?? context.nowMs;
    const isBack = noteOffered(context.db, [...found.keys()]);
    if (upsertProducts(context.db, [...found.values()], asOfMs).size > 0 || isBack) context.learned('board');
    return {
      live: true,
      items: toProductItems(context.db, [...found.values()]),
      more: Math.max(0, byName.nr_of_results - byName.items.length),
    };
  },
};
