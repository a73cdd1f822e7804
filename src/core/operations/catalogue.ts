// The catalogue: asked at the service while it answers, else answered from what is kept.
import type { CatalogueFilter, CatalogueFilterName, catalogueOperations } from '../../contract/catalogue.ts';
import type { Output } from '../../contract/index.ts';
import { AppException, offline } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import { onceEach } from '../../domain/once-each.ts';
import { priceToPay } from '../../domain/product-price.ts';
import { bestFirst, productsFound } from '../../domain/product-search.ts';
import { readProduct } from '../pull/product-detail.ts';
import type { ProductSought } from '../pull/product-detail.ts';
import {
  listNamedBiomarkers,
  listNamedCategories,
  listProductDetails,
  productsToRead,
  readProductDetail,
  saveProductDetail,
} from '../store/mirror/product-details.ts';
import type { LooseRecord, ProductDetail, StoredProductDetail } from '../store/mirror/product-details.ts';
import { readSetting } from '../store/desk/settings.ts';
import { listProducts, productsFetchedAtMs } from '../store/mirror/products.ts';
import { withdrawnProducts } from '../store/desk/withdrawn-products.ts';
import { askWhileUp } from './asked-or-kept.ts';
import type { Context, Handlers } from './handler.ts';
import { inWords, toProductItems } from './products.ts';

const PAGE_SIZE = 100;

type Found = Output<'catalogue.find'>;
type Shown = Output<'catalogue.product'>;

const given = (text: string): string | undefined => (text === '' ? undefined : text);
const some = (texts: readonly string[]): string[] | undefined =>
  texts.length === 0 ? undefined : [...texts];

async function askService(context: Context, filter: CatalogueFilter, page: number): Promise<Found> {
  const wanted = {
    search: given(filter.search),
    slug: given(filter.slug),
    sku: given(filter.sku),
    category_slug: given(filter.categorySlug),
    collection_slug: given(filter.collectionSlug),
    biomarker_slug: given(filter.biomarkerSlug),
    shipping_type_in: some(filter.shippingTypes),
    product_categories: some(filter.categoryIds),
    all_products: filter.allProducts ? true : undefined,
    affiliate_code: given(filter.affiliateCode),
  };
  const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const { value, odd } = await context.service.call('products.list', {
    query: { ...query, page, results_per_page: PAGE_SIZE },
  });
  // Of several pages the order is the service's, or the best one might stand on the last.
  const told = onceEach(value.items);
  const items = value.nr_of_pages > 1 ? told : bestFirst(told, filter.search);
  return {
    live: true,
    problem: null,
    asOfMs: context.sync.serverNowMs(),
    // An affiliate's price is another one than the product's own, so no discount of that is taken off it.
    items: toProductItems(context.db, items),
    page: value.current_page,
    pages: value.nr_of_pages,
    total: value.nr_of_results,
    odd: odd.filter(({ used }) => !used).length,
    unanswered: [],
    notKnown: 0,
  };
}

/** Only the service knows which products are in a collection, which are not on display, and what an affiliate pays. */
const ONLY_AT_SERVICE: readonly CatalogueFilterName[] = ['collectionSlug', 'allProducts', 'affiliateCode'];

