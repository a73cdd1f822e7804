// The endpoints of products: the tests that a brand sells, with biomarkers, pictures, shipping and more.
import { z } from 'zod';
import { money } from './money.ts';
import { json, nothing, endpoint } from './endpoint.ts';
import { listQuery, MAX_PRODUCT_PAGE, page } from './pagination.ts';
import { incidental } from './record.ts';
import { id, queryFlag, queryInteger } from './value.ts';

const productSummaryFields = z.object({
  id,
  name: z.string().describe('What it is called in the shop.'),
  sku: z.string().describe('Stock keeping unit: the code the brand orders by.'),
  preview_image_url: z.string().nullable().describe('Picture for a list; null when there is none.'),
  price: money.describe('Price before any discount.'),
  appointment_only: z
    .boolean()
    .describe('True when a professional must take the sample at an appointment, so no kit can be posted.'),
});
export const productSummary = incidental(productSummaryFields, { preview_image_url: null });
/** A product, as lists show it. */
export type ProductSummary = z.output<typeof productSummary>;

export const product = productSummary.extend({
  slug: z.string().describe('Name for web addresses.'),
  description: z.string().describe('HTML. Never trusted: cleaned before it is shown.'),
  short_description: z.string().describe('One or two sentences for a list.'),
  discounted_price: money.nullable().describe('Price after discount; null without one.'),
  turnaround_time: z.string().describe('How long results take, in words.'),
  sample_collection_instructions: z.string().describe('How the sample is taken.'),
});
export type Product = z.output<typeof product>;

export const biomarker = z.object({
  id,
  name: z.string().describe('What is measured, in words.'),
  code: z.string().describe('Short code that results and sandbox scenarios use.'),
  slug: z.string().describe('Name for web addresses.'),
  description: z.string().describe('What it tells about a person.'),
  category_id: id.describe('The group of biomarkers it belongs to.'),
});
export type Biomarker = z.output<typeof biomarker>;

export const productFile = z.object({
  id,
  filename: z.string().describe('Name of the file.'),
  url: z.string().describe('Where the whole picture is.'),
  is_primary: z.boolean().describe('True for the picture that stands for the product.'),
  thumbnails: z
    .object({
      sm: z.string().describe('Small.'),
      md: z.string().describe('Medium.'),
      lg: z.string().describe('Large.'),
    })
    .describe('Addresses, by size.'),
});
export type ProductFile = z.output<typeof productFile>;

export const shippingMethod = z.object({
  id: id.describe('What an order is placed with.'),
  name: z.string().describe('What a customer chooses by.'),
  type: z.string().describe('Such as `home_kit` or `walk_in`.'),
  description: z.string().describe('What happens, for the customer.'),
  price: money.describe('What it costs on top.'),
});
export type ShippingMethod = z.output<typeof shippingMethod>;

/** A record of which only the identifier is documented. Other fields are kept as they are received. */
const described = z.looseObject({ id });
const productCategory = described;
const productFaq = described;
const productVideo = described;

const byId = z.object({ id });
const tags = ['Products'] as const;

export const productEndpoints = {
  'products.list': endpoint({
    name: 'products.list',
    method: 'GET',
    path: '/api/product/',
    summary: 'Lists the catalogue, filtered as asked.',
    tags,
    params: nothing,
    query: listQuery.extend({
      page: queryInteger(1, MAX_PRODUCT_PAGE).optional().describe('Page wanted, from 1 to 50.'),
      search: z.string().optional().describe('Words to find in the name.'),
      slug: z.string().optional(),
      sku: z.string().optional(),
      category_slug: z.string().optional(),
      collection_slug: z.string().optional(),
      biomarker_slug: z.string().optional().describe('Only products that measure this biomarker.'),
      shipping_type_in: z
        .array(z.string())
        .optional()
        .describe('Only products that ship in one of these ways.'),
      product_categories: z
        .array(z.string())
        .optional()
        .describe('Only products of these categories, by ID.'),
      all_products: queryFlag.optional().describe('True to include products that are not on public display.'),
      affiliate_code: z.string().optional().describe('Prices with this affiliate’s discount.'),
    }),
    body: null,
    success: [json(200, page(productSummary))],
  }),
  'products.get': endpoint({
    name: 'products.get',
    method: 'GET',
    path: '/api/product/{id}',
    summary: 'Reads one product in full.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, product)],
    refusals: { 404: 'No such product.' },
  }),
  'products.getBySlug': endpoint({
    name: 'products.getBySlug',
    method: 'GET',
    path: '/api/product/slug/{slug}',
    summary: 'Reads one product in full, by its name for web addresses.',
    tags,
    params: z.object({ slug: z.string().min(1) }),
    query: nothing,
    body: null,
    success: [json(200, product)],
    refusals: { 404: 'No such product.' },
  }),
  'products.biomarkers': endpoint({
    name: 'products.biomarkers',
    method: 'GET',
    path: '/api/product/{id}/biomarkers',
    summary: 'Lists what a product measures.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(biomarker))],
    refusals: { 404: 'No such product.' },
  }),
  'products.files': endpoint({
    name: 'products.files',
    method: 'GET',
    path: '/api/product/{id}/files',
    summary: 'Lists a product’s pictures, all at once.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, z.object({ items: z.array(productFile) }))],
    refusals: { 404: 'No such product.' },
  }),
  'products.shipping': endpoint({
    name: 'products.shipping',
    method: 'GET',
    path: '/api/product/{id}/shipping',
    summary: 'Lists the ways a product’s sample can be taken or sent, all at once.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, z.object({ items: z.array(shippingMethod) }))],
    refusals: { 404: 'No such product.' },
  }),
  'products.categories': endpoint({
    name: 'products.categories',
    method: 'GET',
    path: '/api/product/{id}/categories',
    summary: 'Lists the categories a product is in.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(productCategory))],
    refusals: { 404: 'No such product.' },
  }),
  'products.faqs': endpoint({
    name: 'products.faqs',
    method: 'GET',
    path: '/api/product/{id}/faqs',
    summary: 'Lists questions people ask about a product.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(productFaq))],
    refusals: { 404: 'No such product.' },
  }),
  'products.video': endpoint({
    name: 'products.video',
    method: 'GET',
    path: '/api/product/{id}/video',
    summary: 'Reads the film about a product; null when there is none.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, productVideo.nullable())],
    refusals: { 404: 'No such product.' },
  }),
} as const;
