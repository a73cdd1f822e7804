// A desk works for one location: visits of another one can be looked at, and nothing is done about them from here.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkInAndPrint,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  title,
} from './support/desk.ts';

// The smallest window that the desk is made for.
test.use({ viewport: { width: 1024, height: 768 } });

/** The first location of the training ground, where a fresh desk works. */
const HERE = 'Bloomsbury Walk-in Clinic';

async function workAt(page: Page, location: string): Promise<void> {
  await button(page, 'Desk settings').click();
  await page.getByLabel('This desk is at').selectOption({ label: location });
  await expect(page.getByRole('banner').getByText(location)).toBeVisible();
  await page.goBack();
  await expect(title(page, 'Desk settings')).toBeHidden();
}

test('a visit of another location is shown, and nothing can be done about it until the desk works there @web', async ({
  page,
}) => {
  test.slow();
  const [arrived = ''] = await namesOnBoard(page);
  await openVisit(page, arrived);
  await checkInAndPrint(page);

  await workAt(page, 'Deansgate Blood Tests');
  const elsewhere = page.getByRole('region', { name: `This visit is at ${HERE}` });
  await expect(elsewhere).toContainText('choose that location in the desk settings');
  await expect(panel(page, 'Take the sample')).toBeHidden();
  await expect(button(page, 'Collected')).toHaveCount(0);
  await expectAccessible(page);

  // Nobody of that location's own is on its board, and nobody of this one's.
  await goTo(page, 'Board');
  await expect(page.getByText('Nobody is booked for today')).toBeVisible();
  await expect(boardRow(page, arrived)).toHaveCount(0);
  await expectAccessible(page);

  await page.goBack();
  await expect(title(page, arrived)).toBeVisible();
  await workAt(page, HERE);
  await expect(elsewhere).toBeHidden();
  await expect(labels(page)).toContainText('Scan it back');
  await page.getByRole('button', { name: /^Reprint / }).click();
  await expectAccessible(page);
  await button(page.getByRole('dialog'), 'Label damaged').click();
  await button(page, 'Reprint this label').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Just done' })).toContainText('on its way to the printer');
  await expectAccessible(page);
});

test.describe('where managed settings name a location that the service does not have', () => {
  test.use({ managedSettings: { location: 'Marylebone' } });

  test('the board says so, and not that the service was never read @web', async ({ page }) => {
    await expect(page.getByText('The service does not have the location of this desk')).toBeVisible();
    await expect(page.getByText(`The service has: ${HERE}, `, { exact: false })).toBeVisible();
    await expect(page.getByText('The managed settings name “Marylebone”.')).toBeVisible();
    await expect(page.getByText('have not been read from the service yet')).toBeHidden();
    await expectAccessible(page);
  });
});

test.describe('where managed settings fix the location', () => {
  test.use({ managedSettings: { location: 'Deansgate Blood Tests' } });

  test('a visit of another one sends nobody to the desk settings @web', async ({ page }) => {
    await goTo(page, 'Registrations');
    await page.getByRole('main').getByRole('link', { name: /^DRW-/ }).first().click();
    await page.getByRole('link', { name: new RegExp(` at ${HERE}`) }).click();
    const elsewhere = page.getByRole('region', { name: `This visit is at ${HERE}` });
    await expect(elsewhere).toContainText('ask whoever looks after the desk');
    await expect(elsewhere).not.toContainText('choose that location');
    await expectAccessible(page);
  });
});
