// The catalogue: asked at the service with every filter, read ahead, and searched here while the service does not answer.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertProducts } from '../../../src/core/store/mirror/products.ts';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePage, exampleProduct } from '../../support/wire-examples.ts';

const IRON = uuidOf(3);
const VITAMINS = uuidOf(40);
const money = { amount_minor: 4_900, currency: 'GBP', formatted_value: '£49.00' };

const full = (id: string, name: string, sku: string) => ({
  ...exampleProduct({ id, name, sku }),
  slug: sku.toLowerCase(),
  description: '<p>Good</p><script>bad()</script>',
  short_description: 'Short.',
  discounted_price: { ...money, amount_minor: 3_900, formatted_value: '£39.00' },
  turnaround_time: '2 days',
  sample_collection_instructions: 'Drink water.',
});
const biomarker = (slug: string) => ({
  id: uuidOf(61_001),
  name: 'Ferritin',
  code: 'FERR',
  slug,
  description: 'Stores.',
  category_id: uuidOf(62_001),
});

/** What the service says of the parts of every product; a test replaces some. */
let parts: Partial<Record<string, (request: TestRequest) => TestAnswer | null>>;
let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  const vitamins = exampleProduct({ id: VITAMINS, name: 'Vitamin check', sku: 'VITA-2' });
  desk.service.products.set(VITAMINS, vitamins);
  upsertProducts(desk.parts.store.db, [vitamins], 0);
  parts = {
    'products.get': ({ params }) => ({
      status: 200,
      body:
        params['id'] === IRON
          ? full(IRON, 'Iron check', 'IRON-4')
          : full(VITAMINS, 'Vitamin check', 'VITA-2'),
    }),
    'products.biomarkers': ({ params }) => ({
      status: 200,
      body: examplePage(params['id'] === IRON ? [biomarker('ferritin')] : []),
    }),
    'products.files': () => ({
      status: 200,
      body: {
        items: ['https://pictures.example/a.png', 'javascript:alert(1)'].map((url, index) => ({
          id: uuidOf(63_000 + index),
          filename: 'a.png',
          url,
          is_primary: index === 0,
          thumbnails: { sm: url, md: url, lg: url },
        })),
      },
    }),
    'products.shipping': ({ params }) => ({
      status: 200,
      body: {
        items: [
          {
            id: uuidOf(64_001),
            name: 'By post',
            type: params['id'] === IRON ? 'home_kit' : 'walk_in',
            description: 'In a box.',
            price: money,
          },
        ],
      },
    }),
    'products.categories': () => ({
      status: 200,
      body: examplePage([{ id: uuidOf(62_001), name: 'Blood', slug: 'blood' }]),
    }),
    'products.faqs': () => ({
      status: 200,
      body: examplePage([{ id: uuidOf(65_001), question: 'Why?', answer: '<b>So</b>' }]),
    }),
    'products.video': () => ({
      status: 200,
      body: { id: uuidOf(66_001), title: 'How', url: 'https://films.example/1' },
    }),
  };
  desk.service.answer = (request) => parts[request.endpoint]?.(request) ?? null;
});
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });
const find = async (filter: object) => {
  const found = await desk.done('catalogue.find', { filter });
  return { ...found, names: found.items.map(({ name }) => name) };
};

