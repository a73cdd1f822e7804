// Products found by a part of their name or code, best first.
import { describe, expect, it } from 'vitest';
import { bestFirst, productMeant, productsFound } from '../../../src/domain/product-search.ts';

const CATALOGUE = [
  { name: 'Complete Vitamin D Review', sku: 'VDR' },
  { name: 'Vitamin B12 and Folate', sku: 'B12' },
  { name: 'Vitamin D', sku: 'VITD' },
  { name: 'Vitamin D and Calcium', sku: 'VITDCA' },
];
const found = (text: string): string[] => productsFound(CATALOGUE, text).map(({ name }) => name);

describe('products searched by name or code', () => {
  it('come with the one that is called so first, then those that begin so', () => {
    expect(found('vitamin d')).toEqual([
      'Vitamin D',
      'Vitamin D and Calcium',
      'Complete Vitamin D Review',
      'Vitamin B12 and Folate',
    ]);
    expect(found('VITD')).toEqual(['Vitamin D', 'Vitamin D and Calcium']);
  });

  it('are found whatever the order of the words, and keep their order among equals', () => {
    expect(found('d vitamin')).toEqual([
      'Complete Vitamin D Review',
      'Vitamin D',
      'Vitamin D and Calcium',
      'Vitamin B12 and Folate',
    ]);
    expect(found('folate')).toEqual(['Vitamin B12 and Folate']);
    expect(found('iron')).toEqual([]);
  });

  it('stay all where the service has found them, with the best first', () => {
    expect(bestFirst(CATALOGUE, 'vitamin d')[0]?.name).toBe('Vitamin D');
    expect(bestFirst(CATALOGUE, 'iron')).toEqual(CATALOGUE);
  });

  it('are all there while nothing is typed', () => {
    for (const nothing of ['', '  ', '–']) expect(found(nothing)).toHaveLength(CATALOGUE.length);
  });
});

describe('the product that is meant', () => {
  const meant = (text: string): string | undefined =>
    productMeant(productsFound(CATALOGUE, text), text)?.name;

  it('is the only one found, or the one that is called so', () => {
    expect(meant('folate')).toBe('Vitamin B12 and Folate');
    expect(meant('Vitamin D')).toBe('Vitamin D');
    expect(meant('vitd')).toBe('Vitamin D');
  });

  it('is none while several may be meant, or nothing is typed', () => {
    expect(meant('vitamin')).toBeUndefined();
    expect(meant('d vitamin')).toBeUndefined();
    expect(meant('iron')).toBeUndefined();
    expect(productMeant(CATALOGUE.slice(0, 1), ' ')).toBeNull();
    expect(productMeant([...CATALOGUE, { name: 'Vitamin D', sku: 'OTHER' }], 'vitamin d')).toBeNull();
  });
});
