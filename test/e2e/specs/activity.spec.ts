// The activity: who did what, narrowed by person, kind, patient and day, kept over a reload, and saved as a file.
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, checkIn, goTo, namesOnBoard, openVisit, title } from './support/desk.ts';

test('a lead finds who did what to whom, and saves it for an audit @web', async ({ page }) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await expect(button(page, 'Print label')).toBeVisible();

  await goTo(page, 'Activity');
  await expect(title(page, 'Activity')).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const moved = rows.filter({ has: page.getByRole('cell', { name: 'Moved', exact: true }) });
  await expect(rows.filter({ hasText: 'Checked in' })).toHaveCount(1);
  await expect(moved).not.toHaveCount(0);
  await expectAccessible(page);

  // By kind: every kind in words.
  const what = page.getByRole('combobox', { name: 'What' });
  const widthBefore = (await what.boundingBox())?.width;
  await what.selectOption('Checked in');
  // What stands behind it stays where it is.
  expect((await what.boundingBox())?.width).toBe(widthBefore);
  await expect(moved).toHaveCount(0);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(name);

  // What it is narrowed to outlives a reload.
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'What' })).toHaveValue('checked-in');

  // About one patient only.
  await page.getByRole('button', { name: `Only what is about ${name}` }).click();
  await what.selectOption('Anything');
  await expect(moved).not.toHaveCount(0);
  const about = page.getByRole('button', { name: `About ${name} only` });
  await expect(about).toBeVisible();
  await expectAccessible(page);

  // A day on which nothing was done says how far the record goes back.
  const from = page.getByLabel('From', { exact: true });
  await from.fill('31-Feb-2026');
  await from.press('Enter');
  await expect(page.getByText('Not a date')).toBeVisible();
  await page.getByLabel('to', { exact: true }).fill('1-Mar-2020');
  await page.getByLabel('to', { exact: true }).press('Enter');
  await expect(page.getByText('No entry is like this')).toBeVisible();
  await expect(page.getByText('There is nothing older than')).toBeVisible();
  await button(page, 'Clear').click();
  await expect(about).toBeHidden();
  await expect(rows.filter({ hasText: 'Checked in' })).toHaveCount(1);

  // As a file that a spreadsheet opens; that it was read for one is recorded.
  const saved = page.waitForEvent('download');
  await button(page, 'Save as a file').click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF"Entry","Time","Time zone"')).toBe(true);
  expect(text).toContain(`"Checked in"`);
  expect(text).toContain(`"${name}"`);
  expect(text).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d","Etc\/GMT[-+\d]*"/);
  await expect(rows.filter({ hasText: 'Activity read for a file' })).toHaveCount(1);
});
