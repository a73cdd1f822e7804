// Lab results as a function: properties that hold for every person, product and scenario.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BIOMARKERS } from '../../../src/sandbox/catalogue/biomarkers.ts';
import { allProducts, biomarkersOf } from '../../../src/sandbox/catalogue/catalogue.ts';
import {
  labResultsOf,
  rangeFor,
  whyUnreachable,
  type ResultsWanted,
} from '../../../src/sandbox/rules/results.ts';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import { SANDBOX_SCENARIOS } from '../../../src/wire/sandbox.ts';

const GENDERS = ['male', 'female', 'other'] as const;

const tested = fc.record({
  firstName: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  lastName: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  dateOfBirth: fc.integer({ min: 1930, max: 2008 }).map((year) => `${year}-06-15`),
  gender: fc.constantFrom(...GENDERS),
  ageYears: fc.integer({ min: 18, max: 95 }),
});

const wanted: fc.Arbitrary<ResultsWanted> = fc
  .record({
    registrationId: fc.constantFrom('a', 'b'),
    tested,
    products: fc.uniqueArray(fc.constantFrom(...allProducts()), { minLength: 1, maxLength: 3 }),
    scenario: fc.constantFrom(...SANDBOX_SCENARIOS),
    target: fc.option(fc.nat()),
  })
  .map(({ products, target, ...rest }) => {
    const biomarkers = products.flatMap(biomarkersOf);
    const code = target === null ? undefined : biomarkers[target % biomarkers.length]?.code;
    return {
      ...rest,
      products: products.map((product) => ({ sku: product.sku, biomarkers: biomarkersOf(product) })),
      only: null,
      targets: code === undefined ? [] : [code],
    };
  });

const biomarkersIn = (one: ResultsWanted) => one.products.flatMap((product) => product.biomarkers);

describe('lab results', () => {
  test('the same input gives the same results, and the registration changes only their ids', () => {
    fc.assert(
      fc.property(wanted, (one) => {
        const first = labResultsOf(one);
        expect(labResultsOf({ ...one })).toEqual(first);
        const other = labResultsOf({ ...one, registrationId: 'another' });
        expect(other.map(({ id: _id, ...rest }) => rest)).toEqual(first.map(({ id: _id, ...rest }) => rest));
      }),
    );
  });

  test('flags agree with ranges, values with their decimals, status with success', () => {
    fc.assert(
      fc.property(wanted, (one) => {
        for (const result of labResultsOf(one)) {
          expect(result.successful).toBe(result.status === 'success');
          expect(result.value === null).toBe(result.status !== 'success');
          if (result.value === null) continue;
          const value = Number(result.value);
          const { min_range: min, max_range: max } = result;
          const flag =
            max !== null && value > Number(max) ? 'high' : min !== null && value < Number(min) ? 'low' : null;
          expect(result.out_of_range).toBe(flag);
          expect(result.value.split('.')[1]?.length ?? 0).toBe(BIOMARKERS.get(result.code)?.decimals);
        }
      }),
    );
  });

  test('calculated results follow their reported components, whatever the scenario', () => {
    fc.assert(
      fc.property(wanted, (one) => {
        const results = new Map(labResultsOf(one).map((result) => [result.code, result]));
        for (const { code, formula, decimals } of biomarkersIn(one)) {
          const result = results.get(code);
          if (!formula || result?.value == null) continue;
          const exact = formula.compute((component) => Number(results.get(component)?.value), one.tested);
          expect(Math.abs(Number(result.value) - exact)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
        }
      }),
    );
  });

  test('success without targets gives values in range for every adult and product', () => {
    fc.assert(
      fc.property(wanted, (one) => {
        const products = one.products.slice(0, 1);
        const results = labResultsOf({ ...one, products, scenario: 'success', targets: [] });
        for (const result of results) expect(result.out_of_range, result.code).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('one_failed fails exactly one result and partial leaves some of each, whatever is asked for', () => {
    fc.assert(
      fc.property(wanted, fc.infiniteStream(fc.boolean()), (one, keep) => {
        const codes = [...new Set(biomarkersIn(one).map((biomarker) => biomarker.code))];
        const kept = codes.filter(() => keep.next().value);
        const only = kept.length > 0 ? kept : null;
        const statuses = (scenario: 'one_failed' | 'partial'): string[] =>
          labResultsOf({ ...one, scenario, only }).map((result) => result.status);
        const failed = statuses('one_failed');
        expect(failed).toHaveLength(only?.length ?? codes.length);
        expect(failed.filter((status) => status === 'failed')).toHaveLength(1);
        if (failed.length > 1) expect(new Set(statuses('partial'))).toEqual(new Set(['pending', 'success']));
      }),
      { numRuns: 400 },
    );
  });

  test('abnormal scenarios push every result, targets only what they name, and nothing fails silently', () => {
    fc.assert(
      fc.property(wanted, fc.constantFrom('high', 'low'), (one, direction) => {
        const scenario = direction === 'high' ? 'abnormal_high' : 'abnormal_low';
        const asked = { ...one, scenario } as const;
        const reachable = whyUnreachable(asked) === null;
        for (const { code, out_of_range, comment } of labResultsOf(asked)) {
          const pushed = one.targets.length === 0 || one.targets.includes(code);
          if (!pushed) expect(out_of_range, code).toBeNull();
          else if (reachable && code !== 'EGFR') expect(out_of_range, code).toBe(direction);
          else if (out_of_range !== direction) expect(comment).toContain(`${code} cannot be ${direction}`);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('the order of the products in a request changes no value', () => {
    fc.assert(
      fc.property(wanted, (one) => {
        const turned = { ...one, products: one.products.toReversed() };
        const byCode = (results: readonly LabResult[]) =>
          new Map(results.map((result) => [result.code, result]));
        expect(byCode(labResultsOf(turned))).toEqual(byCode(labResultsOf(one)));
      }),
    );
  });
});

describe('the biomarker table', () => {
  test('every range is ordered, and measured ones have room below and above', () => {
    for (const biomarker of BIOMARKERS.values()) {
      for (const gender of GENDERS) {
        const { min, max } = rangeFor(biomarker, gender).range;
        if (min !== null && max !== null) expect(min).toBeLessThan(max);
        if (!biomarker.formula) {
          expect(min, biomarker.code).toBeGreaterThan(10 ** -biomarker.decimals * 0.99);
          expect(max, biomarker.code).not.toBeNull();
        }
      }
    }
  });

  test('components of a formula are measured by every product that calculates it', () => {
    for (const product of allProducts()) {
      const codes = product.biomarkerCodes;
      for (const { formula, code } of biomarkersOf(product)) {
        for (const component of formula?.components ?? [])
          expect(codes, `${product.sku} ${code}`).toContain(component);
      }
    }
  });
});
