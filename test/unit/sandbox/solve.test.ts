// The solver behind calculated results: what it finds fits, and what it does not find does not exist.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMULAS } from '../../../src/sandbox/catalogue/formulas.ts';
import { roundTo, solve, type Condition, type Puzzle } from '../../../src/sandbox/rules/solve.ts';
import { seededChance } from '../../../src/sandbox/stable.ts';

const PERSON = { ageYears: 40, gender: 'female' };
const span = (most: number) =>
  fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 0, max: 8 })).map(([least, width]) => ({
    least: least / 10,
    most: (least + width) / 10,
  }));

const asked = fc.tuple(fc.integer({ min: -12, max: 12 }), fc.integer({ min: 0, max: 6 }));

/**
 * Cholesterol and what is calculated from it, to one decimal, in boxes small enough to try everything. What is asked for
 * lies near what the box can give, so that some puzzles can be solved and some just not.
 */
const puzzle: fc.Arbitrary<Puzzle> = fc
  .tuple(fc.tuple(span(60), span(20), span(20)), fc.tuple(asked, asked))
  .map(([spans, wishes]) => ({
    unknowns: ['CHOL', 'HDL', 'TRIG'].map((code, index) => ({
      code,
      decimals: 1,
      span: spans[index] as { least: number; most: number },
    })),
    conditions: ['LDL', 'CHOLHDL'].map((code, index): Condition => {
      const formula = FORMULAS[code] as Condition['formula'];
      const [chol, hdl, trig] = spans.map(({ least }) => least) as [number, number, number];
      const near = formula.compute(
        (one) => ({ CHOL: chol, HDL: hdl, TRIG: trig })[one] ?? Number.NaN,
        PERSON,
      );
      const [offset, width] = wishes[index] as [number, number];
      const least = roundTo(near + offset / 10, 1);
      return { formula, decimals: 1, span: { least, most: roundTo(least + width / 10, 1) } };
    }),
    person: PERSON,
  }));

const fits = ({ conditions, person }: Puzzle, values: ReadonlyMap<string, number>): boolean =>
  conditions.every(({ formula, decimals, span: { least, most } }) => {
    const value = roundTo(
      formula.compute((code) => values.get(code) ?? Number.NaN, person),
      decimals,
    );
    return value >= least && value <= most;
  });

/** Every combination of values, one after the other. */
function* everything({ unknowns }: Puzzle, index = 0): Generator<Map<string, number>> {
  const unknown = unknowns[index];
  if (!unknown) {
    yield new Map();
    return;
  }
  const steps = Math.round((unknown.span.most - unknown.span.least) * 10);
  for (let step = 0; step <= steps; step += 1) {
    const value = roundTo(unknown.span.least + step / 10, 1);
    for (const rest of everything({ unknowns, conditions: [], person: PERSON }, index + 1)) {
      yield rest.set(unknown.code, value);
    }
  }
}

describe('the solver', () => {
  test('finds values exactly when trying all values finds some', () => {
    const counts = { solved: 0, proven: 0 };
    fc.assert(
      fc.property(puzzle, fc.string(), (one, seed) => {
        const found = solve(one, seededChance(seed));
        const any = [...everything(one)].some((values) => fits(one, values));
        expect(found !== null).toBe(any);
        counts[found ? 'solved' : 'proven'] += 1;
        if (!found) return;
        expect(fits(one, found)).toBe(true);
        for (const { code, span: within } of one.unknowns) {
          expect(found.get(code)).toBeGreaterThanOrEqual(within.least);
          expect(found.get(code)).toBeLessThanOrEqual(within.most);
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(counts.solved, counts.proven)).toBeGreaterThan(25);
  });

  test('every formula rises and falls as it declares, because the solver relies on that', () => {
    for (const [code, { components, loweredBy, compute }] of Object.entries(FORMULAS)) {
      for (const gender of ['male', 'female', 'other']) {
        for (const moved of components) {
          const at = (value: number): number =>
            compute((component) => (component === moved ? value : 50), { ageYears: 40, gender });
          let before = at(1);
          for (let value = 2; value <= 300; value += 1) {
            const now = at(value);
            expect(
              loweredBy.includes(moved) ? before - now : now - before,
              `${code} ${moved}`,
            ).toBeGreaterThan(0);
            before = now;
          }
        }
      }
    }
  });
});