describe('the list', () => {
  it('shows what is paid beside the price before the discount, once the product was read, also in an outage', async () => {
    parts['products.get'] = ({ params }) => ({
      status: 200,
      body:
        params['id'] === IRON
          ? full(IRON, 'Iron check', 'IRON-4')
          : { ...full(VITAMINS, 'Vitamin check', 'VITA-2'), discounted_price: null },
    });
    const prices = async () =>
      [await desk.done('catalogue.find', {}), await desk.done('products.list', {})].map(({ items }) =>
        items.map(({ price, formerPrice }) => [price, formerPrice]),
      );
    const unread = (await prices())[1];
    expect(unread).toEqual(unread?.map(() => ['£49.00', null]));
    await up();
    for (const productId of [IRON, VITAMINS]) await desk.done('catalogue.product', { productId });
    const withDiscount = [
      ['£39.00', '£49.00'],
      ['£49.00', null],
    ];
    expect(await prices()).toEqual([withDiscount, withDiscount]);
    await down();
    expect(await prices()).toEqual([withDiscount, withDiscount]);
  });

  it('is asked for at the service with every filter', async () => {
    await up();
    desk.service.requests.length = 0;
    await desk.done('catalogue.find', {
      filter: {
        search: 'iron',
        slug: 's',
        sku: 'k',
        categorySlug: 'c',
        collectionSlug: 'l',
        biomarkerSlug: 'b',
        shippingTypes: ['home_kit', 'walk_in'],
        categoryIds: ['id1'],
        allProducts: true,
        affiliateCode: 'F',
      },
      page: 2,
    });
    const asked = desk.service.requests.find(({ endpoint }) => endpoint === 'products.list');
    expect([...(asked?.query ?? [])]).toEqual(
      expect.arrayContaining([
        ['search', 'iron'],
        ['slug', 's'],
        ['sku', 'k'],
        ['category_slug', 'c'],
        ['collection_slug', 'l'],
        ['biomarker_slug', 'b'],
        ['shipping_type_in[]', 'home_kit'],
        ['shipping_type_in[]', 'walk_in'],
        ['product_categories[]', 'id1'],
        ['all_products', 'true'],
        ['affiliate_code', 'F'],
        ['page', '2'],
        ['results_per_page', '100'],
      ]),
    );
    expect(asked?.query.size).toBe(13);
    expect(await desk.refused('catalogue.find', { page: 51 })).toMatchObject({ kind: 'rejected' });
  });

  it('says how many products could not be read', async () => {
    await up();
    parts['products.list'] = () => ({
      status: 200,
      body: examplePage([exampleProduct(), { ...exampleProduct({ id: uuidOf(41) }), name: 7 }]),
    });
    expect(await find({})).toMatchObject({ live: true, names: ['Iron check'], odd: 1 });
  });

  it('is answered from what was read ahead without the service, and says which filters it cannot answer', async () => {
    await up();
    await desk.advance(200_000);
    await down();
    expect(await find({})).toMatchObject({
      live: false,
      names: ['Iron check', 'Vitamin check'],
      notKnown: 0,
    });
    expect((await find({ search: 'VITÁ' })).names).toEqual(['Vitamin check']);
    expect((await find({ sku: 'iron-4' })).names).toEqual(['Iron check']);
    expect((await find({ slug: 'vita-2' })).names).toEqual(['Vitamin check']);
    expect((await find({ biomarkerSlug: 'ferritin' })).names).toEqual(['Iron check']);
    expect((await find({ shippingTypes: ['walk_in'] })).names).toEqual(['Vitamin check']);
    expect((await find({ categorySlug: 'blood' })).names).toHaveLength(2);
    expect((await find({ categoryIds: [uuidOf(99)] })).names).toEqual([]);
    expect(await find({ collectionSlug: 'x', allProducts: true, affiliateCode: 'F' })).toMatchObject({
      names: ['Iron check', 'Vitamin check'],
      unanswered: ['collectionSlug', 'allProducts', 'affiliateCode'],
    });
  });

  it('leaves out products of which too little is kept to tell, and says how many', async () => {
    expect(await find({ biomarkerSlug: 'ferritin' })).toMatchObject({ live: false, names: [], notKnown: 2 });
  });
});

it('names the categories and biomarkers of the products that were read in full, each once, to choose from', async () => {
  const none = { categories: [], biomarkers: [], isWhole: false };
  expect(await desk.done('catalogue.choices', {})).toEqual(none);
  const vein = { id: uuidOf(62_002), title: 'Årteries', slug: 'arteries' };
  parts['products.categories'] = ({ params }) => ({
    status: 200,
    body: examplePage([
      { id: uuidOf(62_001), name: 'Blood', slug: 'blood' },
      ...(params['id'] === IRON ? [vein] : [{ name: 'Of no use' }]),
    ]),
  });
  await up();
  await desk.done('catalogue.product', { productId: VITAMINS });
  await desk.done('catalogue.product', { productId: IRON });
  await down();
  expect(await desk.done('catalogue.choices', {})).toEqual({
    categories: [
      { id: vein.id, slug: 'arteries', name: 'Årteries' },
      { id: uuidOf(62_001), slug: 'blood', name: 'Blood' },
    ],
    biomarkers: [{ slug: 'ferritin', name: 'Ferritin', code: 'FERR' }],
    isWhole: true,
  });
});

