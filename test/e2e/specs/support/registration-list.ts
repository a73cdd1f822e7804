// The list of registrations, whole or narrowed to those without a patient.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { button, goTo } from './desk.ts';
import { seePageAtRest } from './page-at-rest.ts';

/** The lines of the list as it is, without that of the columns' names. */
export const registrationRows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Registrations' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

/**
 * Leads to the list, narrows it, and waits until the others are gone: in the whole list other ones stand in the place of each. Its lines.
 * @example await (await rowsWithoutPatient(page)).first().getByRole('link').first().click();
 */
export async function rowsWithoutPatient(page: Page): Promise<Locator> {
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const without = registrationRows(page).filter({ hasText: 'No patient' });
  await expect(without.first()).toBeVisible();
  await expect(registrationRows(page).filter({ hasNotText: 'No patient' })).toHaveCount(0);
  await seePageAtRest(page);
  return without;
}
