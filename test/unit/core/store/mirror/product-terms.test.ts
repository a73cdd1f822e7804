// What an order needs of a product is part of the product that the catalogue shows, with an age of its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../../../src/core/store/db/connect.ts';
import { run } from '../../../../../src/core/store/db/database.ts';
import { migrate } from '../../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../../src/core/store/db/migrations/index.ts';
import {
  listProductDetails,
  productsToRead,
  productDiscounts,
  readProductDetail,
  saveProductDetail,
  saveProductTerms,
} from '../../../../../src/core/store/mirror/product-details.ts';
import type { ProductDetail } from '../../../../../src/core/store/mirror/product-details.ts';
import { readProductTerms } from '../../../../../src/core/store/mirror/product-terms.ts';
import { upsertProducts } from '../../../../../src/core/store/mirror/products.ts';
import type { Product, ShippingMethod } from '../../../../../src/wire/product.ts';
import { storeFolder, TEST_KEY, type StoreFolder } from '../../../../support/store-fixture.ts';
import { exampleProduct } from '../../../../support/wire-examples.ts';

const GBP = (amount_minor: number) => ({ amount_minor, currency: 'GBP', formatted_value: '' });
const product = (price: number, discounted: number | null = null): Product => ({
  ...exampleProduct({ price: GBP(price) }),
  slug: 'iron-check',
  description: '<p>Iron</p>',
  short_description: 'Iron',
  discounted_price: discounted === null ? null : GBP(discounted),
  turnaround_time: '2 days',
  sample_collection_instructions: 'Drink water',
});
const KIT: ShippingMethod = {
  id: 'kit',
  name: 'Home kit',
  type: 'home_kit',
  description: 'By post',
  price: GBP(350),
};
const detail = (price: number, changes: Partial<ProductDetail> = {}): ProductDetail => ({
  product: product(price),
  biomarkers: [],
  files: [],
  shipping: [KIT],
  categories: [],
  faqs: [],
  video: { film: null },
  odd: 0,
  ...changes,
});
const ID = exampleProduct().id;

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

describe('what an order needs of a product', () => {
  it('is followed by the discounts of all products, which come and go with what is read', () => {
    const { db, close } = folder.open();
    saveProductDetail(db, detail(4_900), 1_000);
    expect(productDiscounts(db).size).toBe(0);
    saveProductTerms(db, { product: product(4_900, 4_500), shipping: [] }, 2_000);
    expect(productDiscounts(db)).toEqual(new Map([[ID, { price: GBP(4_900), discounted: GBP(4_500) }]]));
    saveProductDetail(db, detail(4_900), 3_000);
    expect(productDiscounts(db).size).toBe(0);
    close();
  });

  it('is news where a shipping method changes, and none where the service lists the same ones in another order', () => {
    const { db, close } = folder.open();
    const walkIn = { ...KIT, id: 'walk-in', name: 'Walk-in', type: 'walk_in' };
    const save = (shipping: ShippingMethod[]) =>
      saveProductTerms(db, { product: product(4_900), shipping }, 1_000);
    save([KIT, walkIn]);
    expect(save([walkIn, KIT])).toBe(false);
    expect(save([walkIn, { ...KIT, price: GBP(450) }])).toBe(true);
    close();
  });

  it('is what the catalogue shows: whichever was read last gives one price for both', () => {
    const { db, close } = folder.open();
    expect(readProductTerms(db, [ID]).size).toBe(0);
    saveProductDetail(db, detail(4_900), 1_000);
    expect(readProductTerms(db, [ID]).get(ID)).toMatchObject({
      terms: { price: { amountMinor: 4_900 }, shipping: [{ id: 'kit', price: { amountMinor: 350 } }] },
      fetchedAtMs: 1_000,
    });
    saveProductTerms(db, { product: product(4_900, 4_500), shipping: [] }, 2_000);
    expect(readProductTerms(db, [ID]).get(ID)).toMatchObject({
      terms: { price: { amountMinor: 4_500 }, formerPrice: { amountMinor: 4_900 }, shipping: [] },
      fetchedAtMs: 2_000,
    });
    // The rest of it, and its age, are as they were.
    expect(readProductDetail(db, ID)).toMatchObject({
      product: { discounted_price: { amount_minor: 4_500 } },
      biomarkers: [],
      fetchedAtMs: 1_000,
    });
    close();
  });

  it('alone makes no product in full: the catalogue still reads it, and shows none before', () => {
    const { db, close } = folder.open();
    upsertProducts(db, [exampleProduct()], 1);
    saveProductTerms(db, { product: product(4_900), shipping: [KIT] }, 1_000);
    expect(readProductDetail(db, ID)).toBeNull();
    expect(listProductDetails(db)).toEqual([]);
    expect(productsToRead(db, 0, new Set())).toEqual([ID]);
    saveProductDetail(db, detail(5_000), 3_000);
    expect(readProductDetail(db, ID)?.fetchedAtMs).toBe(3_000);
    close();
  });

  it('stays known, with its age, when shipping could not be read with the rest', () => {
    const { db, close } = folder.open();
    saveProductTerms(db, { product: product(4_900), shipping: [KIT] }, 1_000);
    saveProductDetail(db, detail(5_000, { shipping: null }), 2_000);
    expect(readProductTerms(db, [ID]).get(ID)).toMatchObject({
      terms: { shipping: [{ id: 'kit' }] },
      fetchedAtMs: 1_000,
    });
    close();
  });

  it('is found in the catalogue of an older database', () => {
    const old = connect(folder.file, TEST_KEY);
    migrate(old, MIGRATIONS.filter(({ sql }) => !sql.includes('mirror_product_joined')).slice(0, 17));
    run(old, 'INSERT INTO mirror_product_detail (product_id, body, fetched_at_ms) VALUES (?, ?, 7)', [
      ID,
      JSON.stringify(detail(4_900)),
    ]);
    run(old, `INSERT INTO mirror_product_terms (product_id, body, fetched_at_ms) VALUES ('other', '{}', 7)`);
    old.close();
    const { db, close } = folder.open();
    expect(readProductTerms(db, [ID, 'other'])).toEqual(
      new Map([[ID, expect.objectContaining({ fetchedAtMs: 7 })]]),
    );
    expect(readProductDetail(db, ID)?.fetchedAtMs).toBe(7);
    close();
  });
});
