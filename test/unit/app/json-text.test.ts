// Where a text stops being JSON is found as JSON.parse would, and nothing of the text is told; so is a key that stands twice in the same braces, with
// what leads to it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubledKey, jsonFault } from '../../../src/app/json-text.ts';

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
  // Too deep to be looked through; whoever asks says that it is no JSON all the same.
  expect(jsonFault('['.repeat(100_000))).toBe(null);
});

test.each([
  ['{}', null],
  ['[1, "a", "a", {"b": 1}, {"b": 2}]', null],
  ['{"a": {"b": 1}, "b": {"b": "b"}}', null],
  [String.raw`{"a": "\"b\": 1", "c": "{\"c\": 2}", "b": [",", "]", "a"]}`, null],
  ['{"a": 1, "b": 2, "a": 3}', 'a'],
  ['{"site": {"port": 1, "address": null,\n "port" : 2}}', 'site.port'],
  ['{"printers": [{"id": "a"}, {"id": "b", "tags": [1, 2], "id": "c"}]}', 'printers.1.id'],
  [String.raw`{"port": 1, "p\u006frt": 2}`, 'port'],
])('%s: %s', (text, doubled) => {
  expect(doubledKey(text)).toBe(doubled);
});
