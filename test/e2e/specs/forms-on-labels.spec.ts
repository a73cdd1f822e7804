// Forms and results on a label printer: chosen on screen, where printers that do not fit say why, printed from a visit, and moved there
// while the office printer is switched off.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { openResultsOfThePast } from './support/past-results.ts';
import { button, checkIn, goTo, namesOnBoard, openVisit, panel, title, trfCodeOf } from './support/desk.ts';

const BIG = 'Training printer (ZPL, big labels)';
const OFFICE = 'Training office printer';

async function openPrinters(page: Page): Promise<Locator> {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  await expect(title(page, 'Printers')).toBeVisible();
  return panel(page, 'What is printed where').getByRole('combobox', { name: 'Forms', exact: true });
}

/** Adds a label printer with big labels and leaves the resolution as it is offered. */
async function addBigLabels(page: Page, name: string): Promise<void> {
  await button(page, 'Add a printer').click();
  const form = page.getByRole('dialog', { name: 'Add a printer' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Address').fill('127.0.0.1:9');
  await form.getByLabel('Width of a label').fill('101.6');
  await form.getByLabel('Height of a label').fill('152.4');
  await button(form, 'Add the printer').click();
  await expect(form).toBeHidden();
}

/** What came out of the printer with big labels, newest first. */
const bigLabels = (page: Page): Locator =>
  panel(page, 'What came out').getByRole('listitem').filter({ hasText: '101.6 × 152.4 mm' });

test('a form is printed on a label printer that was chosen for forms, and moved there from an office printer in trouble @web', async ({
  page,
}) => {
  test.slow();
  const [name = ''] = await namesOnBoard(page);
  const forms = await openPrinters(page);
  await addBigLabels(page, 'Room 2');
  await expect(forms).toHaveValue('training-office-printer');
  const blocked = (words: string): Locator => forms.getByRole('option', { name: words, exact: true });
  for (const words of [
    'Training printer (ZPL): not for forms, labels under 100 × 140 mm',
    'Training ticket printer: not for forms, a ticket printer',
    'Room 2: not for forms, less than 300 dpi',
  ]) {
    await expect(blocked(words)).toBeDisabled();
  }
  await forms.selectOption(BIG);
  await expect(page.getByRole('listitem', { name: BIG, exact: true })).toContainText('forms');
  await expect(page.getByRole('listitem', { name: OFFICE, exact: true })).not.toContainText('Prints forms');
  await expectAccessible(page);

  await goTo(page, 'Board');
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await checkIn(page);
  await button(page, 'Print form').click();
  const printing = page.getByRole('status').filter({ hasText: 'Print queue' });
  await expect(printing).toContainText(BIG, { timeout: 30_000 });
  await expectAccessible(page);
  await goTo(page, 'Print queue');
  await expect(panel(page, 'Done')).toContainText('Sent to the printer', { timeout: 30_000 });
  await expect(panel(page, 'Done')).toContainText(BIG);
  await goTo(page, 'Training');
  await expect(bigLabels(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(bigLabels(page)).toContainText(`A scanner reads ${code}`);
  const picture = bigLabels(page).getByRole('img', { name: /^Label received at/ });
  const size = await picture.evaluate((element) => {
    const { naturalWidth, naturalHeight } = element as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });
  // 300 dpi of 4 × 6 inches, drawn in the shape of the label.
  expect(size).toEqual([1_200, 1_800]);
  const box = (await picture.boundingBox()) ?? { width: 0, height: 0 };
  expect(box.height / box.width).toBeCloseTo(1.5, 1);
  await expectAccessible(page);

  // Back to the office printer, which is switched off when the next form is for it.
  await openPrinters(page);
  await forms.selectOption(OFFICE);
  await expect(page.getByRole('listitem', { name: OFFICE, exact: true })).toContainText('forms');
  await goTo(page, 'Training');
  await page
    .getByRole('group', { name: 'How the office printer behaves' })
    .getByRole('radio', { name: 'Switched off' })
    .check({ force: true });
  await expect(page.getByText('It refuses the connection, and what it held is lost')).toBeVisible();
  await goTo(page, 'Board');
  await openVisit(page, name);
  await button(page, 'Print form').click();
  await goTo(page, 'Print queue');
  const waiting = panel(page, 'Needs attention: 1');
  await expect(waiting).toContainText('The printer refuses the connection', { timeout: 30_000 });
  await expectAccessible(page);
  await button(waiting, `Print on ${BIG} instead`).click();
  await expect(waiting).toHaveCount(0);
  await expect(panel(page, 'Done').getByRole('listitem').filter({ hasText: BIG })).toHaveCount(2, {
    timeout: 30_000,
  });
  await goTo(page, 'Training');
  await expect(bigLabels(page)).toHaveCount(2, { timeout: 30_000 });
  for (const label of await bigLabels(page).all()) await expect(label).toContainText(code);
});

test('results are printed on a label printer that was chosen for results, and not the lists @web', async ({
  page,
}) => {
  test.slow();
  await openPrinters(page);
  const where = panel(page, 'What is printed where');
  const results = where.getByRole('combobox', { name: 'Results', exact: true });
  await expect(results).toHaveValue('training-office-printer');
  await results.selectOption(BIG);
  await expect(page.getByRole('listitem', { name: BIG, exact: true })).toContainText('Prints results');
  await expect(where.getByRole('combobox', { name: 'Lists', exact: true })).toHaveValue(
    'training-office-printer',
  );
  await goTo(page, 'Board');
  await openResultsOfThePast(page);
  await page.getByRole('link', { name: 'Results document (PDF)' }).click();
  await expect(page.getByRole('img', { name: 'Page 1 of the results document' })).toBeVisible({
    timeout: 30_000,
  });
  await button(page, 'Print').click();
  const printing = page.getByRole('status').filter({ hasText: 'Print queue' });
  await expect(printing).toContainText('Sent to the printer', { timeout: 60_000 });
  await goTo(page, 'Training');
  await expect(page.getByText('Results are printed on it now')).toBeVisible();
  await expect(bigLabels(page).first()).toContainText('A scanner reads', { timeout: 60_000 });
  await expectAccessible(page);
});
