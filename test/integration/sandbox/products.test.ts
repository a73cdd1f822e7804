// The sandbox's catalogue: the list with its filters and limits, single products and what belongs to them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryValue } from '../../../src/wire/query-string.ts';
import { productOf, startCaller, type Caller } from './caller.ts';

describe('products', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await startCaller();
  });
  afterAll(() => caller.close());

  const skus = async (query: Record<string, QueryValue> = {}): Promise<string[]> =>
    (await caller.call('products.list', { query })).items.map((one) => one.sku);

  test('at least 12 products are listed, and some more only with all_products', async () => {
    const listed = await skus();
    const all = await skus({ all_products: true });
    expect(listed.length).toBeGreaterThanOrEqual(12);
    expect(all.length).toBeGreaterThan(listed.length);
    expect(await skus({ all_products: false })).toEqual(listed);
  });

  test('the catalogue has a postable product of four measured biomarkers', async () => {
    const iron = await productOf(caller, 'IRON-4');
    expect(iron.appointment_only).toBe(false);
    const biomarkers = await caller.call('products.biomarkers', { params: { id: iron.id } });
    expect(biomarkers.items).toHaveLength(4);
    const { items } = await caller.call('products.shipping', { params: { id: iron.id } });
    expect(items.map((one) => one.type)).toEqual(expect.arrayContaining(['home_kit', 'walk_in']));
  });

  test('the catalogue has calculated, single-biomarker and appointment-only products', async () => {
    const single = await productOf(caller, 'VITD-1');
    expect((await caller.call('products.biomarkers', { params: { id: single.id } })).items).toHaveLength(1);
    const lipid = await productOf(caller, 'LIPID-5');
    expect((await caller.call('products.biomarkers', { params: { id: lipid.id } })).items).toHaveLength(5);
    const pro = await productOf(caller, 'BLOOD-PRO');
    expect(pro.appointment_only).toBe(true);
    const { items } = await caller.call('products.shipping', { params: { id: pro.id } });
    expect(items.map((one) => one.type)).not.toContain('home_kit');
  });

  test('search finds words of the name, whatever their case', async () => {
    expect(await skus({ search: 'VITAMIN' })).toEqual(['VITD-1', 'B12FOL-2']);
    expect(await skus({ search: 'vitamin folate' })).toEqual(['B12FOL-2']);
    expect(await skus({ search: 'chol' })).toEqual(['LIPID-5']);
    expect(await skus({ search: 'nothing like it' })).toEqual([]);
    expect(await skus({ search: '%' })).toEqual([]);
  });

  test('slug, sku, category, collection and biomarker filter the list', async () => {
    expect(await skus({ slug: 'vitamin-d' })).toEqual(['VITD-1']);
    expect(await skus({ sku: 'THYR-3' })).toEqual(['THYR-3']);
    expect(await skus({ category_slug: 'kidney-health' })).toEqual(['BLOOD-PRO', 'KIDNEY-4']);
    expect(await skus({ collection_slug: 'bestsellers' })).toEqual(['IRON-4', 'LIPID-5', 'VITD-1']);
    expect(await skus({ biomarker_slug: 'ferritin' })).toEqual(['IRON-4', 'BLOOD-PRO']);
    expect(await skus({ sku: 'THYR-3', slug: 'vitamin-d' })).toEqual([]);
  });

  test('shipping_type_in[] lists products that ship in any of these ways', async () => {
    expect(await skus({ shipping_type_in: ['home_kit'] })).not.toContain('BLOOD-PRO');
    expect(await skus({ shipping_type_in: ['phlebotomist'] })).toContain('BLOOD-PRO');
    expect(await skus({ shipping_type_in: ['phlebotomist', 'home_kit'] })).toContain('CRP-1');
    expect(await skus({ shipping_type_in: ['courier'] })).toContain('LIPID-5');
    expect(await skus({ shipping_type_in: ['courier'] })).not.toContain('BLOOD-PRO');
    expect(await skus({ shipping_type_in: ['pigeon'] })).toEqual([]);
  });

  test('product_categories[] filters by the ids of categories', async () => {
    const { id } = await productOf(caller, 'HBA1C-1');
    const { items } = await caller.call('products.categories', { params: { id } });
    const found = await skus({ product_categories: items.map((one) => one.id) });
    expect(found).toEqual(['BLOOD-PRO', 'HBA1C-1']);
  });

  test('an affiliate’s code lowers the prices, an unknown one does not', async () => {
    const price = async (query: Record<string, QueryValue>) =>
      (await caller.call('products.list', { query: { sku: 'VITD-1', ...query } })).items[0]?.price;
    expect((await price({}))?.amount_minor).toBe(2_900);
    expect(await price({ affiliate_code: 'CLINIC10' })).toEqual({
      amount_minor: 2_610,
      currency: 'GBP',
      formatted_value: '£26.10',
    });
    expect((await price({ affiliate_code: 'NOBODY' }))?.amount_minor).toBe(2_900);
  });

  test('pages hold what was asked for, and next_page is null on the last', async () => {
    const total = (await skus()).length;
    const seen: string[] = [];
    let page: number | null = 1;
    while (page !== null) {
      const answer: Awaited<ReturnType<typeof caller.call<'products.list'>>> = await caller.call(
        'products.list',
        {
          query: { page, results_per_page: 5 },
        },
      );
      expect(answer).toMatchObject({
        nr_of_results: total,
        current_page: page,
        results_per_page: 5,
        nr_of_pages: Math.ceil(total / 5),
      });
      seen.push(...answer.items.map((one) => one.sku));
      page = answer.next_page;
    }
    expect(seen).toEqual(await skus());
    expect((await caller.call('products.list')).results_per_page).toBe(100);
  });

  test('page is at most 50 and results_per_page at most 100 on the product list', async () => {
    expect((await caller.call('products.list', { query: { page: 50 } })).items).toEqual([]);
    const bad = [
      { page: 51 },
      { page: 0 },
      { results_per_page: 101 },
      { results_per_page: 0 },
      { page: 'x' },
    ];
    for (const query of bad) {
      const refused = await caller.refused('products.list', { query });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.error.fields ?? {})).toEqual(Object.keys(query));
    }
  });

  test('a product is read by id and by slug, with HTML and prices', async () => {
    const { id } = await productOf(caller, 'LIPID-5');
    const product = await caller.call('products.get', { params: { id } });
    expect(product.description).toMatch(/^<p>/);
    expect(product.discounted_price?.amount_minor).toBe(3_400);
    expect(await caller.call('products.getBySlug', { params: { slug: product.slug } })).toEqual(product);
    const plain = await caller.call('products.get', {
      params: { id: (await productOf(caller, 'VITD-1')).id },
    });
    expect(plain.discounted_price).toBeNull();
  });

  test('a picture has an address that answers, and a product may have none', async () => {
    const { id, preview_image_url } = await productOf(caller, 'IRON-4');
    const response = await fetch(preview_image_url ?? '');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const { items } = await caller.call('products.files', { params: { id } });
    expect(items.filter((one) => one.is_primary)).toHaveLength(1);
    expect((await productOf(caller, 'PSA-1')).preview_image_url).toBeNull();
  });

  test('a product can list every kind of shipping: by post, on site, by courier, at home', async () => {
    const { id } = await productOf(caller, 'LIPID-5');
    const { items } = await caller.call('products.shipping', { params: { id } });
    expect(items.map((one) => one.type)).toEqual(['home_kit', 'walk_in', 'courier', 'phlebotomist']);
    expect(new Set(items.map((one) => one.id)).size).toBe(4);
  });

  test('the files and shipping lists have items only, the video is one object or null', async () => {
    const { id } = await productOf(caller, 'VITD-1');
    expect(Object.keys(await caller.call('products.files', { params: { id } }))).toEqual(['items']);
    expect(Object.keys(await caller.call('products.shipping', { params: { id } }))).toEqual(['items']);
    expect(await caller.call('products.video', { params: { id } })).toMatchObject({ id: expect.any(String) });
    const other = await productOf(caller, 'IRON-4');
    expect(await caller.call('products.video', { params: { id: other.id } })).toBeNull();
  });

  test('every sub-record has an id, and sub-collections are paginated', async () => {
    const { id } = await productOf(caller, 'BLOOD-PRO');
    const params = { id };
    const query = { results_per_page: 1 };
    const pages = [
      await caller.call('products.biomarkers', { params, query }),
      await caller.call('products.categories', { params, query }),
      await caller.call('products.faqs', { params, query }),
    ];
    for (const page of pages) {
      expect(page.items).toHaveLength(1);
      expect(page.items[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(page.next_page).toBe(2);
    }
  });

  test('an unknown product is not found, by any path', async () => {
    for (const id of ['11111111-1111-4111-8111-111111111111', 'no-uuid']) {
      expect((await caller.refused('products.get', { params: { id } })).status).toBe(404);
      expect((await caller.refused('products.video', { params: { id } })).status).toBe(404);
    }
    expect((await caller.refused('products.getBySlug', { params: { slug: 'nope' } })).status).toBe(404);
  });
});
