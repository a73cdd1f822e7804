// An address at the laboratory has a country's code, and people write what they are used to.
import { expect, it } from 'vitest';
import { countryCodeOf } from '../../../src/domain/country-code.ts';

it.each([
  ['GB', 'GB'],
  [' ie ', 'IE'],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['JE', 'JE'],
  ['XX', null],
  ['ZZ', null],
  ['GBR', null],
  ['G', null],
  ['', null],
  ['ÄÖ', null],
])('%j is the code %j', (typed, code) => {
  expect(countryCodeOf(typed)).toBe(code);
});
