// A site with PINs on its first day: its first site manager, and a PIN for somebody else.
import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { button, goTo } from './desk.ts';

/** Mira Shah (MS, 80264) becomes the first site manager, and gives RT the PIN 4711. Ends under People. */
export async function setUpManagerAndColleague(page: Page): Promise<void> {
  const setUp = page.getByRole('dialog', { name: 'The first site manager' });
  await expect(setUp).toBeVisible();
  await setUp.getByLabel('Your name').fill('Mira Shah');
  await setUp.getByLabel('Your initials').fill('MS');
  await setUp.getByLabel('New PIN', { exact: true }).fill('80264');
  await setUp.getByLabel('New PIN again').fill('80264');
  await page.keyboard.press('Enter');
  await expect(setUp).toBeHidden();
  await goTo(page, 'People');
  await button(page, 'New PIN for RT').click();
  const newPin = page.getByRole('dialog', { name: 'New PIN for RT' });
  await newPin.getByLabel('New PIN', { exact: true }).fill('4711');
  await newPin.getByLabel('New PIN again').fill('4711');
  await page.keyboard.press('Enter');
  await expect(newPin).toBeHidden();
}
