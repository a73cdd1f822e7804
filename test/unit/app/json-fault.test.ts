// Where a text stops being JSON is found as JSON.parse would, and nothing of the text is told.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault } from '../../../src/app/json-fault.ts';

test.each([
  ['', 'line 1, column 1'],
  ['{"location": ', 'line 1, column 14'],
  ['{\n  "location" "A"\n}', 'line 2, column 14'],
  ['{\r\n  "location": A\r\n}', 'line 2, column 15'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['[1 2]', 'line 1, column 4'],
  ['{"a": [1}', 'line 1, column 9'],
  ['{} {}', 'line 1, column 4'],
  ['secret', 'line 1, column 1'],
  ['{"a": "x\ny"}', 'line 1, column 7'],
])('%j: %s', (text, place) => {
  expect(jsonFault(text)).toBe(place);
});

test('nothing is found in what is JSON, and something in whatever is not', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const spoilt = fc
    .tuple(fc.json(), fc.nat(200), fc.constantFrom('', ',', '"', '{', ']', ':', '0', 'e', '\\', '\n'))
    .map(([text, at, sign]) => `${text.slice(0, at)}${sign}${text.slice(at + 1)}`);
  fc.assert(
    fc.property(fc.oneof(fc.json(), spoilt), (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
  expect(jsonFault('['.repeat(100_000))).toBe('line 1, column 100001');
});
