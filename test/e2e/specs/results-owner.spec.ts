// Whose results they are: while the laboratory’s records do not agree, nothing is shown, neither on the line nor without it.
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { askNow, button, connection } from './support/desk.ts';
import { openResultsOfThePast } from './support/past-results.ts';
import { withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';

/** A registration asked for by itself names nobody, while the list goes on naming its patient. */
const namesNobodyAlone: Meddler = (path, answer) =>
  /^\/api\/test_registration\/[^/?]+$/.test(path)
    ? withJson<object>(answer, (registration) => ({
        ...registration,
        patient_id: null,
        first_name: null,
        last_name: null,
        date_of_birth: null,
      }))
    : answer;

test('results of a registration that by itself names nobody are withheld, also without a line, until the records agree @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  const { name } = await openResultsOfThePast(page);
  const whose = page.getByRole('region', { name: 'Whose results' });
  const table = page.getByRole('table', { name: /^Results of/ });
  await expect(whose).toContainText(name);
  await expect(table).toBeVisible();

  laboratory.meddle(namesNobodyAlone);
  await button(page, 'Ask the service again').click();
  const doubt = whose.getByRole('alert');
  await expect(doubt).toContainText('It is not certain whose results these are, so they are not shown');
  await expect(doubt).toContainText('The registration by itself names nobody any more');
  await expect(table).toBeHidden();
  await expect(whose).not.toContainText(name);
  await expectAccessible(page);

  // The line goes down: what was read before stays here, and stays withheld.
  const broken: Meddler = (_path, answer) => ({ ...answer, status: 503, body: Buffer.from('') });
  laboratory.meddle(broken);
  await askNow(page);
  await expect(connection(page)).toContainText(/Connection: Down|Service trouble/);
  await page.reload();
  await expect(doubt).toContainText('The registration by itself names nobody any more');
  await expect(table).toBeHidden();

  laboratory.meddle((_path, answer) => answer);
  // The desk tries a line that failed by itself, or when it is told to.
  await expect(async () => {
    await button(page, 'Ask the service again').click({ timeout: 10_000 });
    await expect(table).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(whose).toContainText(name);
  await expect(doubt).toBeHidden();
});
