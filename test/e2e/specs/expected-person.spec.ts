// Somebody who is expected: from the scan of their form to the label in as few steps as is safe.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  goTo,
  history,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  title,
  trfCodeOf,
} from './support/desk.ts';

/** The code on somebody's form; the board is in sight again afterwards. */
async function formOf(page: Page, name: string): Promise<string> {
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await goTo(page, 'Board');
  await expect(boardRow(page, name)).toBeVisible();
  return code;
}

/** The same, once the laboratory's code for the label is here as well: until then a label waits, whoever presses what. */
async function formReadyToLabel(page: Page, name: string): Promise<string> {
  await openVisit(page, name);
  await checkIn(page);
  await expect(labels(page).first().locator('code')).toBeVisible({ timeout: 45_000 });
  await button(page, 'Not here after all').click();
  await expect(boardRow(page, name)).toContainText('Expected');
  return formOf(page, name);
}

const bothAgree = 'Name and date of birth agree: check in';

test('an expected person takes two keys from the scan of the form to the label', async ({ page }) => {
  test.slow();
  const [person = ''] = await namesOnBoard(page);
  const code = await formReadyToLabel(page, person);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    // Held down as a finger holds it: two keys within 120 ms would be a scanner's.
    await page.keyboard.press(key, { delay: 150 });
  };

  await scan(page, code);
  await expect(title(page, person)).toBeVisible();
  // What is to be compared stands there, and what the press says is written on the button.
  await expect(page.getByText('1 of 2 identifiers')).toBeVisible();
  await expect(button(page, bothAgree)).toBeVisible();
  await expectAccessible(page);
  await press('a');
  await expect(boardRow(page, person)).toContainText('Arrived');
  await press('p');
  await expect(labels(page)).toContainText('Scan it back');
  expect(keys).toBeLessThanOrEqual(2);

  // Three identifiers were confirmed, not one: the form was scanned, and a person answered for the other two.
  const confirmed = panel(page, 'Registration').getByText('Identity confirmed by Desk');
  await expect(confirmed).toContainText('name');
  await expect(confirmed).toContainText('date of birth');
  await expect(confirmed).toContainText('code on the form');
  const recorded = history(page).filter({ hasText: 'Checked in' }).filter({ hasText: 'code on the form' });
  await expect(recorded).toContainText('date of birth');
});

test('an expected person takes two clicks from the scan of the form to the label', async ({ page }) => {
  test.slow();
  const [, person = ''] = await namesOnBoard(page);
  await scan(page, await formReadyToLabel(page, person));
  await button(page, bothAgree).click();
  await button(page, 'Print label').click();
  await expect(labels(page)).toContainText('Scan it back');
});

test('without a scan of the form no single key or click confirms anybody', async ({ page }) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const othersForm = await formOf(page, other);
  await openVisit(page, person);
  await expect(button(page, 'Check in')).toBeDisabled();
  await expect(button(page, bothAgree)).toBeHidden();
  // Slowly enough to be keys of a person, each on its own.
  await page.keyboard.type('ac', { delay: 300 });
  // A key that cannot do anything yet says why, as its button does.
  await expect(page.getByRole('region', { name: 'Just done' })).toContainText(
    'Two identifiers have to agree',
  );
  await expect(page.getByText('0 of 2 identifiers')).toBeVisible();
  await expect(boardRow(page, person)).toContainText('Expected');

  // Another person's form opens that person's visit and says nothing of this one.
  await scan(page, othersForm);
  await expect(title(page, other)).toBeVisible();
  await openVisit(page, person);
  await expect(page.getByText('0 of 2 identifiers')).toBeVisible();
  await expect(button(page, bothAgree)).toBeHidden();
});

test('the single key or click is not offered any more once something else was entered', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await scan(page, await formOf(page, person));
  await expect(button(page, bothAgree)).toBeVisible();
  await page.getByLabel('What the person states').fill('1 1 1901');
  await expect(page.getByRole('alert')).toContainText('Differs from the date of birth');
  await expect(button(page, bothAgree)).toBeHidden();
  await expect(button(page, 'Check in')).toBeDisabled();
});
