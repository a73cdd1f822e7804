// Filter and page of the catalogue in its address, so that they outlive a reload and going back. Pure.
import type { CatalogueFilter } from '../../../contract/catalogue.ts';

export const WHOLE_CATALOGUE: CatalogueFilter = {
  search: '',
  slug: '',
  sku: '',
  categorySlug: '',
  collectionSlug: '',
  biomarkerSlug: '',
  shippingTypes: [],
  categoryIds: [],
  allProducts: false,
  affiliateCode: '',
};

export const TEXT_FILTERS = [
  'search',
  'slug',
  'sku',
  'categorySlug',
  'collectionSlug',
  'biomarkerSlug',
  'affiliateCode',
] as const satisfies readonly (keyof CatalogueFilter)[];
export type TextFilter = (typeof TEXT_FILTERS)[number];

const LONGEST = 200;
/** The service gives no more than this of its list, however long it is. */
export const LAST_PAGE = 50;

/**
 * Ready to be a part of a path; '' for the first page of the whole catalogue.
 * @example filterAddress({ ...WHOLE_CATALOGUE, sku: 'A&B' }, 2)
 */
export function filterAddress(filter: CatalogueFilter, page = 1): string {
  const said = new URLSearchParams();
  for (const name of TEXT_FILTERS) if (filter[name] !== '') said.set(name, filter[name]);
  for (const type of filter.shippingTypes) said.append('shipping', type);
  for (const id of filter.categoryIds) said.append('category', id);
  if (filter.allProducts) said.set('all', 'yes');
  if (page > 1) said.set('page', String(page));
  // Coded as a whole: a path may hold neither the slashes nor the signs that a filter has.
  return encodeURIComponent(said.toString());
}

/** A part of a path without its coding, of which a router may have taken some away already. */
export function uncoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** With the outer coding there is no equals sign. */
const saidIn = (address: string): URLSearchParams =>
  new URLSearchParams(address.includes('=') ? address : uncoded(address));

/** The page that an address names; 1 where it names none, or none that the service gives. */
export function pageOf(address: string): number {
  const page = Number(saidIn(address).get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1;
}

/** Reads an address, also one that somebody typed: what makes no sense narrows nothing. */
export function filterOf(address: string): CatalogueFilter {
  const said = saidIn(address);
  const texts = Object.fromEntries(
    TEXT_FILTERS.map((name) => [name, (said.get(name) ?? '').trim().slice(0, LONGEST)]),
  ) as Record<TextFilter, string>;
  const list = (name: string, most: number, longest: number): string[] =>
    said
      .getAll(name)
      .filter((value) => value !== '' && value.length <= longest)
      .slice(0, most);
  return {
    ...texts,
    shippingTypes: list('shipping', 20, 60),
    categoryIds: list('category', 50, 64),
    allProducts: said.get('all') === 'yes',
  };
}

/** Ids as a person types or pastes them, between spaces or commas. @example splitIds(' a, b ') // ['a', 'b'] */
export function splitIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))].slice(0, 50);
}
