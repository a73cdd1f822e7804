// Mistakes put into a right label, each of which has to be found: one bar or module a dot off, a quiet zone that is cut, a name that
// goes on beyond its place, and the texts of two people on one label.
import type { LabelField, LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import type { LabelLanguageId } from '../../../src/domain/label-language.ts';
import type { Dots, Person } from '../../support/generated-labels.ts';
import { faultsOn, printed } from './printed-label.ts';

/** A label that came out right. `turn` (0 to 1) says where on it a mistake is put. */
export interface RightLabel {
  readonly language: LabelLanguageId;
  readonly layout: LabelLayout;
  readonly person: Person;
  readonly dots: Dots;
  readonly turn: number;
}

export type MutantKind = 'one bar off' | 'quiet zone cut' | 'name too long' | 'two people mixed';

type Change = (put: (x: number, y: number, value?: number) => void) => void;

/** Where the code stands, and how wide its quiet zone is. */
function codeOf({ fields }: LabelLayout): {
  x: number;
  y: number;
  width: number;
  height: number;
  quiet: number;
} {
  for (const field of fields) {
    if (field.kind === 'bars') {
      const { leftDots: x, widthDots: width, barDots } = field.plan;
      return { x, y: field.y, width, height: field.heightDots, quiet: 10 * barDots };
    }
    if (field.kind === 'matrix') {
      const { sideDots, moduleDots } = field.plan;
      return { x: field.x, y: field.y, width: sideDots, height: sideDots, quiet: 2 * moduleDots };
    }
  }
  throw new Error('the label has no code');
}

const isBars = ({ fields }: LabelLayout): boolean => fields.some(({ kind }) => kind === 'bars');

function changeOf(kind: 'one bar off' | 'quiet zone cut' | 'name too long', right: RightLabel): Change {
  const { layout, dots, turn } = right;
  const code = codeOf(layout);
  const down = (x: number, value: (y: number) => number): Change => {
    // Bars are as high as the whole code; of a square one dot is enough.
    const from = isBars(layout) ? code.y : code.y + Math.floor(turn * code.height);
    const until = isBars(layout) ? code.y + code.height : from + 1;
    return (put) => {
      for (let y = from; y < until; y += 1) put(x, y, value(y));
    };
  };
  if (kind === 'one bar off') {
    const x = code.x + Math.floor(turn * code.width);
    return down(x, (y) => 1 - (dots.black[y * dots.width + x] ?? 0));
  }
  if (kind === 'quiet zone cut') {
    const off = 1 + Math.floor(turn * (code.quiet - 2));
    return down(turn < 0.5 ? code.x - off : code.x + code.width - 1 + off, () => 1);
  }
  const name = layout.fields.find((field) => field.kind === 'line');
  if (!name) throw new Error('the label has no name');
  const end = Math.min(name.x + name.line.widthDots, dots.width - 2);
  return (put) => {
    for (let y = 0; y < name.line.heightDots / 2; y += 1) put(end + 1, name.y + y);
  };
}

/** The label with the texts of its first line from somebody else's; null where both show the same there. */
function mixed(layout: LabelLayout, other: LabelLayout): LabelLayout | null {
  const nameAt = layout.fields.findIndex(({ kind }) => kind === 'line');
  const own = layout.fields[nameAt];
  const foreign = other.fields.find(({ kind }) => kind === 'line');
  if (own?.kind !== 'line' || foreign?.kind !== 'line' || own.line.text === foreign.line.text) return null;
  const name: LabelField = { ...own, line: foreign.line };
  return { ...layout, fields: layout.fields.with(nameAt, name) };
}

/**
 * Puts each mistake into a label and tells whether it is found. `other`: the label of somebody else on the same stock, in the same
 * language, whose name is put on it through the printer.
 */
export async function tryMutants(right: RightLabel, other: LabelLayout): Promise<[MutantKind, boolean][]> {
  const { language, layout, dots } = right;
  const tried: [MutantKind, boolean][] = [];
  for (const kind of ['one bar off', 'quiet zone cut', 'name too long'] as const) {
    const black = dots.black.slice();
    let changes = 0;
    changeOf(
      kind,
      right,
    )((x, y, value = 1) => {
      const at = y * dots.width + x;
      if (black[at] !== value) changes += 1;
      black[at] = value;
    });
    // What is black already, such as a ruled line behind a name, is no mistake.
    if (changes > 0) tried.push([kind, (await faultsOn({ ...dots, black }, right)).length > 0]);
  }
  const mixture = mixed(layout, other);
  if (mixture) {
    const out = await printed(language, layout, LABEL_LANGUAGES[language].encode(mixture));
    tried.push(['two people mixed', (await faultsOn(out, right)).length > 0]);
  }
  return tried;
}
