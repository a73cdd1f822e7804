// The list of registrations, narrowed to those without a patient.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { button, goTo } from './desk.ts';
import { seePageAtRest } from './page-at-rest.ts';

/**
 * Leads to the list, narrows it, and waits until the others are gone: in the whole list other ones stand in the place of each. Its rows,
 * without that of the columns' names.
 * @example await (await rowsWithoutPatient(page)).first().getByRole('link').first().click();
 */
export async function rowsWithoutPatient(page: Page): Promise<Locator> {
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const rows = page.getByRole('table', { name: 'Registrations' }).getByRole('row');
  const without = rows.filter({ has: page.getByRole('link') }).filter({ hasText: 'No patient' });
  await expect(without.first()).toBeVisible();
  // Only the columns' names are left beside them.
  await expect(rows.filter({ hasNotText: 'No patient' })).toHaveCount(1);
  await seePageAtRest(page);
  return without;
}
