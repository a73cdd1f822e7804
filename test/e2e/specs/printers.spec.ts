// The printers of the desk, set up on screen: added with the keyboard alone, corrected where something is wrong, chosen for the
// labels, proved by a test label that is scanned back, measured, changed and removed.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import { button, checkIn, goTo, labels, namesOnBoard, openVisit, panel, title } from './support/desk.ts';

const printer = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function openPrinters(page: Page): Promise<void> {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  await expect(title(page, 'Printers')).toBeVisible();
}

test('a printer is added, chosen, changed and removed on screen @web', async ({ page }) => {
  await openPrinters(page);
  const training = printer(page, 'Training printer (ZPL)');
  await expect(training).toContainText('Part of training');
  await expect(training).toContainText('Prints the sample labels of this desk.');
  await expect(button(training, 'Change Training printer (ZPL)')).toHaveCount(0);
  await expectAccessible(page);

  // A test label that is scanned back proves the printer.
  await expect(training).toContainText('Not proved yet with these settings');
  await button(training, 'Print a test label on Training printer (ZPL)').click();
  await expect(training.getByRole('status')).toContainText(/Test label T0\w{8}: Sent to the printer/);
  const [code = ''] = /T0\w{8}/.exec(await training.getByRole('status').innerText()) ?? [];
  await expectAccessible(page);
  await goTo(page, 'Training');
  await expect(panel(page, 'What came out')).toContainText(`A scanner reads ${code}`);
  await scan(page, code);
  await expect(page.getByText('What Training printer (ZPL) prints can be scanned')).toBeVisible();
  await openPrinters(page);
  await expect(training).toContainText(/Proved by scan on .* by Desk/);

  // A printer that is found, asked and added, without anything being typed.
  await button(page, 'Add a printer').click();
  const finding = page.getByRole('dialog', { name: 'Add a printer' });
  await button(finding, 'Find printers').click();
  const found = finding.getByRole('region', { name: 'Find printers' });
  await expect(found.getByText('One printer was found.')).toBeVisible();
  await expect(found.getByRole('listitem')).toContainText('Found in training');
  await expectAccessible(page);
  await button(found, 'Use Spare training printer').click();
  await expect(button(finding, 'Ask the printer what it is')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(finding.getByText('It is a label printer, and speaks TSPL (TRAINING-200).')).toBeVisible();
  await expect(finding.getByLabel('Language')).toHaveValue('tspl');
  await button(finding, 'Add the printer').click();
  await expect(finding).toBeHidden();
  // What comes next is at hand: its test label, and once that is proved, that it prints the labels of this desk.
  const spare = printer(page, 'Spare training printer');
  await expect(button(spare, 'Print a test label on Spare training printer')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(spare.getByRole('status')).toContainText(/Test label T0\w{8}: Sent to the printer/);
  const [spareCode = ''] = /T0\w{8}/.exec(await spare.getByRole('status').innerText()) ?? [];
  await scan(page, spareCode);
  await expect(spare).toContainText('Training printer (ZPL) prints the sample labels of this desk.');
  await expectAccessible(page);
  await button(spare, 'Use it for the sample labels: Spare training printer').click();
  await expect(spare).toContainText('Prints the sample labels of this desk.');
  // Looked for again, it is said to be there already.
  await button(page, 'Add a printer').click();
  await button(finding, 'Find printers').click();
  await expect(found.getByRole('listitem')).toContainText('Set up already as Spare training printer');
  await button(finding, 'Cancel').click();
  await expect(finding).toBeHidden();

  // With the keyboard alone, and with what is missing said at its field.
  await button(page, 'Add a printer').focus();
  // Not Enter, which may still belong to the scan.
  await page.keyboard.press('Space');
  const form = page.getByRole('dialog', { name: 'Add a printer' });
  await expect(form.getByRole('radio', { name: 'Labels' })).toBeChecked();
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toBeFocused();
  await expect(form.getByRole('alert')).toContainText('Enter a name by which people know the printer');
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await form.getByRole('link', { name: 'Enter a name by which people know the printer' }).press('Enter');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Room 2', { delay: 60 });
  await page.keyboard.press('Tab');
  await page.keyboard.type('127.0.0.1:9', { delay: 60 });
  await expect(form.getByLabel('Address')).toHaveValue('127.0.0.1:9');

  // Nothing typed is lost when the window is read anew.
  await page.reload();
  await expect(form.getByLabel('Address')).toHaveValue('127.0.0.1:9');
  await button(form, 'Ask the printer what it is').click();
  await expect(form.getByText('It could not be asked. The printer refuses the connection.')).toBeVisible();
  await form.getByLabel('Width of a label').fill('57,2');
  await form.getByLabel('Name').press('Enter');
  await expect(form).toBeHidden();
  const added = printer(page, 'Room 2');
  await expect(added).toContainText('Label printer at 127.0.0.1:9 · ZPL, 203 dpi, labels of 57.2 × 25.4 mm');
  await expect(added).toContainText('Nothing sent since the desk was started');

  // The size of its labels, from the marks on a printed ruler.
  await button(added, 'Measure the labels in Room 2').click();
  const measure = page.getByRole('dialog', { name: 'Measure the labels in Room 2' });
  await button(measure, 'Print the ruler').click();
  await expect(measure.getByText('A ruler that has not come out waits for it.')).toBeVisible();
  await measure.getByLabel('First mark at the left edge').fill('24');
  await button(measure, 'Use this size').click();
  await expect(measure.getByLabel('Last mark at the right edge')).toBeFocused();
  await measure.getByLabel('Last mark at the right edge').fill('80');
  await measure.getByLabel('First mark at the top edge').fill('0');
  await measure.getByLabel('Last mark at the bottom edge').fill('32');
  await expect(measure.getByRole('status')).toContainText('Labels of 56 × 32 mm.');
  await expectAccessible(page);
  await button(measure, 'Use this size').click();
  await expect(measure).toBeHidden();
  await expect(added).toContainText('labels of 56 × 32 mm');

  // The same address again is said, with the name of the printer that has it.
  await button(page, 'Add a printer').click();
  await form.getByLabel('Name').fill('Room 3');
  await form.getByLabel('Address').fill('127.0.0.1:9');
  await button(form, 'Add the printer').click();
  await expect(form.getByRole('alert')).toContainText('Room 2 is at this address already');
  await button(form, 'Cancel').click();
  await expect(form).toBeHidden();

  const where = panel(page, 'What is printed where');
  await where.getByLabel('Sample labels').first().selectOption('Room 2');
  await expect(added).toContainText('Prints the sample labels of this desk.');
  await expect(where.getByRole('combobox', { name: 'Results', exact: true })).toHaveValue(
    'training-office-printer',
  );
  await expect(printer(page, 'Training office printer')).toContainText('Part of training');
  await expectAccessible(page);

  await button(added, 'Change Room 2').click();
  const change = page.getByRole('dialog', { name: 'Change Room 2' });
  await change.getByLabel('Language').selectOption('tspl');
  await change.getByLabel('Name').fill('Room 2, window');
  await button(change, 'Save the printer').dblclick();
  await expect(change).toBeHidden();
  const changed = printer(page, 'Room 2, window');
  await expect(changed).toContainText('TSPL, 203 dpi');

  await button(changed, 'Remove Room 2, window').click();
  const remove = page.getByRole('dialog', { name: 'Remove Room 2, window?' });
  await expect(remove).toContainText('Nothing waits for this printer.');
  await expectAccessible(page);
  await button(remove, 'Remove this printer').click();
  await expect(changed).toHaveCount(0);
  await expect(where.getByLabel('Sample labels').first()).toHaveValue('training-printer');

  await goTo(page, 'Activity');
  for (const words of ['Printer added', 'Printer chosen', 'Printer changed', 'Printer removed']) {
    await expect(page.getByRole('main')).toContainText(words);
  }
});

test('a label whose printer is switched off is printed on another one with one key @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openPrinters(page);
  const where = panel(page, 'What is printed where');
  await where
    .getByLabel('Sample labels, while that one is in trouble')
    .selectOption('Training printer (TSPL)');
  await expect(where.getByLabel('Sample labels, while that one is in trouble')).toHaveValue(
    'training-printer-tspl',
  );
  await expectAccessible(page);
  await goTo(page, 'Training');
  await page
    .getByRole('group', { name: 'How the printer behaves' })
    .getByRole('radio', { name: 'Switched off', exact: true })
    .check({ force: true });
  await expect(page.getByText('It refuses the connection, and what it held is lost')).toBeVisible();
  await goTo(page, 'Board');
  await openVisit(page, name);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await expect(labels(page).first()).toContainText('Printing needs attention');
  await goTo(page, 'Print queue');
  const waiting = panel(page, 'Needs attention: 1');
  await expect(button(waiting, 'Print on Training printer (TSPL) instead')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('t');
  const done = panel(page, 'Done');
  await expect(done).toContainText('Sent to the printer');
  await expect(done).toContainText('Training printer (TSPL)');
  await expect(waiting).toHaveCount(0);
  await goTo(page, 'Training');
  await expect(panel(page, 'What came out').getByRole('img', { name: /^Label received/ })).toHaveCount(1);
  await expect(panel(page, 'What came out')).toContainText('TSPL');

  // Of a test label that has not come out nobody is told to scan it, or to change a language that may be right.
  await openPrinters(page);
  const off = printer(page, 'Training printer (ZPL)');
  await button(off, 'Print a test label on Training printer (ZPL)').click();
  await expect(off.getByRole('status')).toContainText(/Test label T0\w{8}: Printer needs attention/);
  await expect(off.getByRole('status')).not.toContainText('Scan it');
});

test('an office printer is asked for its paper, gets nothing on other paper, and cancels what it holds @web', async ({
  host,
  page,
}) => {
  const office = page.getByRole('group', { name: 'How the office printer behaves' });
  await goTo(page, 'Training');
  await office.getByRole('radio', { name: 'Other paper' }).check({ force: true });
  await expect(page.getByText('It has US Letter paper, and says so when it is asked')).toBeVisible();
  const address = await page.getByText(/^ipp:\/\/127/).innerText();
  await openPrinters(page);
  await button(page, 'Add a printer').click();
  const form = page.getByRole('dialog', { name: 'Add a printer' });
  await form.getByRole('radio', { name: 'Forms and results' }).check({ force: true });
  await form.getByLabel('Address').fill(address);
  await button(form, 'Ask the printer what it is').click();
  await expect(form.getByText('It is a Drawdesk Training Office. It cannot print now.')).toContainText(
    'It has other paper loaded (US Letter): put A4 paper in. Paper in it: US Letter.',
  );
  await expectAccessible(page);
  await button(form, 'Cancel').click();
  await expect(form).toBeHidden();

  await goTo(page, 'Print queue');
  await button(page, 'Print a test page on Training office printer').click();
  const waiting = panel(page, 'Needs attention: 1');
  await expect(waiting).toContainText('It has other paper loaded (US Letter): put A4 paper in.');
  // The job that waits is given up here; the next one is taken from the printer.
  await button(waiting, 'Cancel job').click();
  const waited = page.getByRole('dialog', { name: 'Cancel printing Test page?' });
  await waited.getByLabel('Reason').fill('other paper');
  await button(waited, 'Cancel this job').click();
  await expect(waiting).toHaveCount(0);

  // A second window at the training printer, so that its paper can be taken away while it is at the job.
  const second = await host.openWindow();
  await goTo(second, 'Training');
  const behaviour = second.getByRole('group', { name: 'How the office printer behaves' });
  await behaviour.getByRole('radio', { name: 'Slow' }).check({ force: true });
  await expect(second.getByText('A document takes five seconds.')).toBeVisible();
  await button(page, 'Print a test page on Training office printer').click();
  await expect(button(page, 'Cancel at the printer')).toBeVisible();
  await behaviour.getByRole('radio', { name: 'Out of paper' }).check({ force: true });
  await expect(waiting).toContainText('Waits at the printer');
  await button(waiting, 'Cancel at the printer').click();
  const dialog = page.getByRole('dialog', { name: 'Cancel printing Test page?' });
  await expect(dialog).toContainText('Pages that are out already stay out.');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('printed by mistake');
  await button(dialog, 'Ask the printer to cancel it').click();
  await expect(dialog).toBeHidden();
  await expect(panel(page, 'Done')).toContainText('pages that were out before stay out');
  await behaviour.getByRole('radio', { name: 'Ready' }).check({ force: true });
  await expect(second.getByText('It prints at once and reports that it is done.')).toBeVisible();
  await expect(second.getByText('Documents in its tray: 0.')).toBeVisible();
});
