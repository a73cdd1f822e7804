// Finds measured values from which all calculated values lie where they should, or proves that there are no such
// values. Used for scenarios such as "LDL low": LDL is calculated, so its components must be chosen to fit.
import type { Formula, PersonMeasured } from '../catalogue/formulas.ts';
import type { Chance } from '../stable.ts';

/** A range of values; both ends are included. */
export interface Span {
  readonly least: number;
  /** May be Infinity for a calculated value. */
  readonly most: number;
}

/** A measured value to be found. */
export interface Unknown {
  readonly code: string;
  /** Number of decimals that are reported. Only such values are tried. */
  readonly decimals: number;
  readonly span: Span;
}

/** The span in which a calculated value must lie after it was rounded to `decimals`. */
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

/** For each unknown the smallest and largest value that are still possible, as whole steps of 10^-decimals. */
type Box = readonly (readonly [least: number, most: number])[];

/**
 * Finds values for all unknowns, by code; null when no values fulfil all conditions.
 *
 * It halves the box of possible values again and again and drops the halves that cannot contain a solution. This works
 * because each formula only rises, or only falls, with each component: so two corners of a box give the smallest and
 * the largest result of the whole box. No part is dropped without that check, so null proves that there is no solution.
 * `chance` decides which half is searched first, so that different people get different values.
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
