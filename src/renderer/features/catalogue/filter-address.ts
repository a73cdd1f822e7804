// The filter of the catalogue in its address, so that it outlives a reload and going back. Pure.
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

/** Ready to be a part of a path. @example filterAddress({ ...WHOLE_CATALOGUE, sku: 'A&B' }); '' for the whole catalogue */
export function filterAddress(filter: CatalogueFilter): string {
  const said = new URLSearchParams();
  for (const name of TEXT_FILTERS) if (filter[name] !== '') said.set(name, filter[name]);
  for (const type of filter.shippingTypes) said.append('shipping', type);
  for (const id of filter.categoryIds) said.append('category', id);
  if (filter.allProducts) said.set('all', 'yes');
  // Coded as a whole: a path may hold neither the slashes nor the signs that a filter has.
  return encodeURIComponent(said.toString());
}

/** A router may have taken the outer coding away already; with it there is no equals sign. */
function uncoded(address: string): string {
  if (address.includes('=')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return '';
  }
}

/** Reads an address, also one that somebody typed: what makes no sense narrows nothing. */
export function filterOf(address: string): CatalogueFilter {
  const said = new URLSearchParams(uncoded(address));
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
