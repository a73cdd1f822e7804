// Prints and reads the labels of generated people, and counts what came of them. Everything follows from the seed.
import bwip from 'bwip-js/node';
import fc from 'fast-check';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import type { LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import { AppException } from '../../../src/domain/app-error.ts';
import type { LabelLanguageId } from '../../../src/domain/label-language.ts';
import type { LabelSymbol } from '../../../src/domain/label-symbol.ts';
import { MATRIX_STOCKS, people, STOCKS, type Person } from '../../support/generated-labels.ts';
import { headDots } from '../../support/label-eyes.ts';
import { sampleContent } from '../../support/sample-label.ts';
import { tryMutants, type MutantKind } from './label-mutants.ts';
import { codesOn, faultsOn, printed } from './printed-label.ts';

/** People that follow one another under one seed. */
export interface PeopleRange {
  readonly seed: number;
  /** The first is 0. */
  readonly first: number;
  readonly people: number;
  readonly languages: readonly LabelLanguageId[];
}

export interface LabelsResult {
  /** Labels that came out right and were read again, by language, size, resolution and kind of code. */
  readonly read: Readonly<Record<string, number>>;
  /** Labels that were refused before a byte was made, by the reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly mutants: Readonly<Partial<Record<MutantKind, { readonly tried: number; readonly found: number }>>>;
  /** What went wrong, with all that is needed to see it again. */
  readonly failures: readonly string[];
}

interface Design {
  readonly stock: LabelStock;
  readonly symbol: LabelSymbol;
}

const DESIGNS: readonly Design[] = [
  ...STOCKS.map((stock) => ({ stock, symbol: 'bars' as const })),
  ...MATRIX_STOCKS.map((stock) => ({ stock, symbol: 'data-matrix' as const })),
];
const DPI = { 8: 203, 12: 300 } as const;
const nameOfDesign = ({ stock: { widthMm, heightMm, dotsPerMm }, symbol }: Design): string =>
  `${widthMm} × ${heightMm} mm, ${DPI[dotsPerMm]} dpi, ${symbol === 'bars' ? 'bars' : 'Data Matrix'}`;

/** Letters that no font of the desk has. */
const UNWRITABLE = '𐤀';
/** Anybody, now and then with a code of another length, a name that is too long for any label, or one that nobody can draw. */
const anybody = fc
  .record({
    person: people,
    code: fc.stringMatching(/^[A-Z0-9-]{2,24}$/),
    odd: fc.nat({ max: 99 }),
  })
  .map(({ person, code, odd }): Person => {
    if (odd < 20) return { ...person, code: `A${code}Z` };
    if (odd < 28)
      return {
        ...person,
        firstName: Array.from({ length: 12 }, (_, index) => person.firstName + String(index)).join(' '),
      };
    if (odd < 31) return { ...person, lastName: person.lastName + UNWRITABLE };
    return person;
  });

/** Every fifth person's labels get mistakes. */
const MUTANTS_EVERY = 5;
/** By these the people of a seed are made, whatever range is asked for. */
const PEOPLE_OF_BLOCK = 50;

function peopleOf({ seed, first, people: count }: PeopleRange): Person[] {
  const blocks = new Map<number, Person[]>();
  return Array.from({ length: count }, (_, index) => {
    const block = Math.floor((first + index) / PEOPLE_OF_BLOCK);
    const made =
      blocks.get(block) ??
      fc.sample(anybody, { seed: (Math.imul(seed, 1_000_003) + block) | 0, numRuns: PEOPLE_OF_BLOCK });
    blocks.set(block, made);
    const person = made[(first + index) % PEOPLE_OF_BLOCK];
    if (!person) throw new Error('no person');
    return person;
  });
}

/** Drivers count dots by the inch. */
const stockFor = (language: LabelLanguageId, stock: LabelStock): LabelStock =>
  language === 'pictures' ? { ...stock, byDriver: true } : stock;

const draw = createDrawText();
const layOut = (language: LabelLanguageId, person: Person, { stock, symbol }: Design): LabelLayout =>
  layOutLabel(sampleContent({ ...person, training: true }), stockFor(language, stock), {
    language: LABEL_LANGUAGES[language],
    draw,
    symbol,
  });

/** How wide another program makes a code's bars, in widths of the narrowest one. */
function modulesOf(text: string): number {
  const [bars] = bwip.raw({ bcid: 'code128', text } as { bcid: string; text: string }) as {
    sbs?: number[];
  }[];
  return (bars?.sbs ?? []).reduce((sum, width) => sum + width, 0);
}

/** Whether it is right that this label was refused for this field; worked out in another way than the desk does. */
function isRightlyRefused(
  fields: Readonly<Record<string, string>>,
  person: Person,
  { stock, symbol }: Design,
): boolean {
  if (person.lastName.includes(UNWRITABLE)) return fields['letters'] === UNWRITABLE;
  if (!('code' in fields)) return false;
  const { widthMm, dotsPerMm } = stock;
  // A square on the smallest stock leaves no line for a code of more letters.
  if (symbol === 'data-matrix') return person.code.length > 16;
  const bar = Math.ceil(0.25 * dotsPerMm);
  return (
    modulesOf(person.code) * bar + 2 * Math.max(10 * bar, 5 * dotsPerMm) >
    headDots(widthMm, dotsPerMm, stock.byDriver)
  );
}

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Prints a label for each person in each language, on one design after the other. */
export async function runLabels(range: PeopleRange): Promise<LabelsResult> {
  const read: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const mutants: Partial<Record<MutantKind, { tried: number; found: number }>> = {};
  const failures: string[] = [];
  const everybody = peopleOf(range);
  for (const [index, person] of everybody.entries()) {
    const at = range.first + index;
    const design = DESIGNS[at % DESIGNS.length];
    if (!design) throw new Error('no design');
    for (const language of range.languages) {
      const label = `${language}, ${nameOfDesign(design)}`;
      const fail = (what: string): void =>
        void failures.push(`person ${at}, ${label}, ${JSON.stringify(person)}: ${what}`);
      try {
        let layout: LabelLayout;
        try {
          layout = layOut(language, person, design);
        } catch (thrown) {
          if (!(thrown instanceof AppException) || thrown.error.kind !== 'rejected') throw thrown;
          const { fields } = thrown.error;
          count(refused, 'letters' in fields ? 'letters that no font has' : Object.keys(fields).join(', '));
          const given = { ...design, stock: stockFor(language, design.stock) };
          if (!isRightlyRefused(fields, person, given)) fail(`refused: ${JSON.stringify(fields)}`);
          continue;
        }
        if (person.lastName.includes(UNWRITABLE)) fail('printed, although no font has a letter of the name');
        const dots = await printed(language, layout);
        const wrong = await faultsOn(dots, { language, layout, person });
        const codes = await codesOn(dots);
        if (codes.length !== 1 || codes[0] !== person.code) wrong.push(`read as ${JSON.stringify(codes)}`);
        if (wrong.length > 0) fail(wrong.join('; '));
        else count(read, label);
        if (at % MUTANTS_EVERY !== 0) continue;
        const somebody = { ...person, firstName: 'Maria', lastName: 'Okafor', dateOfBirth: '1991-07-02' };
        const right = { language, layout, person, dots, turn: ((at * 37) % 101) / 101 };
        for (const [kind, isFound] of await tryMutants(right, layOut(language, somebody, design))) {
          const { tried, found } = mutants[kind] ?? { tried: 0, found: 0 };
          mutants[kind] = { tried: tried + 1, found: found + (isFound ? 1 : 0) };
          if (!isFound) fail(`a mistake was not found: ${kind}`);
        }
      } catch (thrown) {
        fail(thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
  }
  return { read, refused, mutants, failures };
}
