// Finds products by id, SKU, slug or filter, and writes them as records of the service's interface.
import { searchableName } from '../../domain/person-name.ts';
import type { Money } from '../../wire/money.ts';
import type { Biomarker, Product, ProductFile, ProductSummary, ShippingMethod } from '../../wire/product.ts';
import type { QueryOf } from '../../wire/routes.ts';
import { stableId } from '../stable.ts';
import { BIOMARKERS, type BiomarkerDefinition } from './biomarkers.ts';
import {
  readProducts,
  SHIPPING_METHODS,
  type ProductDefinition,
  type ShippingDefinition,
  type ShippingType,
} from './products.ts';

const CURRENCY = 'GBP';

/** Discounts by affiliate code, in per cent. */
const AFFILIATE_DISCOUNTS: Readonly<Record<string, number>> = { CLINIC10: 10, PARTNER20: 20 };

/** An amount of money. Takes pence. */
export const money = (amountMinor: number): Money => ({
  amount_minor: amountMinor,
  currency: CURRENCY,
  formatted_value: `£${(amountMinor / 100).toFixed(2)}`,
});

const biomarker = (code: string): BiomarkerDefinition => {
  const found = BIOMARKERS.get(code);
  if (!found) throw new Error(`the catalogue names an unknown biomarker: ${code}`);
  return found;
};

const products: readonly ProductDefinition[] = readProducts((codes) => [
  ...new Set(codes.map((code) => biomarker(code).category)),
]);

const byId = new Map(products.map((product) => [product.id, product]));
const bySku = new Map(products.map((product) => [product.sku, product]));
const bySlug = new Map(products.map((product) => [product.slug, product]));
const shippingById = new Map(SHIPPING_METHODS.map((method) => [method.id, method]));

/** The product with this id (in any case); undefined when there is none. */
export const productById = (id: string): ProductDefinition | undefined => byId.get(id.toLowerCase());
/** The product with this SKU, as in `productBySku('IRON-4')`; undefined when there is none. */
export const productBySku = (sku: string): ProductDefinition | undefined => bySku.get(sku);
export const productBySlug = (slug: string): ProductDefinition | undefined => bySlug.get(slug);
export const shippingMethodById = (id: string): ShippingDefinition | undefined =>
  shippingById.get(id.toLowerCase());
export const shippingMethodOf = (type: ShippingType): ShippingDefinition =>
  SHIPPING_METHODS.find((method) => method.type === type) as ShippingDefinition;
/** All products, hidden ones too, in the order of the list. */
export const allProducts = (): readonly ProductDefinition[] => products;
/** The biomarkers of a product, in the order of its report. */
export const biomarkersOf = (product: ProductDefinition): BiomarkerDefinition[] =>
  product.biomarkerCodes.map(biomarker);

const titleOf = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
const categoryId = (slug: string): string => stableId(`category:${slug}`);

