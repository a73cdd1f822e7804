// Labels of generated people, and what is wrong with one as it came out, dot by dot: used for each label language.
import fc from 'fast-check';
import type { DrawnText } from '../../src/core/ports/pictures.ts';
import type { LabelLayout } from '../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../src/core/printing/layout/label-stock.ts';
import type { SetLine } from '../../src/core/printing/layout/label-text.ts';
import { inCapitals } from '../../src/domain/person-name.ts';
import { formatDate } from '../../src/domain/site-time.ts';
import { FINE_STOCK, LARGE_STOCK } from './sample-label.ts';

/** Of every size that labels have here, at 203 and at 300 dpi. */
export const STOCKS: readonly LabelStock[] = [
  DEFAULT_LABEL_STOCK,
  FINE_STOCK,
  LARGE_STOCK,
  { ...LARGE_STOCK, dotsPerMm: 12 },
  { widthMm: 60, heightMm: 24, dotsPerMm: 8 },
  { widthMm: 60, heightMm: 24, dotsPerMm: 12 },
];
/** For labels with a Data Matrix, also such on which bars find no room. */
export const MATRIX_STOCKS: readonly LabelStock[] = [
  ...STOCKS,
  { widthMm: 38, heightMm: 19, dotsPerMm: 8 },
  { widthMm: 38, heightMm: 19, dotsPerMm: 12 },
];
const PARTS = [
  ['O', 'li', 'ver', 'Mc', 'Ö', 'berg', 'É', 'ï', 'ß', 'Å', 'sa', '’'],
  ['Nguy', 'ễn', 'Ł', 'uk', 'Ș', 'ğı', 'Ž', 'Ків', 'ба', 'Πα', 'ბე'],
  ['王', '小明', '蕭', 'さく', '김', 'क्ष', 'प्र', 'น้ำ', 'সম', 'ਸਿੰ', 'கௌ', 'አበ'],
];
const nameOf = fc
  .constantFrom(...PARTS)
  .chain((parts) =>
    fc.array(
      fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map((some) => some.join('')),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map((words) => words.join(' '));
/** Anybody, in letters from many parts of the world, with any code. */
export const people = fc.record({
  firstName: nameOf,
  lastName: nameOf,
  code: fc.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{6}$/),
  dateOfBirth: fc
    .date({ min: new Date('1920-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  reprint: fc.boolean(),
});
export type Person = typeof people extends fc.Arbitrary<infer Value> ? Value : never;

/** The dots of a label, row by row: 1 is black. */
export interface Dots {
  readonly width: number;
  readonly height: number;
  readonly black: Uint8Array;
}

/** A text as a printer draws it in its own font. A letter may begin some dots before its place. */
export interface PrintedText extends DrawnText {
  readonly leadDots: number;
}

/** What a label should show. */
export interface LabelOf {
  readonly layout: LabelLayout;
  readonly person: Person;
  readonly pictureOf: (line: SetLine) => PrintedText | null;
}

const wholeName = ({ firstName, lastName }: Person): string =>
  `${inCapitals(lastName.replaceAll('’', "'").normalize('NFC'))}, ${firstName.replaceAll('’', "'").normalize('NFC')}`;

/**
 * What is wrong with a Data Matrix. Its dots are copied to what is expected: whether they say the code is for the decoder. The
 * standard asks for one empty module around it, labels here have two.
 */
function squareFaults(
  { width, height, black }: Dots,
  { x, y, plan }: Extract<LabelLayout['fields'][number], { kind: 'matrix' }>,
  expected: Uint8Array,
): string[] {
  const found: string[] = [];
  const { sideDots, moduleDots } = plan;
  const quiet = 2 * moduleDots;
  const dotAt = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? -1 : (black[row * width + column] ?? 0);
  for (let row = -quiet; row < sideDots + quiet; row += 1) {
    for (let column = -quiet; column < sideDots + quiet; column += 1) {
      const dot = dotAt(x + column, y + row);
      const isInside = row >= 0 && column >= 0 && row < sideDots && column < sideDots;
      if (!isInside) {
        if (dot !== 0) found.push('a quiet zone is not empty');
        continue;
      }
      expected[(y + row) * width + x + column] = dot;
      if (dot !== dotAt(x + column - (column % moduleDots), y + row - (row % moduleDots)))
        found.push('a module is not whole');
    }
  }
  return found;
}

/**
 * What is wrong with the dots of a person's label; empty when nothing is. `pictureOf`: how a text comes out where the printer
 * draws it in its own font; null where it does not.
 */
export function faults({ width, height, black }: Dots, { layout, person, pictureOf }: LabelOf): string[] {
  const found: string[] = [];
  const expected = new Uint8Array(width * height);
  const put = (x: number, y: number, value: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) found.push('something lies outside the label');
    else expected[y * width + x] = value;
  };
  const fill = (x: number, y: number, across: number, down: number): void => {
    for (let row = y; row < y + down; row += 1)
      for (let column = x; column < x + across; column += 1) put(column, row, 1);
  };
  for (const field of layout.fields) {
    if (field.kind === 'rule') fill(field.x, field.y, field.widthDots, field.thicknessDots);
    if (field.kind === 'line' || field.kind === 'mark') {
      const picture = field.line.picture ? { ...field.line.picture, leadDots: 0 } : pictureOf(field.line);
      if (!picture) throw new Error('a text is no picture');
      const isMark = field.kind === 'mark';
      const padding = isMark ? field.paddingDots : 0;
      if (isMark) fill(field.x, field.y, field.line.widthDots + 2 * padding, field.line.heightDots + padding);
      const top = field.y + (isMark ? Math.round(padding * 0.75) : 0) - picture.riseDots;
      const bytesPerRow = picture.rows.length / picture.heightDots;
      for (let y = 0; y < picture.heightDots; y += 1) {
        for (let x = 0; x < picture.widthDots; x += 1) {
          const ink = ((picture.rows[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
          if (ink) put(field.x + padding + x - picture.leadDots, top + y, isMark ? 0 : 1);
        }
      }
    }
    if (field.kind === 'matrix') found.push(...squareFaults({ width, height, black }, field, expected));
    if (field.kind === 'bars') {
      const { barDots, leftDots, widthDots } = field.plan;
      const row = black.subarray(field.y * width, (field.y + 1) * width);
      for (let y = field.y; y < field.y + field.heightDots; y += 1) {
        for (let x = 0; x < width; x += 1) {
          if (black[y * width + x] !== row[x]) found.push('the bars are not the same on each row');
          // Copied: whether they say the code is for the decoder, and their widths are measured below.
          expected[y * width + x] = row[x] ?? 0;
        }
      }
      const quiet = 10 * barDots;
      const isEmpty = (from: number, to: number): boolean => row.subarray(from, to).every((dot) => dot === 0);
      if (
        !isEmpty(leftDots - quiet, leftDots) ||
        !isEmpty(leftDots + widthDots, leftDots + widthDots + quiet)
      )
        found.push('a quiet zone is not empty');
      for (let x = leftDots; x < leftDots + widthDots; x += barDots) {
        if (row.subarray(x, x + barDots).some((dot) => dot !== row[x])) found.push('a bar is not whole');
      }
    }
  }
  if (!expected.every((dot, index) => dot === black[index]))
    found.push('a text is not whole, or another one');
  const texts = layout.fields.flatMap((field) => (field.kind === 'line' ? [field.line.text] : []));
  for (const identifier of [formatDate(person.dateOfBirth), person.code]) {
    if (!texts.some((text) => text.includes(identifier))) found.push('an identifier is not whole');
  }
  if (!layout.name.isCut) {
    const shown = layout.name.lines.join(' ').replaceAll(/\s+/g, ' ');
    if (shown !== wholeName(person)) found.push('the name is not whole');
  } else if (!layout.fields.some((field) => field.kind === 'mark' && field.line.text === 'NAME CUT')) {
    found.push('a cut name is not marked');
  }
  return [...new Set(found)];
}
