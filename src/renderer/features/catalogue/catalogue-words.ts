// The filters and kinds of shipping of the catalogue in words.
import type { CatalogueFilterName } from '../../../contract/catalogue.ts';
import { priceWords } from '../../shared/products/price-words.ts';

export const FILTER_WORDS: Readonly<Record<CatalogueFilterName, string>> = {
  search: 'Words in the name',
  slug: 'Name in web addresses (slug)',
  sku: 'SKU',
  categorySlug: 'Category',
  collectionSlug: 'Collection (slug)',
  biomarkerSlug: 'Measures the biomarker',
  shippingTypes: 'How the sample can be taken',
  categoryIds: 'Any of these categories',
  allProducts: 'Also products that are not on public display',
  affiliateCode: 'Prices for the affiliate code',
};

/** The types seen so far; the service may have others, which are shown as it words them. */
export const SHIPPING_TYPES = ['home_kit', 'walk_in', 'courier', 'phlebotomist'] as const;

const SHIPPING_WORDS: Readonly<Record<string, string>> = {
  home_kit: 'Home kit by post',
  walk_in: 'At a test location',
  courier: 'Home kit by courier',
  phlebotomist: 'Phlebotomist at home',
};

export function shippingWords(type: string): string {
  return SHIPPING_WORDS[type] ?? type.replaceAll('_', ' ');
}

/** Whether a description, which is HTML, says the short one already; it is then not shown above it once more. */
export function isSaidBy(descriptionHtml: string, short: string): boolean {
  const plain = (text: string): string =>
    text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return plain(descriptionHtml).includes(plain(short));
}

/** What the list of products tells of one whose details were never read. */
export function fromListWords(listed: {
  readonly sku: string;
  readonly price: string;
  readonly formerPrice: string | null;
  readonly appointmentOnly: boolean;
}): string {
  const sample = listed.appointmentOnly ? 'by appointment only' : 'as a kit, or at an appointment';
  return `The list of products says: ${listed.sku}, ${priceWords(listed)}, ${sample}.`;
}
