// A query about a few ids is another text than the one about many, and must find the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allAmong, run } from '../../../../../src/core/store/db/database.ts';
import { storeFolder } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';
import type { Store } from '../../../../../src/core/store/open.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

let folder: StoreFolder;
let store: Store;
beforeEach(() => {
  folder = storeFolder();
  store = folder.open({ nowMs: 1 });
  for (const key of KEYS)
    run(store.db, 'INSERT INTO setting (key, value) VALUES (?, ?)', [`among-${key}`, key]);
});
afterEach(() => {
  store.close();
  folder.remove();
});

const valuesAmong = (ids: readonly string[], except = 'none'): string[] =>
  allAmong<{ value: string }>(
    store.db,
    'SELECT value FROM setting WHERE value <> ? AND key IN (SELECT value FROM json_each(?)) ORDER BY key',
    ids.map((id) => `among-${id}`),
    [except],
  ).map(({ value }) => value);

describe('a query about some ids', () => {
  it.each(KEYS.map((_, index) => index))('finds the rows of %i ids and of no others', (count) => {
    expect(valuesAmong(KEYS.slice(0, count))).toEqual(KEYS.slice(0, count));
    expect(valuesAmong([...KEYS.slice(0, count), 'unknown'], 'a')).toEqual(KEYS.slice(1, count));
  });

  it('finds a row once, however often its id is given', () => {
    expect(valuesAmong(['a', 'a', 'a', 'a', 'b'])).toEqual(['a', 'b']);
    expect(valuesAmong(['a', 'a'])).toEqual(['a']);
  });

  it('takes ids for what they are, whatever is in them', () => {
    expect(valuesAmong([`a' OR '1' = '1`, '$&', '?'])).toEqual([]);
  });

  it('refuses a text that has no list to put them in', () => {
    expect(() => allAmong(store.db, 'SELECT value FROM setting WHERE key = ?', ['among-a'])).toThrow(
      'no list of ids',
    );
  });
});
