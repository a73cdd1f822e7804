// The catalogue: what the laboratory offers, by every filter of the service, and each product in full.
import { z } from 'zod';
import { keptAnswer } from './kept-answer.ts';
import { nothing, query } from './operation.ts';
import { shownPrice } from './products.ts';
import { instantMs, recordId } from './views.ts';

const word = z.string().trim().max(200).default('');

/** What the service can narrow its list of products by; an empty text is no filter. */
export const catalogueFilter = z.strictObject({
  search: word,
  slug: word,
  sku: word,
  categorySlug: word,
  collectionSlug: word,
  biomarkerSlug: word,
  shippingTypes: z.array(z.string().max(60)).max(20).default([]),
  categoryIds: z.array(z.string().max(64)).max(50).default([]),
  /** Also products that are not on public display. */
  allProducts: z.boolean().default(false),
  affiliateCode: word,
});
export type CatalogueFilter = z.output<typeof catalogueFilter>;

/** The names of the filters. */
const filterName = z.keyof(catalogueFilter);
export type CatalogueFilterName = z.output<typeof filterName>;

const productLine = z.object({
  id: recordId,
  name: z.string(),
  sku: z.string(),
  ...shownPrice,
  appointmentOnly: z.boolean(),
});

const named = z.object({ slug: z.string(), name: z.string() });

const part = <Item extends z.ZodType>(item: Item) => z.array(item).nullable();
/** An address of the web as the service gave it: http or https only, anything else is left out. */
const webAddress = z.string();

export const catalogueOperations = {
  /** Asked at the service while it answers, else answered from what is kept. */
  'catalogue.find': query(
    z.strictObject({
      filter: catalogueFilter.prefault({}),
      page: z.number().int().min(1).max(50).default(1),
    }),
    z.object({
      ...keptAnswer,
      /** When the catalogue was read; null when it never was. */
      asOfMs: instantMs.nullable(),
      items: z.array(productLine),
      page: z.number().int(),
      pages: z.number().int(),
      total: z.number().int(),
      /** Products that the service sent and that could not be read. */
      odd: z.number().int(),
      /** Filters that cannot be answered without the service; they are left out. */
      unanswered: z.array(filterName),
      /** Products of which too little is kept to tell whether they fit; they are not in the list. */
      notKnown: z.number().int(),
    }),
    { staleOn: [] },
  ),
  /**
   * What the catalogue can be narrowed to by name, by name in order: as far as products were read in full. The service names no
   * collections with its products, so they are not among it.
   */
  'catalogue.choices': query(
    nothing,
    z.object({
      /** `id` or `slug` is empty where the service told only the other. */
      categories: z.array(named.extend({ id: z.string() })),
      /** `code`: as results and training's scenarios name it; empty where the service told none. */
      biomarkers: z.array(named.extend({ code: z.string() })),
      /** Whether the service lists all its products and each was read in full: only then nothing else is known to be there. */
      isWhole: z.boolean(),
    }),
    { staleOn: [] },
  ),
  /**
   * A product with all that belongs to it, by its id or its name for web addresses (slug); a part is null where it could not
   * be read.
   */
  'catalogue.product': query(
    z.union([
      z.strictObject({ productId: recordId }),
      z.strictObject({ slug: z.string().trim().min(1).max(200) }),
    ]),
    z.object({
      ...keptAnswer,
      asOfMs: instantMs,
      id: recordId,
      name: z.string(),
      sku: z.string(),
      slug: z.string(),
      ...shownPrice,
      appointmentOnly: z.boolean(),
      shortDescription: z.string(),
      /** HTML of the service: never trusted. */
      descriptionHtml: z.string(),
      turnaround: z.string(),
      instructions: z.string(),
      biomarkers: part(
        z.object({ id: recordId, name: z.string(), code: z.string(), description: z.string() }),
      ),
      pictures: part(z.object({ name: z.string(), address: webAddress, isPrimary: z.boolean() })),
      shipping: part(
        z.object({
          id: recordId,
          name: z.string(),
          type: z.string(),
          description: z.string(),
          price: z.string(),
        }),
      ),
      categories: part(z.string()),
      /** `answerHtml` is never trusted. */
      questions: part(z.object({ question: z.string(), answerHtml: z.string() })),
      /** Null as well where there is no film; `address` is null where the film has none. */
      film: z.object({ title: z.string(), address: webAddress.nullable() }).nullable(),
      /** Records of these lists that could not be read. */
      odd: z.number().int(),
    }),
    { staleOn: [] },
  ),
};
