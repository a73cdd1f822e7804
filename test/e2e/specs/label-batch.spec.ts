// Labels of several people at once, as a phlebotomist prints them before a busy hour: from the board, one job each, followed
// until the printer has them, after a reload too; what has not begun is cancelled; each label is scanned back at its own visit.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { behave, button, checkIn, goTo, labels, namesOnBoard, openVisit, title } from './support/desk.ts';

const HERE = 3;

test('labels of several people are printed at once, and the ones that have not begun are cancelled @web', async ({
  page,
}) => {
  test.slow();
  const names = (await namesOnBoard(page)).slice(0, HERE);
  for (const name of names) {
    await openVisit(page, name);
    await checkIn(page);
    await goTo(page, 'Board');
  }
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await expect(title(page, 'Labels for several people')).toBeVisible();
  const people = page.getByRole('list', { name: 'People whose labels can be printed' });
  for (const name of names) await expect(people.getByText(name, { exact: true })).toBeVisible();
  await expectAccessible(page);

  // One person is left out by hand, with the keyboard.
  const last = people.getByRole('checkbox').last();
  await last.focus();
  await page.keyboard.press('Space');
  await expect(last).not.toBeChecked();
  const print = page.getByRole('button', { name: /^Print \d+ labels? for 2 people$/ });
  await print.click();
  const batch = page.getByRole('list', { name: 'Labels of this batch' });
  await expect(batch.getByText('Sent to the printer')).toHaveCount(await batch.getByRole('listitem').count());
  await expect(batch.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  // Nobody is printed twice: only the one who was left out is left.
  await expect(people.getByRole('checkbox')).toHaveCount(1);

  // The printer is switched off: what waits is cancelled, and is still to be printed.
  await behave(page, 'Switched off');
  await goTo(page, 'Worklist');
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await page.getByRole('button', { name: /^Print \d+ labels? for 1 person$/ }).click();
  await expect(batch.getByText('Printer needs attention', { exact: false })).toBeVisible();
  // A window that is loaded anew, and any other of this desk, goes on following it.
  await page.reload();
  await expect(title(page, 'Labels for several people')).toBeVisible();
  await expect(batch.getByText('Printer needs attention', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: /^Cancel what has not begun/ }).click();
  await expect(batch.getByText('Cancelled', { exact: false })).toBeVisible();
  await expect(people.getByRole('checkbox')).toHaveCount(1);

  await goTo(page, 'Board');
  await openVisit(page, names[0] ?? '');
  await button(page, 'Start collecting').click();
  await expect(labels(page).first()).toContainText('Scan it back');
});

test('a label of a batch that may have been printed is shown there until somebody has decided about it @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await behave(page, 'Breaks off');
  await goTo(page, 'Worklist');
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await page.getByRole('button', { name: /^Print 1 label for 1 person$/ }).click();
  const batch = page.getByRole('list', { name: 'Labels of this batch' });
  await expect(batch.getByText('Not sure whether it printed', { exact: false })).toBeVisible();
  // As after the desk was killed, when another window is opened.
  await page.reload();
  await expect(title(page, 'Labels for several people')).toBeVisible();
  await expect(batch.getByText('Not sure whether it printed', { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open the print queue' }).click();
  await button(page, 'The label is there').click();
  await goTo(page, 'Worklist');
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await expect(page.getByText('No label is left to print')).toBeVisible();
  await expect(batch).toHaveCount(0);
});
