// What is paid for a product: with its discount, wherever its price stands.
import { expect, it } from 'vitest';
import { listedPriceToPay, priceToPay } from '../../../src/domain/product-price.ts';

const GBP = (amount_minor: number) => ({ amount_minor, currency: 'GBP' });

it('is the discounted price, beside what it was before', () => {
  expect(priceToPay({ price: GBP(3_900), discounted: GBP(3_400) })).toEqual({
    paid: GBP(3_400),
    former: GBP(3_900),
  });
  expect(priceToPay({ price: GBP(3_900), discounted: null })).toEqual({ paid: GBP(3_900), former: null });
});

it('tells of no discount where both prices are the same', () => {
  expect(priceToPay({ price: GBP(3_900), discounted: GBP(3_900) }).former).toBeNull();
});

it('takes no discount off a listed price that it was not made for', () => {
  const kept = { price: GBP(3_900), discounted: GBP(3_400) };
  expect(listedPriceToPay(GBP(3_900), kept)).toEqual({ paid: GBP(3_400), former: GBP(3_900) });
  expect(listedPriceToPay(GBP(3_600), kept)).toEqual({ paid: GBP(3_600), former: null });
  expect(listedPriceToPay({ amount_minor: 3_900, currency: 'EUR' }, kept).former).toBeNull();
  expect(listedPriceToPay(GBP(3_900), undefined)).toEqual({ paid: GBP(3_900), former: null });
});