it('lists each product once where the service tells it twice, as it told it last', async () => {
  await up();
  const iron = exampleProduct({ id: IRON, name: 'Iron check', sku: 'IRON-4' });
  const vitamins = exampleProduct({ id: VITAMINS, name: 'Vitamin check', sku: 'VITA-2' });
  parts['products.list'] = () => ({
    status: 200,
    body: examplePage([iron, vitamins, { ...iron, name: 'Iron check, new' }]),
  });
  expect((await find({})).names).toEqual(['Iron check, new', 'Vitamin check']);
});

describe('a product', () => {
  it('has each of its parts once, also where a list changed between two pages', async () => {
    await up();
    const pages = [[biomarker('ferritin')], [biomarker('ferritin')]];
    parts['products.biomarkers'] = ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      return { status: 200, body: examplePage(pages[page - 1] ?? [], page, 2) };
    };
    const once = parts['products.shipping'];
    parts['products.shipping'] = (request) => {
      const answer = once?.(request) ?? null;
      const { items } = (answer?.body ?? { items: [] }) as { items: unknown[] };
      return answer && { ...answer, body: { items: [...items, ...items] } };
    };
    const shown = await desk.done('catalogue.product', { productId: IRON });
    expect(shown.biomarkers).toHaveLength(1);
    expect(shown.shipping).toHaveLength(1);
  });

  it('is shown with all its parts, and kept for an outage', async () => {
    await up();
    const shown = await desk.done('catalogue.product', { productId: IRON });
    expect(shown).toMatchObject({
      live: true,
      name: 'Iron check',
      price: '£39.00',
      formerPrice: '£49.00',
      biomarkers: [{ code: 'FERR' }],
      pictures: [{ name: 'a.png', address: 'https://pictures.example/a.png', isPrimary: true }],
      shipping: [{ type: 'home_kit', price: '£49.00' }],
      categories: ['Blood'],
      questions: [{ question: 'Why?', answerHtml: '<b>So</b>' }],
      film: { title: 'How', address: 'https://films.example/1' },
      odd: 0,
    });
    await down();
    expect(await desk.done('catalogue.product', { productId: IRON })).toMatchObject({
      live: false,
      asOfMs: shown.asOfMs,
      name: 'Iron check',
    });
  });

  it('is found by its name for web addresses, also one on no list, and is there without the service', async () => {
    const OLD = uuidOf(41);
    parts['products.getBySlug'] = ({ params }) =>
      params['slug'] === 'old-1' ? { status: 200, body: full(OLD, 'Old check', 'OLD-1') } : null;
    await up();
    desk.service.requests.length = 0;
    expect(await desk.done('catalogue.product', { slug: ' old-1 ' })).toMatchObject({
      live: true,
      id: OLD,
      name: 'Old check',
      questions: [{ question: 'Why?' }],
    });
    const asked = desk.service.requests.filter(({ endpoint }) => endpoint.startsWith('products.'));
    expect(asked.map(({ endpoint }) => endpoint)).not.toContain('products.get');
    expect(asked.find(({ endpoint }) => endpoint === 'products.faqs')?.params).toEqual({ id: OLD });
    expect(await desk.refused('catalogue.product', { slug: 'nobody' })).toMatchObject({ kind: 'not-found' });
    expect(await desk.refused('catalogue.product', { slug: ' ' })).toMatchObject({ kind: 'rejected' });
    await down();
    expect(await desk.done('catalogue.product', { slug: 'OLD-1' })).toMatchObject({ live: false, id: OLD });
    expect(await desk.refused('catalogue.product', { slug: 'nobody' })).toMatchObject({ kind: 'offline' });
  });

  it('of which one part fails is shown with the others, and the part is not called empty', async () => {
    await up();
    parts['products.faqs'] = () => ({ status: 500, body: {} });
    parts['products.video'] = () => ({
      status: 200,
      body: { id: uuidOf(66_001), url: 'javascript:alert(1)' },
    });
    parts['products.biomarkers'] = () => ({ status: 200, body: examplePage([biomarker('f'), { id: 'x' }]) });
    expect(await desk.done('catalogue.product', { productId: IRON })).toMatchObject({
      questions: null,
      biomarkers: [{ code: 'FERR' }],
      film: { address: null },
      odd: 1,
    });
  });

  it('that the service does not have is not shown as it was kept', async () => {
    await up();
    await desk.done('catalogue.product', { productId: IRON });
    parts['products.get'] = () => null;
    expect(await desk.refused('catalogue.product', { productId: IRON })).toMatchObject({ kind: 'not-found' });
  });

  it('is read ahead a few at a time, and not again on the same day, also when it fails', async () => {
    parts['products.get'] = ({ params }) =>
      params['id'] === IRON ? { status: 404, body: { error: { code: 'not-found', message: 'No.' } } } : null;
    await up();
    await desk.advance(600_000);
    const asked = desk.service.requests.filter(({ endpoint }) => endpoint === 'products.get');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});

it('reads a catalogue of more pages than the service gives out as far as it goes, and asks no further', async () => {
  const last = 50;
  desk.service.answer = ({ endpoint, query }) => {
    if (endpoint !== 'products.list') return null;
    const page = Number(query.get('page'));
    if (page > last) return { status: 422, body: { error: { code: 'wrong', message: 'page' } } };
    const product = exampleProduct({ id: uuidOf(70_000 + page), name: `Test ${page}`, sku: `TEST-${page}` });
    return { status: 200, body: examplePage([product], page, last + 2) };
  };
  await up();
  const pages = desk.service.requests.filter(({ endpoint }) => endpoint === 'products.list');
  expect(Math.max(...pages.map(({ query }) => Number(query.get('page'))))).toBe(last);
  const { items, notTold } = await desk.done('products.list', {});
  expect(items.map(({ sku }) => sku)).toContain('TEST-50');
  // Those of the two pages that cannot be read: whoever looks for a test is told of them.
  expect(notTold).toBe(2);
  // That was the whole of it: it is no trouble of the service, and is not read again with each reading.
  expect(await desk.done('connection.get', {})).toMatchObject({ state: 'online' });
  desk.service.requests.length = 0;
  await desk.advance(5 * 90_000);
  const again = desk.service.requests.map(({ endpoint }) => endpoint);
  expect(again).toContain('registrations.list');
  expect(again).not.toContain('products.list');
});

describe('a test that the service does not list', () => {
  const HIDDEN = uuidOf(79_001);
  beforeEach(() => {
    const hidden = exampleProduct({ id: HIDDEN, name: 'Zonulin check', sku: 'ZONU-1' });
    desk.service.answer = ({ endpoint, query }) => {
      if (endpoint !== 'products.list') return null;
      const isFound = query.get('search') === 'zonulin' || query.get('sku') === 'ZONU-1';
      if (isFound) return { status: 200, body: examplePage([hidden]) };
      if (query.has('search') || query.has('sku')) return { status: 200, body: examplePage([]) };
      const page = Number(query.get('page'));
      const listed = exampleProduct({ id: uuidOf(70_000 + page), name: `Test ${page}`, sku: `TEST-${page}` });
      return { status: 200, body: examplePage([listed], page, 51) };
    };
  });

  it.each([['zonulin'], ['ZONU-1']])('is found by “%s”, and can be registered from then on', async (text) => {
    await up();
    const before = await desk.done('products.list', {});
    expect(before.items.map(({ id }) => id)).not.toContain(HIDDEN);
    expect(await desk.done('products.find', { text })).toMatchObject({
      live: true,
      items: [{ id: HIDDEN, name: 'Zonulin check' }],
    });
    const after = await desk.done('products.list', {});
    expect(after.items.map(({ id }) => id)).toContain(HIDDEN);
    // The others of the list are as old as they were.
    expect(after.asOfMs).toBe(before.asOfMs);
    // With the connection down as well.
    await down();
    const { patientId } = await somebody();
    const made = await desk.done('registrations.create', {
      patientId,
      seenRegistrationIds: [],
      productIds: [HIDDEN],
      biomarkerCodes: [],
    });
    expect(await desk.done('registrations.get', made)).toMatchObject({ id: made.registrationId });
  });

  it('is not looked for while the service does not answer', async () => {
    expect(await desk.done('products.find', { text: 'zonulin' })).toEqual({
      live: false,
      items: [],
      more: 0,
    });
  });
});

async function somebody(): Promise<{ patientId: string }> {
  const draft = {
    firstName: 'Mary',
    lastName: 'Okafor',
    dateOfBirth: '1990-07-01',
    gender: 'female',
  } as const;
  const created = await desk.done('patients.create', { draft: { ...draft, email: 'mary@example.test' } });
  if (created.kind !== 'created') throw new Error('somebody alike was found');
  return { patientId: created.person.id };
}
