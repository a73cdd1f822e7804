// The rules of an order: which shipping fits all its products, what it costs, and what is wrong with one.
import { describe, expect, it } from 'vitest';
import {
  inSeveralCurrencies,
  isCancelledStatus,
  needsAddress,
  orderProblems,
  sendsKit,
  shippingInCommon,
  totalOf,
} from '../../../src/domain/order.ts';
import type { OrderToCheck, ProductTerms, ShippingChoice } from '../../../src/domain/order.ts';

const GBP = (amountMinor: number) => ({ amountMinor, currency: 'GBP' });
const method = (id: string, type: string): ShippingChoice => ({
  id,
  name: id,
  type,
  description: '',
  price: GBP(350),
});
const KIT = method('kit', 'home_kit');
const WALK_IN = method('walk-in', 'walk_in');
const COURIER = method('courier', 'courier');
const AT_HOME = method('at-home', 'phlebotomist');

const product = (id: string, terms: Partial<ProductTerms> = {}): ProductTerms => ({
  id,
  name: id,
  appointmentOnly: false,
  formerPrice: null,
  price: GBP(4_900),
  shipping: [KIT, WALK_IN, AT_HOME],
  ...terms,
});
const ids = (methods: readonly ShippingChoice[] | null) => methods?.map(({ id }) => id) ?? null;

