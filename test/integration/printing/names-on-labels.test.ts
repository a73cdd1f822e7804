// Names of all kinds on labels of all sizes: whole or marked as cut, inside the label, and the code reads back.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { zpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import { inCapitals } from '../../../src/domain/person-name.ts';
import { drawZpl, readCodes } from '../../support/label-eyes.ts';

const draw = createDrawText();
const STOCKS: readonly LabelStock[] = [
  DEFAULT_LABEL_STOCK,
  { ...DEFAULT_LABEL_STOCK, dotsPerMm: 12 },
  { widthMm: 100, heightMm: 50, dotsPerMm: 8 },
  { widthMm: 60, heightMm: 24, dotsPerMm: 8 },
];
const SYLLABLES = {
  western: [
    'O',
    'li',
    'ver',
    'Mc',
    'Na',
    'Ö',
    'ster',
    'berg',
    'É',
    'lo',
    'ï',
    'se',
    'ß',
    'ñ',
    'Å',
    'sa',
    'W',
    'ill',
  ],
  drawn: [
    'Nguy',
    'ễn',
    'Ł',
    'uk',
    'Ș',
    'ar',
    'ğı',
    'Ž',
    'dec',
    'Ків',
    'ба',
    'Πα',
    'ελ',
    'ბე',
    'რი',
    'ẶỀ',
    'ŉ',
  ],
  // Whole characters as their readers count them, so that the cut of a long name divides none.
  others: [
    '王',
    '小明',
    '蕭',
    'さく',
    '齋',
    '김',
    'क्ष',
    'प्र',
    'น้ำ',
    'สม',
    'শ্রী',
    'ਸਿੰ',
    'கௌ',
    'አበ',
    'ကျော်',
    '-',
  ],
};

const nameOf = (syllables: readonly string[]) =>
  fc
    .array(fc.array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 5,
    })
    .chain((words) =>
      fc.constantFrom(' ', '-').map((between) => words.map((word) => word.join('')).join(between)),
    );
const people = fc
  .constantFrom(...Object.values(SYLLABLES))
  .chain((syllables) => fc.record({ firstName: nameOf(syllables), lastName: nameOf(syllables) }));

function textOf(layout: LabelLayout): string {
  return layout.name.lines.join(' ').replaceAll(/\s+/g, ' ');
}

it('hold any name', async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.constantFrom(...STOCKS),
      fc.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{6}$/),
      async (person, stock, code) => {
        const layout = layOutLabel(
          {
            ...person,
            dateOfBirth: '1984-03-15',
            gender: 'female',
            code,
            trfCode: 'DRW-7K2M9Q',
            product: 'IRON-4',
            printedAt: { date: '2026-03-12', time: '09:41' },
            siteName: 'Leeds',
            reprint: true,
            training: true,
          },
          stock,
          { language: zpl, draw },
        );
        const whole = `${inCapitals(person.lastName)}, ${person.firstName.normalize('NFC')}`;
        const marks = layout.fields.flatMap((field) => (field.kind === 'mark' ? [field.line.text] : []));
        expect(marks.includes('NAME CUT')).toBe(layout.name.isCut);
        if (layout.name.isCut) {
          // Each name keeps its beginning and its end.
          const [lastName, firstName] = textOf(layout).split(', ') as [string, string];
          const parts = [
            [inCapitals(person.lastName), lastName],
            [person.firstName.normalize('NFC'), firstName],
          ] as const;
          for (const [name, shown] of parts) {
            const [beginning = '', end = ''] = shown.split('...');
            expect([name.startsWith(beginning), name.endsWith(end)]).toEqual([true, true]);
            expect(Array.from(beginning).length).toBeGreaterThanOrEqual(Math.min(3, Array.from(name).length));
          }
        } else {
          // A line broken at a hyphen has no blank there.
          expect(textOf(layout).replaceAll(/- ?/g, '-')).toBe(whole.replaceAll(/- ?/g, '-'));
        }
        for (const field of layout.fields) {
          if (field.kind !== 'line' && field.kind !== 'mark') continue;
          expect(field.x).toBeGreaterThanOrEqual(0);
          // Marks have no accents.
          expect(field.y - (field.kind === 'line' ? field.line.riseDots : 0)).toBeGreaterThanOrEqual(0);
          expect(field.x + field.line.widthDots).toBeLessThanOrEqual(layout.widthDots);
          expect(field.y + field.line.heightDots).toBeLessThanOrEqual(layout.heightDots);
        }
        expect(await readCodes(await drawZpl(zpl.encode(layout), stock))).toEqual([code]);
      },
    ),
    { numRuns: 60 },
  );
});
