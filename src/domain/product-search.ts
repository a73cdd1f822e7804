// Finds products by a part of their name or code: one ranking wherever products are searched.
import { searchableName } from './person-name.ts';

interface Named {
  readonly name: string;
  readonly sku: string;
}

/** How well a product fits; 0 is the best, null is no fit. `text` and its words are in searchable form. */
function rankOf({ name, sku }: Named, text: string, words: readonly string[]): number | null {
  const ownName = searchableName(name);
  const ownSku = searchableName(sku);
  if (ownName === text || ownSku === text) return 0;
  if (ownName.startsWith(text) || ownSku.startsWith(text)) return 1;
  const both = ` ${ownName} ${ownSku}`;
  if (words.every((word) => both.includes(` ${word}`))) return 2;
  return words.every((word) => both.includes(word)) ? 3 : null;
}

const NO_FIT = 4;

function ranked<Product extends Named>(products: readonly Product[], text: string) {
  const wanted = searchableName(text);
  const words = wanted.split(' ');
  return products
    .map((product) => ({ product, rank: rankOf(product, wanted, words) ?? NO_FIT }))
    .toSorted((one, other) => one.rank - other.rank);
}

/**
 * The products that have each word of `text` in their name or code, best first: those called so, those that begin so, those
 * with words that begin so, the others. Among equals the order stays. A text without letters and digits finds all.
 * @example productsFound(items, 'vitamin d') // Vitamin D, Vitamin D and Calcium, Vitamin B12 and Folate
 */
export function productsFound<Product extends Named>(products: readonly Product[], text: string): Product[] {
  if (searchableName(text) === '') return [...products];
  return ranked(products, text).flatMap(({ product, rank }) => (rank === NO_FIT ? [] : [product]));
}

/** All of what somebody else has found by `text`, in the order of {@link productsFound}. */
export function bestFirst<Product extends Named>(products: readonly Product[], text: string): Product[] {
  return searchableName(text) === '' ? [...products] : ranked(products, text).map(({ product }) => product);
}

/**
 * The one product that `text` means: the only one of `found`, or the only one of them that is called so, or has that code;
 * null while it may be several, and where no text was entered.
 * @example productMeant(productsFound(items, 'vitamin d'), 'vitamin d') // Vitamin D, although Vitamin B12 and Folate fits too
 */
export function productMeant<Product extends Named>(found: readonly Product[], text: string): Product | null {
  const wanted = searchableName(text);
  if (wanted === '') return null;
  const called = found.filter((product) => rankOf(product, wanted, []) === 0);
  const [only, ...others] = found.length === 1 ? found : called;
  return others.length === 0 ? (only ?? null) : null;
}
