// The rows of the list of registrations are placed by the script and made as high by the style sheet: both have to agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  mayNeedCut,
  nameSize,
  ROW_HEIGHTS,
} from '../../../src/renderer/features/registrations/row-height.ts';

const sheet = readFileSync(
  join(import.meta.dirname, '../../../src/renderer/features/registrations/registrations.module.css'),
  'utf8',
);

it('rows are as high as the list takes them to be, in windows of every width', () => {
  const found: { heightPx: number; upToPx: number | null }[] = [];
  let upToPx: number | null = null;
  for (const [, width, height] of sheet.matchAll(
    /@media \(max-width: (\d+)px\)|\.row \{[^}]*?height: (\d+)px/g,
  )) {
    if (width !== undefined) upToPx = Number(width);
    else found.push({ heightPx: Number(height), upToPx });
  }
  expect(found).toEqual(Object.values(ROW_HEIGHTS));
});

it('a long name stands in smaller letters, each size with lines of its own, rather than being cut', () => {
  expect(nameSize('OLIVER, James')).toBe('usual');
  expect(nameSize('FEATHERSTONEHAUGH-WOLSTENHOLME, Wilhelmina Alexandrina')).toBe('long');
  expect(nameSize(`${'VERY-'.repeat(10)}LONG, ${'Even '.repeat(4)}`)).toBe('very-long');
  expect(nameSize(`${'VERY-'.repeat(14)}LONG, ${'Even '.repeat(5)}`)).toBe('longest');
  for (const [size, lines] of [
    ['long', 3],
    ['very-long', 3],
    ['longest', 4],
  ]) {
    expect(sheet).toMatch(
      new RegExp(`\\.name\\[data-size='${size}'\\] \\{[^}]*-webkit-line-clamp: ${lines}`),
    );
  }
});

it('makes only those texts ready to be cut that may be too long for their lines', () => {
  expect(mayNeedCut('name', 'OLIVER, James')).toBe(false);
  expect(mayNeedCut('name', 'FEATHERSTONEHAUGH, Wilhelmina')).toBe(true);
  expect(mayNeedCut('onLines', 'Advanced Well Man Blood Test')).toBe(false);
  expect(mayNeedCut('onLines', 'Advanced Well Man Blood Test, Vitamin D')).toBe(true);
  expect(mayNeedCut('onOneLine', 'BRAND-12')).toBe(false);
  expect(mayNeedCut('onOneLine', 'BRAND-2026-000012')).toBe(true);
  expect(sheet).toMatch(/\.cut \{[^}]*overflow: hidden;[^}]*-webkit-line-clamp: 2/);
});
