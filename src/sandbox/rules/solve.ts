// Finds values for what is measured so that everything calculated from them comes out where it should, or proves that
// there are none.
import type { Formula, PersonMeasured } from '../catalogue/formulas.ts';
import type { Chance } from '../stable.ts';

/** Both ends belong to it. */
export interface Span {
  readonly least: number;
  /** May be infinite for what is calculated. */
  readonly most: number;
}

/** A measured value to be found. */
export interface Unknown {
  readonly code: string;
  /** Decimals that are reported; nothing between them exists. */
  readonly decimals: number;
  readonly span: Span;
}

/** Where a calculated value, rounded as it is reported, must lie. */
export interface Condition {
  readonly formula: Formula;
  readonly decimals: number;
  readonly span: Span;
}

export interface Puzzle {
  readonly unknowns: readonly Unknown[];
  readonly conditions: readonly Condition[];
  readonly person: PersonMeasured;
}

export const roundTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** For each unknown the least and the most step of 10^-decimals that is still possible. */
type Box = readonly (readonly [least: number, most: number])[];

/**
 * Values for all unknowns, or null when there are none. Halves the box of possibilities again and again, in an order
 * that chance decides, and drops what cannot hold a solution: formulas rise or fall steadily with each component, so two
 * corners of a box bound all that it can give. Every step is tried, so null is a proof.
 */
export function solve({ unknowns, conditions, person }: Puzzle, chance: Chance): Map<string, number> | null {
  const indexOf = new Map(unknowns.map(({ code }, index) => [code, index]));
  const scales = unknowns.map(({ decimals }) => 10 ** decimals);

  const valueAt = (box: Box, code: string, end: 0 | 1): number => {
    const index = indexOf.get(code) ?? -1;
    return (box[index]?.[end] ?? Number.NaN) / (scales[index] ?? 1);
  };
  const canHold = (box: Box): boolean =>
    conditions.every(({ formula, decimals, span }) => {
      const corner = (end: 0 | 1): number =>
        roundTo(
          formula.compute(
            (code) => valueAt(box, code, formula.loweredBy.includes(code) ? (end === 0 ? 1 : 0) : end),
            person,
          ),
          decimals,
        );
      return corner(0) <= span.most && corner(1) >= span.least;
    });

  const search = (box: Box): Box | null => {
    if (box.some(([least, most]) => least > most) || !canHold(box)) return null;
    let widest = 0;
    let width = 0;
    for (const [index, [least, most]] of box.entries()) {
      if (most - least > width) [widest, width] = [index, most - least];
    }
    if (width === 0) return box;
    const [least, most] = box[widest] as readonly [number, number];
    const middle = Math.floor((least + most) / 2);
    const halves: Box[] = [box.with(widest, [least, middle]), box.with(widest, [middle + 1, most])];
    if (chance.happens(0.5)) halves.reverse();
    for (const half of halves) {
      const found = search(half);
      if (found) return found;
    }
    return null;
  };

  const whole: Box = unknowns.map(({ span }, index) => {
    const scale = scales[index] ?? 1;
    return [Math.round(span.least * scale), Math.round(span.most * scale)];
  });
  const found = search(whole);
  return found && new Map(unknowns.map(({ code }) => [code, valueAt(found, code, 0)]));
}
