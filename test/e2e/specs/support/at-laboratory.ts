// Specs of a desk that does not train: each has a laboratory of its own, which it can make say anything.
import { test as base } from '../../fixtures.ts';
import { siteZone } from '../../site-zone.ts';
import { DESK_SECRETS, deskOf, startLaboratory } from './laboratory.ts';
import type { Laboratory, Meddler } from './laboratory.ts';

interface AtLaboratory {
  /** What is done to every answer from the start; null: nothing. An object, because a bare function would be a fixture. */
  readonly meddling: { readonly meddler: Meddler | null; readonly answersAfter?: Promise<unknown> };
  readonly laboratory: Laboratory;
}

/**
 * Like `test` of the fixtures, with `laboratory`. The desk is set up to work with it.
 *
 * @example test('an odd answer is said @web', async ({ page, laboratory }) => laboratory.meddle(odd));
 */
export const test = base.extend<AtLaboratory>({
  meddling: [{ meddler: null }, { option: true }],
  laboratory: async ({ meddling }, use) => {
    const laboratory = await startLaboratory(siteZone());
    if (meddling.meddler) laboratory.meddle(meddling.meddler);
    if (meddling.answersAfter) laboratory.answerAfter(meddling.answersAfter);
    await use(laboratory);
    await laboratory.close();
  },
  managedSettings: async ({ laboratory }, use) => use(deskOf(laboratory)),
  deskEnv: async ({}, use) => use(DESK_SECRETS),
});