const isSet = (value: CatalogueFilter[CatalogueFilterName]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== '' && value !== false;

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

/** Whether a product fits the filters that need its details; null where the part that would tell is not kept. */
function fitsInFull(filter: CatalogueFilter, detail: ProductDetail | undefined): boolean | null {
  const answers: (boolean | null)[] = [];
  const ask = <Item>(items: readonly Item[] | null | undefined, fits: (item: Item) => boolean): void => {
    answers.push(items ? items.some(fits) : null);
  };
  const { slug, categorySlug, categoryIds, biomarkerSlug, shippingTypes } = filter;
  if (slug !== '') ask(detail && [detail.product], (product) => same(product.slug, slug));
  if (categorySlug !== '') ask(detail?.categories, (category) => same(category['slug'], categorySlug));
  if (categoryIds.length > 0)
    ask(detail?.categories, (category) => categoryIds.some((id) => same(category['id'], id)));
  if (biomarkerSlug !== '') ask(detail?.biomarkers, (biomarker) => same(biomarker.slug, biomarkerSlug));
  if (shippingTypes.length > 0)
    ask(detail?.shipping, (method) => shippingTypes.some((type) => same(method.type, type)));
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

function fromKept(context: Context, filter: CatalogueFilter, problem: AppError | null): Found {
  const details = new Map(listProductDetails(context.db).map((detail) => [detail.product.id, detail]));
  const withdrawn = withdrawnProducts(context.db);
  const judged = productsFound(listProducts(context.db), filter.search)
    .filter(({ id }) => !withdrawn.has(id))
    .filter(({ sku }) => filter.sku === '' || same(sku, filter.sku))
    .map((product) => ({ product, fits: fitsInFull(filter, details.get(product.id)) }));
  const items = toProductItems(
    context.db,
    judged.filter(({ fits }) => fits === true).map(({ product }) => product),
  );
  return {
    live: false,
    problem,
    asOfMs: productsFetchedAtMs(context.db),
    items,
    page: 1,
    pages: 1,
    total: items.length,
    odd: 0,
    unanswered: ONLY_AT_SERVICE.filter((name) => isSet(filter[name])),
    notKnown: judged.filter(({ fits }) => fits === null).length,
  };
}

/** The first of these fields that holds a text; '' when none does. */
function textIn(record: LooseRecord, names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return '';
}

/** Addresses that a person can open; `javascript:` and the like are none. */
function webAddress(text: string): string | null {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;
}

function filmOf({ video }: ProductDetail): Shown['film'] {
  const film = video?.film ?? null;
  if (film === null) return null;
  const title = textIn(film, ['title', 'name', 'description']);
  const address = webAddress(textIn(film, ['url', 'video_url', 'link', 'src', 'embed_url']));
  return { title: title === '' ? 'Film about this product' : title, address };
}

function toShown(detail: StoredProductDetail, asked: Pick<Shown, 'live' | 'problem'>): Shown {
  const { product } = detail;
  return {
    live: asked.live,
    problem: asked.problem,
    asOfMs: detail.fetchedAtMs,
    id: product.id,
    name: product.name,
    sku: product.sku,
    slug: product.slug,
    ...inWords(priceToPay({ price: product.price, discounted: product.discounted_price })),
    appointmentOnly: product.appointment_only,
    shortDescription: product.short_description,
    descriptionHtml: product.description,
    turnaround: product.turnaround_time,
    instructions: product.sample_collection_instructions,
    biomarkers:
      detail.biomarkers?.map(({ id, name, code, description }) => ({ id, name, code, description })) ?? null,
    pictures:
      detail.files?.flatMap(({ filename, url, is_primary }) => {
        const address = webAddress(url);
        return address === null ? [] : { name: filename, address, isPrimary: is_primary };
      }) ?? null,
    shipping:
      detail.shipping?.map(({ id, name, type, description, price }) => ({
        id,
        name,
        type,
        description,
        price: price.formatted_value,
      })) ?? null,
    categories:
      detail.categories?.map((category) => textIn(category, ['name', 'title', 'slug', 'id'])) ?? null,
    questions:
      detail.faqs?.map((faq) => ({
        question: textIn(faq, ['question', 'title', 'name']),
        answerHtml: textIn(faq, ['answer', 'text', 'content', 'body', 'description']),
      })) ?? null,
    film: filmOf(detail),
    odd: detail.odd,
  };
}

function keptProduct({ db }: Context, sought: ProductSought): StoredProductDetail | null {
  if ('productId' in sought) return readProductDetail(db, sought.productId);
  return listProductDetails(db).find(({ product }) => same(product.slug, sought.slug)) ?? null;
}

type Choices = Output<'catalogue.choices'>;

/** Without those of whom only the name is known: they narrow nothing. */
function choicesFrom(context: Context): Choices {
  const categories = listNamedCategories(context.db).map((record) => ({
    id: textIn(record, ['id']),
    slug: textIn(record, ['slug']),
    name: textIn(record, ['name', 'title', 'slug', 'id']),
  }));
  const biomarkers = listNamedBiomarkers(context.db);
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
    a.name.localeCompare(b.name, 'en-GB');
  return {
    categories: categories.filter(({ id, slug }) => id !== '' || slug !== '').sort(byName),
    biomarkers: biomarkers.sort(byName),
    isWhole:
      productsToRead(context.db, Number.NEGATIVE_INFINITY, withdrawnProducts(context.db)).length === 0 &&
      (readSetting(context.db, 'productsNotTold') ?? 0) === 0,
  };
}

export const catalogueHandlers: Handlers<typeof catalogueOperations> = {
  'catalogue.find': async (context, { filter, page }) => {
    const asked = await askWhileUp(context, () => askService(context, filter, page));
    if (asked.live) return asked.value;
    // A refusal is about the filter, and no other answer fits it; otherwise what is kept is shown.
    if (asked.problem?.kind === 'rejected') throw new AppException(asked.problem);
    return fromKept(context, filter, asked.problem);
  },

  'catalogue.choices': choicesFrom,

  'catalogue.product': async (context, sought) => {
    const kept = keptProduct(context, sought);
    const asked = await askWhileUp(context, async () => {
      const detail = await readProduct(context.service.call, sought);
      const fetchedAtMs = context.sync.serverNowMs();
      if (saveProductDetail(context.db, detail, fetchedAtMs)) context.learned('products');
      return { ...detail, fetchedAtMs };
    });
    if (asked.live) return toShown(asked.value, asked);
    if (kept && asked.problem?.kind !== 'not-found') return toShown(kept, asked);
    throw new AppException(
      asked.problem ??
        offline('connection-lost', 'not-sent', 'The product was not read before the connection went down.'),
    );
  },
};
