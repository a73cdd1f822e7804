// A key that stands twice in one JSON object is found, with what leads to it.
import { expect, test } from 'vitest';
import { doubledKey } from '../../../src/app/doubled-keys.ts';

test.each([
  ['{}', null],
  ['[1, "a", "a", {"b": 1}, {"b": 2}]', null],
  ['{"a": {"b": 1}, "b": {"b": "b"}}', null],
  [String.raw`{"a": "\"b\": 1", "c": "{\"c\": 2}", "b": [",", "]", "a"]}`, null],
  ['{"a": 1, "b": 2, "a": 3}', 'a'],
  ['{"site": {"port": 1, "address": null,\n "port" : 2}}', 'site.port'],
  ['{"printers": [{"id": "a"}, {"id": "b", "tags": [1, 2], "id": "c"}]}', 'printers.1.id'],
  [String.raw`{"port": 1, "p\u006frt": 2}`, 'port'],
  ['\uFEFF{"a": {"x": 1}, "a": {"y": 1}}', 'a'],
])('%s: %s', (text, doubled) => {
  expect(doubledKey(text)).toBe(doubled);
});
