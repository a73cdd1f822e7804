// Pages of ours: the list of a day from the board, and form and label that stand in for the laboratory's while those cannot be had.
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  chooseTest,
  connection,
  enterPerson,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  searchBox,
  seeBoard,
  title,
} from './support/desk.ts';

const AMOS = {
  firstName: 'Amos',
  lastName: 'Thistlethwaite',
  birth: ['7', '11', '1949'],
  gender: 'Male',
  email: 'amos@example.org',
} as const;

test('the list of the day is printed from the board by its key, and another way', async ({ page }) => {
  await namesOnBoard(page);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /^Day list of \d\d-\w{3}-\d{4}$/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await button(dialog, 'Print on Training office printer').click();
  await expect(dialog.getByRole('status')).toContainText('Training office printer', { timeout: 30_000 });
  await expect(dialog).toContainText(/\d+ visits, /);
  await expectAccessible(page);

  // The system's own dialog cannot be pressed by a test: what it is given is looked at in its place.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await button(dialog, 'Print another way').click();
  await expect(page.locator('body[data-printed="yes"]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('#print-root img')).not.toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#print-root img')).toHaveCount(0);

  await goTo(page, 'Print queue');
  await expect(page.getByRole('listitem').filter({ hasText: /Day list of \d\d-\w{3}-\d{4}/ })).toContainText(
    /The printer (reports that it is done|has it)|Sent to the printer/,
  );
  await button(page, 'Print a test page on Training office printer').click();
  await expect(page.getByRole('listitem').filter({ hasText: /Test page/ })).toContainText(
    /The printer (reports that it is done|has it)|Sent to the printer/,
    { timeout: 30_000 },
  );
  await expectAccessible(page);
  await goTo(page, 'Training');
  await expect(page.getByRole('img', { name: /^Page 1 of the document received at/ })).toHaveCount(2, {
    timeout: 30_000,
  });
});

test('a walk-in without the line gets a label and a form of the desk, and is asked to replace both once the laboratory has made its own', async ({
  page,
}) => {
  test.slow();
  await namesOnBoard(page);
  await goOffline(page);
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  await button(page, 'New person').click();
  await enterPerson(page, AMOS);
  await button(page, 'Create person').click();
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await button(page, 'Confirm walk-in').click();
  const name = 'THISTLETHWAITE, Amos';
  await expect(title(page, name)).toBeVisible();
  await checkIn(page);

  await expect(button(page, 'Print form')).toBeVisible();
  await page.keyboard.press('r');
  await button(page, 'Print a local form').click();
  const printing = page.getByRole('status').filter({ hasText: 'Print queue' });
  await expect(printing).toContainText('Training office printer', { timeout: 30_000 });
  await expectAccessible(page);
  await goTo(page, 'Print queue');
  const job = page.getByRole('listitem').filter({ hasText: /Local form L0/ });
  const [code = ''] = /L0[0-9A-Z]{9}/.exec(await job.innerText()) ?? [];
  expect(code).not.toBe('');
  await goTo(page, 'Board');
  await seeBoard(page);
  await openVisit(page, name);
  // The sample need not wait for the line: the label has a code of the desk, and proves its tube.
  await button(page, 'Start collecting').click();
  const sample = panel(page, 'Take the sample');
  await expect(sample).toContainText('a code of this desk: the laboratory’s is not known yet');
  await button(sample, 'Print label').click();
  await expect(sample).toContainText('Scan it back', { timeout: 30_000 });
  const [labelCode = ''] = /S0[0-9A-Z]{8}/.exec(await sample.innerText()) ?? [];
  await scan(page, labelCode);
  await expect(sample).toContainText('Scanned back');
  await expectAccessible(page);
  await goTo(page, 'Board');
  await seeBoard(page);

  // The form's code leads to the visit, with the line still down.
  await searchBox(page).fill(code);
  await searchBox(page).press('Enter');
  await expect(title(page, name)).toBeVisible();

  await goTo(page, 'Training');
  await page.getByRole('switch', { name: 'Go offline' }).uncheck();
  await expect(connection(page)).toBeEmpty({ timeout: 30_000 });
  await goTo(page, 'Board');
  await seeBoard(page);
  await searchBox(page).fill(code);
  await searchBox(page).press('Enter');
  await expect(title(page, name)).toBeVisible();
  const replace = panel(page, 'Replace the local form');
  await expect(replace).toContainText(code, { timeout: 60_000 });
  await expect(replace).toContainText('That one is here now');
  await expectAccessible(page);
  await button(replace, 'Print the laboratory’s form').click();
  await expect(replace).toBeHidden({ timeout: 30_000 });
  await expect(panel(page, 'What happened')).toContainText('replaced by the laboratory’s form');
  const again = panel(page, 'Print this label again');
  await expect(again).toContainText(`${labelCode} is a code of this desk`);
  await button(sample, `Reprint ${labelCode}`).click();
  const dialog = page.getByRole('dialog', { name: `Reprint the label ${labelCode}` });
  await expect(dialog).toContainText('Stick it on the same tube');
  await button(dialog, 'Reprint this label').click();
  await expect(dialog).toHaveCount(0);
  await expect(again).toHaveCount(0);
  await expect(sample).toContainText('Scan it back', { timeout: 30_000 });
  await expect(sample).not.toContainText(labelCode);
});
