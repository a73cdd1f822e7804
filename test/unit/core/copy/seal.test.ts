// Sealed rows of the copy, and the recovery key on paper.
import { describe, expect, test } from 'vitest';
import {
  createSealer,
  keyCheckOf,
  newSiteKey,
  recoveryKeyOf,
  siteKeyOf,
} from '../../../../src/core/copy/seal.ts';
import type { CopyRecord } from '../../../../src/core/ports/copy.ts';

const key = '0f'.repeat(32);
const change = {
  number: 7,
  table: 'staff',
  key: '["ZQ"]',
  row: '{"initials":"ZQ","name":"Zoë Quillfeather"}',
};
const sealed = createSealer('leeds', key).seal(change) as CopyRecord;

describe('a sealed row', () => {
  test('opens to what it was, and shows nothing before', () => {
    expect(createSealer('leeds', key).open(sealed)).toEqual({
      key: ['ZQ'],
      row: { initials: 'ZQ', name: 'Zoë Quillfeather' },
    });
    expect(JSON.stringify(sealed)).not.toMatch(/(?<![\w+/-])ZQ(?![\w+/=-])|Quillfeather/);
    expect(Buffer.from(sealed.sealed, 'base64').toString('latin1')).not.toContain('Quillfeather');
  });

  test('is found again under the same name, and looks different each time', () => {
    const again = createSealer('leeds', key).seal({ ...change, number: 8 });
    expect(again.key).toBe(sealed.key);
    expect(again.sealed).not.toBe(sealed.sealed);
  });

  test.each<[string, Partial<CopyRecord>]>([
    ['another table', { table: 'visit' }],
    ['another key', { key: 'other' }],
    ['another number', { number: 8 }],
    ['other content', { sealed: `${sealed.sealed.slice(0, 20)}AAAA${sealed.sealed.slice(24)}` }],
  ])('does not open in the place of %s', (_, other) => {
    expect(() => createSealer('leeds', key).open({ ...sealed, ...other })).toThrow();
  });

  test('does not open at another site, or with another key', () => {
    expect(() => createSealer('york', key).open(sealed)).toThrow();
    expect(() => createSealer('leeds', newSiteKey()).open(sealed)).toThrow();
  });

  test('the fingerprint of the changes holds this one, its number, and all before it', () => {
    const { chainAfter } = createSealer('leeds', key);
    const chain = chainAfter('one before', change);
    expect(chainAfter('one before', change)).toBe(chain);
    expect(chainAfter('two before', change)).not.toBe(chain);
    expect(chainAfter('one before', { ...change, number: 8 })).not.toBe(chain);
    expect(chainAfter('one before', { ...change, row: null })).not.toBe(chain);
  });

  test('deleted rows have a name and no content', () => {
    expect(createSealer('leeds', key).seal({ ...change, row: null })).toEqual({
      table: 'staff',
      key: sealed.key,
      number: 7,
      sealed: null,
    });
  });
});

describe('a recovery key', () => {
  test('gives the site key back, however it was written down', () => {
    for (const siteKey of [key, newSiteKey(), '00'.repeat(32), 'ff'.repeat(32)]) {
      const written = recoveryKeyOf(siteKey);
      expect(written).toMatch(/^(?:[0-9A-Z]{4}-){13}[0-9A-Z]{4}$/);
      expect(siteKeyOf(written)).toBe(siteKey);
      expect(
        siteKeyOf(
          ` ${written.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
        ),
      ).toBe(siteKey);
    }
  });

  test('with one wrong sign, one missing or two exchanged is none', () => {
    const written = recoveryKeyOf(key);
    const other = written[0] === 'A' ? 'B' : 'A';
    expect(siteKeyOf(other + written.slice(1))).toBeNull();
    expect(siteKeyOf(written.slice(1))).toBeNull();
    expect(siteKeyOf(`${written}A`)).toBeNull();
    expect(siteKeyOf('')).toBeNull();
  });

  test('is told apart by a fingerprint that does not tell it', () => {
    expect(keyCheckOf(key)).not.toBe(keyCheckOf(newSiteKey()));
    expect(keyCheckOf(key)).not.toContain(key);
  });
});