describe('the shipping that fits all products', () => {
  it('is what every product has', () => {
    const other = product('b', { shipping: [WALK_IN, COURIER] });
    expect(ids(shippingInCommon([product('a')]))).toEqual(['kit', 'walk-in', 'at-home']);
    expect(ids(shippingInCommon([product('a'), other]))).toEqual(['walk-in']);
    expect(ids(shippingInCommon([product('a', { shipping: [KIT] }), other]))).toEqual([]);
  });

  it('is no kit where one of the products needs an appointment', () => {
    const byAppointment = product('b', { appointmentOnly: true });
    expect(ids(shippingInCommon([product('a'), byAppointment]))).toEqual(['walk-in', 'at-home']);
  });

  it('is not known while that of one product is not', () => {
    expect(shippingInCommon([product('a'), product('b', { shipping: null })])).toBeNull();
  });

  it('sends a kit by post and by courier', () => {
    expect(['home_kit', 'courier', 'walk_in', 'phlebotomy', 'new'].map(sendsKit)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('needs an address where a kit is sent or a phlebotomist comes, however the service writes it', () => {
  const types = ['home_kit', 'courier', 'phlebotomist', 'at_home_phlebotomy', 'walk_in', 'new'];
  expect(types.filter(needsAddress)).toEqual(types.slice(0, 4));
});

describe('the total', () => {
  it('is added in whole pence', () => {
    const line = (amountMinor: number, quantity: number) => ({ price: GBP(amountMinor), quantity });
    expect(totalOf([line(10, 3), line(1_999, 1)], GBP(350))).toEqual(GBP(2_379));
    expect(totalOf([line(4_900, 2)], null)).toEqual(GBP(9_800));
  });

  it('is not known in two currencies, nor for nothing', () => {
    const euro = { price: { amountMinor: 1, currency: 'EUR' }, quantity: 1 };
    expect(totalOf([euro], GBP(350))).toBeNull();
    expect(totalOf([], null)).toBeNull();
  });
});

describe('prices in several currencies', () => {
  const inEuro = { price: { amountMinor: 4_900, currency: 'EUR' } };
  const inPounds = { price: GBP(4_900) };

  it('are told apart from a price that is not known: among the products, and at the shipping', () => {
    expect(inSeveralCurrencies([inPounds, inEuro], null)).toBe('items');
    expect(inSeveralCurrencies([inEuro, inEuro], KIT)).toBe('shippingId');
    expect(inSeveralCurrencies([inPounds], KIT)).toBeNull();
    expect(inSeveralCurrencies([], KIT)).toBeNull();
  });
});

describe('what is wrong with an order', () => {
  const now = { today: '2026-03-03', nowMs: 1_000, withdrawn: new Set(['gone']) };
  const order = (changes: Partial<OrderToCheck> = {}): OrderToCheck => ({
    lines: [{ productId: 'a', quantity: 1 }],
    shippingId: 'kit',
    hasAddress: true,
    shippingDate: null,
    appointmentStartsAtMs: null,
    ...changes,
  });
  const wrong = (changes: Partial<OrderToCheck>, ...products: ProductTerms[]) =>
    orderProblems(order(changes), new Map([product('a'), ...products].map((one) => [one.id, one])), now);
  const two = [
    { productId: 'a', quantity: 1 },
    { productId: 'b', quantity: 1 },
  ];

  it('is nothing for a kit with an address, nor for a visit without one', () => {
    expect(wrong({})).toEqual({});
    expect(wrong({ shippingDate: '2026-03-03' })).toEqual({});
    expect(wrong({ shippingDate: '2027-03-03' })).toEqual({});
    expect(wrong({ shippingId: 'walk-in', hasAddress: false })).toEqual({});
    expect(wrong({ shippingId: 'walk-in', appointmentStartsAtMs: 1_001 })).toEqual({});
  });

  it.each<[Partial<OrderToCheck>, object]>([
    [{ lines: [] }, { items: 'none-chosen' }],
    [{ lines: two }, { items: 'not-in-catalogue' }],
    [{ lines: [...two, { productId: 'gone', quantity: 1 }] }, { items: 'withdrawn' }],
    [{ shippingId: null }, { shippingId: 'none-chosen' }],
    [{ shippingId: 'courier' }, { shippingId: 'not-for-all' }],
    [{ hasAddress: false }, { address: 'needed-for-kit' }],
    [{ appointmentStartsAtMs: 2_000 }, { appointment: 'not-with-kit' }],
    [{ shippingDate: '2026-03-02' }, { shippingDate: 'past' }],
    [{ shippingDate: '2099-03-03' }, { shippingDate: 'far-ahead' }],
    [{ shippingId: 'at-home', hasAddress: false }, { address: 'needed-for-home-visit' }],
    [{ shippingId: 'at-home', appointmentStartsAtMs: 1_000 }, { appointment: 'past' }],
    [{ shippingId: 'at-home', shippingDate: '2026-03-04' }, { shippingDate: 'not-without-kit' }],
    [{ shippingId: 'walk-in', appointmentStartsAtMs: 1_000 }, { appointment: 'past' }],
    [{ shippingId: 'walk-in', shippingDate: '2026-03-04' }, { shippingDate: 'not-without-kit' }],
  ])('%o', (changes, problems) => {
    expect(wrong(changes)).toEqual(problems);
  });

  it('is a kit of a product that needs an appointment, said before it is sent', () => {
    expect(wrong({ lines: two }, product('b', { appointmentOnly: true }))).toEqual({
      shippingId: 'appointment-only',
    });
  });

  it('is prices that cannot be added, said before a way of shipping is chosen, or at the way that is', () => {
    const inEuro = product('b', { price: { amountMinor: 4_900, currency: 'EUR' } });
    expect(wrong({ lines: two, shippingId: null }, inEuro)).toEqual({ items: 'currencies' });
    const line = [{ productId: 'b', quantity: 1 }];
    expect(wrong({ lines: line }, inEuro)).toEqual({ shippingId: 'currencies' });
  });

  it('is products that have no way in common, or of which the ways are not known', () => {
    expect(wrong({ lines: two }, product('b', { shipping: [COURIER] }))).toEqual({
      shippingId: 'none-in-common',
    });
    expect(wrong({ lines: two }, product('b', { shipping: [] }))).toEqual({ shippingId: 'none-listed' });
    expect(wrong({ lines: two }, product('b', { shipping: null }))).toEqual({
      shippingId: 'shipping-not-known',
    });
  });
});

it('a status counts as cancelled in both spellings, and nothing else does', () => {
  expect(['cancelled', 'Canceled', ' CANCELLED '].map(isCancelledStatus)).toEqual([true, true, true]);
  expect([null, '', 'placed', 'cancellation refused'].map(isCancelledStatus)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
