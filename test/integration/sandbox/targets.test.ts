// Every target that a reference can name: it goes the way that was asked and nothing else leaves its range, or the
// reference is refused. The same reference gives the same results on another sandbox.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { newPatient, startCaller, type Caller } from './caller.ts';

/** What no values of their components can give: eGFR has no upper end, and falls below 60 with high creatinine only. */
const IMPOSSIBLE = ['KIDNEY-4', 'BLOOD-PRO'].flatMap((sku) => [
  `${sku} abnormal_low@EGFR`,
  `${sku} abnormal_high@EGFR`,
]);

describe('targets', () => {
  let callers: readonly [Caller, Caller];
  beforeAll(async () => {
    callers = [await startCaller(), await startCaller({ now: () => Date.parse('2026-11-30T20:00:00Z') })];
  });
  afterAll(async () => {
    for (const caller of callers) await caller.close();
  });

  async function resultsOf(
    caller: Caller,
    body: { readonly patient_id: string; readonly product_skus: string[]; readonly foreign_id: string },
  ): Promise<LabResult[] | null> {
    const made = await caller.send('POST', '/api/test_registration/', body);
    if (made.status === 422) {
      expect(made.value).toMatchObject({
        error: { fields: { foreign_id: expect.stringMatching(/cannot be/) } },
      });
      return null;
    }
    expect(made.status).toBe(201);
    const { id } = made.value as Registration;
    return (await caller.call('registrations.labResults', { params: { id } })).items;
  }

  test.each(['male', 'female', 'other'])(
    'for a %s patient every biomarker of every product goes either way alone, or the reference is refused',
    { timeout: 300_000 },
    async (gender) => {
      const person = { first_name: 'Kit', last_name: gender, date_of_birth: '1986-03-04', gender };
      const [here, there] = callers;
      const patients = await Promise.all(callers.map((caller) => newPatient(caller, person)));
      const products = await here.call('products.list', { query: { all_products: true } });
      const refused: string[] = [];
      for (const { id, sku } of products.items) {
        const { items } = await here.call('products.biomarkers', { params: { id } });
        for (const { code } of items) {
          for (const direction of ['high', 'low']) {
            const what = `${sku} abnormal_${direction}@${code}`;
            const wanted = (index: 0 | 1) => ({
              patient_id: patients[index]?.id ?? '',
              product_skus: [sku],
              foreign_id: `test:abnormal_${direction}+instant@${code}:${gender} ${sku}`,
            });
            const results = await resultsOf(here, wanted(0));
            const again = await resultsOf(there, wanted(1));
            expect(again?.map(withoutId), what).toEqual(results?.map(withoutId));
            if (results === null) refused.push(what);
            for (const one of results ?? []) {
              expect(one.out_of_range, `${what}: ${one.code}`).toBe(one.code === code ? direction : null);
            }
          }
        }
      }
      expect(refused.sort()).toEqual(IMPOSSIBLE.toSorted());
    },
  );
});

const withoutId = ({ id: _id, ...rest }: LabResult) => rest;