/** All products that match a list query, not divided into pages. */
export function findProducts(query: QueryOf<'products.list'>): ProductDefinition[] {
  const wanted = searchableName(query.search ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const asked = query.search !== undefined && query.search.trim() !== '';
  const matches = (product: ProductDefinition): boolean => {
    const name = ` ${searchableName(product.name)}`;
    return (
      (query.all_products === true || !product.hidden) &&
      (!asked || (wanted.length > 0 && wanted.every((word) => name.includes(` ${word}`)))) &&
      (query.slug === undefined || product.slug === query.slug) &&
      (query.sku === undefined || product.sku === query.sku) &&
      (query.category_slug === undefined || product.categories.includes(query.category_slug)) &&
      (query.collection_slug === undefined || product.collections.includes(query.collection_slug)) &&
      (query.biomarker_slug === undefined ||
        biomarkersOf(product).some((one) => one.slug === query.biomarker_slug)) &&
      (query.shipping_type_in === undefined ||
        product.shippingTypes.some((type) => query.shipping_type_in?.includes(type))) &&
      (query.product_categories === undefined ||
        product.categories.some((slug) => query.product_categories?.includes(categoryId(slug))))
    );
  };
  return products.filter(matches);
}

/** A product as lists show it. `assets` is the absolute address under which pictures are served. */
export function productSummary(
  product: ProductDefinition,
  assets: string,
  affiliateCode?: string,
): ProductSummary {
  const discount = AFFILIATE_DISCOUNTS[affiliateCode ?? ''] ?? 0;
  return {
    id: product.id,
    name: product.name,
    sku: product.sku,
    preview_image_url: product.hasImage ? `${assets}/${product.sku}/sm.svg` : null,
    price: money(Math.round((product.priceMinor * (100 - discount)) / 100)),
    appointment_only: product.appointmentOnly,
  };
}

export function productRecord(product: ProductDefinition, assets: string): Product {
  return {
    ...productSummary(product, assets),
    slug: product.slug,
    description: product.description,
    short_description: product.shortDescription,
    discounted_price: product.discountedPriceMinor === null ? null : money(product.discountedPriceMinor),
    turnaround_time: product.turnaround,
    sample_collection_instructions: product.collection,
  };
}

export function biomarkerRecord(one: BiomarkerDefinition): Biomarker {
  return {
    id: one.id,
    name: one.name,
    code: one.code,
    slug: one.slug,
    description: one.formula
      ? `${one.description} Calculated from ${one.formula.components.join(', ')}.`
      : one.description,
    category_id: categoryId(one.category),
  };
}

export function fileRecords(product: ProductDefinition, assets: string): ProductFile[] {
  if (!product.hasImage) return [];
  const at = (size: string): string => `${assets}/${product.sku}/${size}.svg`;
  return [
    {
      id: stableId(`file:${product.sku}`),
      filename: `${product.slug}.svg`,
      url: at('original'),
      is_primary: true,
      thumbnails: { sm: at('sm'), md: at('md'), lg: at('lg') },
    },
  ];
}

export function shippingRecord(method: ShippingDefinition): ShippingMethod {
  const { id, name, type, description, priceMinor } = method;
  return { id, name, type, description, price: money(priceMinor) };
}

export const shippingRecords = (product: ProductDefinition): ShippingMethod[] =>
  product.shippingTypes.map(shippingMethodOf).map(shippingRecord);

export const categoryRecords = (product: ProductDefinition) =>
  product.categories.map((slug) => ({ id: categoryId(slug), name: titleOf(slug), slug }));

export function faqRecords(product: ProductDefinition) {
  const faq = (question: string, answer: string) => ({
    id: stableId(`faq:${product.sku}:${question}`),
    question,
    answer,
  });
  return [
    faq('How long do results take?', `${product.turnaround} after the laboratory has the sample.`),
    faq('How is the sample taken?', product.collection),
  ];
}

export const videoRecord = (product: ProductDefinition) =>
  product.hasVideo
    ? {
        id: stableId(`video:${product.sku}`),
        title: `${product.name}: how the sample is taken`,
        url: null,
      }
    : null;

const PICTURE_SIZES: Readonly<Record<string, number>> = { sm: 96, md: 240, lg: 480, original: 960 };

/** A product's picture as SVG; undefined when the product has no picture or no such size exists. */
export function productPicture(sku: string, size: string): string | undefined {
  const product = productBySku(sku);
  const pixels = PICTURE_SIZES[size];
  if (!product?.hasImage || pixels === undefined) return undefined;
  const hue = [...sku].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="${pixels}" height="${pixels}"><rect width="96" height="96" fill="hsl(${hue} 45% 90%)"/><path d="M40 18h16v6h-3v42a5 5 0 0 1-10 0V24h-3z" fill="hsl(${hue} 45% 40%)"/><text x="48" y="88" font-family="sans-serif" font-size="11" text-anchor="middle" fill="hsl(${hue} 45% 25%)">${sku}</text></svg>`;
}
