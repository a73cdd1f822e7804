// The board of other days: what was left over yesterday, whom tomorrow brings, and back to today.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  board,
  boardOf,
  boardRow,
  boardRows,
  button,
  checkIn,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  rowsWithoutPatient,
  seeBoard,
  title,
  shownDay,
} from './support/desk.ts';

const days = (page: Page): Locator => page.getByRole('navigation', { name: 'Days' });

/** `Friday 20-Nov-2026` of a day in the strip. */
const dayOf = async (link: Locator): Promise<string> =>
  (await link.locator('.visually-hidden').innerText()).split(',')[0] ?? '';

/** Puts the training clock forward to the last hour of the day, and leads to Training. */
async function tillElevenAtNight(page: Page): Promise<void> {
  const clock = panel(page, 'The service’s clock').locator('time');
  await goTo(page, 'Training');
  await expect(clock).toHaveText(/^\d\d:\d\d$/);
  const hour = async (): Promise<number> => Number((await clock.innerText()).slice(0, 2));
  for (let before = await hour(); before < 23; before = await hour()) {
    await expect(async () => {
      // A press while the one before is still at work does nothing, and the minutes go on by themselves.
      if ((await hour()) === before) await button(page, 'Forward 1 hour').click();
      await expect.poll(hour, { timeout: 5_000 }).not.toBe(before);
    }).toPass();
  }
}

test('tomorrow’s people are looked through by keys alone, and one key leads back to today', async ({
  page,
}) => {
  await seeBoard(page);
  const tomorrow = days(page).getByRole('link', { name: /, tomorrow, 8 visits$/ });
  await expect(tomorrow).toBeVisible();
  const words = await dayOf(tomorrow);

  await page.keyboard.press('.');
  await expect(title(page, words)).toBeVisible();
  await expect(page.getByText('Not today: this is the board of tomorrow')).toBeVisible();
  const rows = boardOf(page, words)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(8);
  await expectAccessible(page);

  // The day is in the address: a window that is loaded again shows the same day.
  expect(page.url()).toMatch(/#\/day\/\d{4}-\d\d-\d\d$/);
  await page.reload();
  await expect(rows).toHaveCount(8);

  const name = await rows.first().getByRole('link').innerText();
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(title(page, name)).toBeVisible();
  await expect(panel(page, 'Not today')).toContainText('Check-in opens on that day');
  await expect(button(page, 'Check in')).toHaveCount(0);
  await expect(button(page, 'Did not come')).toHaveCount(0);
  await expectAccessible(page);
  await page.goBack();
  await expect(rows).toHaveCount(8);

  await page.keyboard.press('b');
  await expect(board(page)).toBeVisible();
  await expect(page.getByText('Not today')).toHaveCount(0);
});

test('what yesterday left over is finished today, on yesterday’s board', async ({ page }) => {
  await seeBoard(page);
  // The past days are read after today's board.
  const yesterday = days(page).getByRole('link', { name: /, yesterday, 3 visits/ });
  await expect(yesterday).toBeVisible({ timeout: 45_000 });
  const words = await dayOf(yesterday);
  await page.keyboard.press(',');
  const rows = boardOf(page, words)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(3);
  await rows.first().getByRole('link').click();
  // What it asks to be said below is what can be said there.
  const notToday = panel(page, 'Not today');
  await expect(notToday).toContainText('If the person did not come, say so below.');
  await button(page, 'Did not come').click();
  await expect(notToday).toContainText(/checked in for it any more\.$/);
  await button(page, 'Back to the board').click();
  await expect(rows.first()).toContainText('No-show');
  await button(page, 'Back to today').click();
  await expect(board(page)).toBeVisible();
});

test('whoever has no patient yet and did not come is said not to have come, and is expected again', async ({
  page,
}) => {
  await seeBoard(page);
  const row = rowsWithoutPatient(page).first();
  await row.getByRole('link').click();
  await button(page, 'Did not come').click();
  const notes = page.getByRole('region', { name: 'Just done' });
  await expect(notes).toContainText('The patient did not come');
  const missed = boardRows(page).filter({ hasText: 'No-show' });
  await expect(missed).toContainText('Patient missing');
  await button(notes, 'Undo').click();
  await expect(missed).toHaveCount(0);
  await expect(button(page, 'Did not come')).toBeVisible();
  await button(page, 'Did not come').click();
  await button(page, 'Expect again').click();
  await expect(missed).toHaveCount(0);
  await expectAccessible(page);
});

test('what a day that is over has left is counted by what nobody has said yet, and a no-show is finished', async ({
  page,
}) => {
  test.slow();
  const evening = await shownDay(page).innerText();
  await tillElevenAtNight(page);
  await button(page, 'Forward 1 hour').click();
  await expect(shownDay(page)).not.toHaveText(evening);
  await goTo(page, 'Board');
  const yesterday = days(page).getByRole('link', { name: /, yesterday, 28 visits, 28 open$/ });
  await expect(yesterday).toBeVisible({ timeout: 45_000 });
  const words = await dayOf(yesterday);
  await yesterday.click();
  const rows = boardOf(page, words)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  const parts = page.getByRole('group', { name: 'Show' });
  await expect(parts).toContainText(/Still expected\s*28\s*Still here\s*0\s*Finished\s*0/);

  await rows.filter({ hasText: 'Patient missing' }).first().getByRole('link').click();
  await expect(panel(page, 'Not today')).toContainText('If the person did not come, say so below.');
  await button(page, 'Did not come').click();
  await expect(panel(page, 'Not today')).toContainText(/checked in for it any more\.$/);
  await button(page, 'Back to the board').click();
  await expect(parts).toContainText(/Still expected\s*27\s*Still here\s*0\s*Finished\s*1/);
  await expect(days(page).getByRole('link', { name: /, yesterday, 28 visits, 27 open$/ })).toBeVisible();
  await expectAccessible(page);
});

test('somebody who came before midnight and waits is on the worklist and the board of the new day', async ({
  page,
}) => {
  test.slow();
  const dayNow = shownDay(page);
  await tillElevenAtNight(page);
  const evening = await dayNow.innerText();
  await goTo(page, 'Board');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await goTo(page, 'Training');
  await button(page, 'Forward 1 hour').click();
  await expect(dayNow).not.toHaveText(evening);

  await goTo(page, 'Worklist');
  const waiting = page.getByRole('list', { name: 'People waiting, longest first' }).getByRole('listitem');
  await expect(waiting).toContainText(name);
  await expect(waiting).toContainText(`Visit of yesterday, ${evening}`);
  await expectAccessible(page);
  await goTo(page, 'Board');
  // Somebody of the same name may be booked for the new day.
  const fromYesterday = boardRow(page, name).filter({ hasText: `Visit of yesterday, ${evening}` });
  await expect(fromYesterday).toBeVisible();
  await expect(page.getByText('Nobody is waiting')).toBeHidden();
  await expectAccessible(page);

  // A time alone would be one of the day on which they came.
  const newDay = await dayNow.innerText();
  await fromYesterday.getByRole('link').click();
  await button(page, 'Start collecting').click();
  await expect(page.getByLabel('Time of collection')).toHaveAccessibleDescription(
    new RegExp(`^On .*${Number(newDay.slice(0, 2))}\\b`),
  );
});

test('the board is narrowed to a name and ordered by state', async ({ page }) => {
  const names = await namesOnBoard(page);
  const name = names.at(-1) ?? '';
  await openVisit(page, name);
  await checkIn(page);
  await page.keyboard.press('b');
  await button(page, 'State').click();
  await expect(boardRows(page).first()).toContainText(name);
  await expect(page.getByRole('columnheader', { name: 'State' })).toHaveAttribute('aria-sort', 'ascending');

  const [surname = ''] = name.toLowerCase().split(',');
  await page.getByLabel('Show only this name').fill(surname);
  await expect(boardRow(page, name)).toBeVisible();
  await expect.poll(() => boardRows(page).count()).toBeLessThan(5);
  await expectAccessible(page);
  await page.getByLabel('Show only this name').fill('qqqq');
  await expect(page.getByText('Nobody on this board by “qqqq”')).toBeVisible();
  await page.getByLabel('Show only this name').press('Escape');
  await expect(boardRows(page).nth(23)).toBeAttached();
});

test('a day that this desk has never read has no number, and its board says so', async ({ page }) => {
  await seeBoard(page);
  const today = days(page).getByRole('link', { name: /, today, / });
  const long = new Date(`${await dayOf(today)} UTC`);
  long.setUTCDate(long.getUTCDate() - 30);
  await page.evaluate((to) => (window.location.hash = to), `/day/${long.toISOString().slice(0, 10)}`);
  await expect(days(page).getByRole('link', { name: /, 30 days ago, not read$/ })).toBeVisible();
  await expect(days(page).getByRole('link', { name: / 0 visits/ })).toHaveCount(0);
  await expect(page.getByText(/^The bookings of .* were never read here$/)).toBeVisible();
  await expectAccessible(page);

  // The calendar shows it by a sign of its own, not as a day without anybody.
  await page.evaluate((to) => (window.location.hash = to), `/calendar/${long.toISOString().slice(0, 10)}`);
  const day = page.getByRole('gridcell', { selected: true }).getByRole('button');
  await expect(day).toHaveAccessibleName(/, past, visits not read$/);
  await expect(day).toContainText('?');
  await button(page, 'Today').click();
  await expect(
    page.getByRole('gridcell').getByRole('button', { name: /, today, .*, \d+ visits$/ }),
  ).not.toContainText('?');
  await expectAccessible(page);
});

test('an address without a real day says so', async ({ page }) => {
  await seeBoard(page);
  await page.evaluate(() => (window.location.hash = '/day/2026-02-30'));
  await expect(page.getByText('There is no such page')).toBeVisible();
});

test.describe('at a site that wants to know of long waits early', () => {
  test.use({ managedSettings: { waitAlertMinutes: 10 } });

  test('somebody who waits too long is marked on the board and the worklist', async ({ page }) => {
    const [name = ''] = await namesOnBoard(page);
    await openVisit(page, name);
    await checkIn(page);
    await page.keyboard.press('b');
    await expect(boardRow(page, name)).not.toContainText('waits too long');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Training' }).click();
    await button(page, 'Forward 11 minutes').click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Worklist' }).click();
    const line = page.getByRole('list', { name: 'People waiting, longest first' }).getByRole('listitem');
    await expect(line.first()).toContainText('waits too long', { timeout: 30_000 });
    await page.keyboard.press('b');
    await expect(boardRow(page, name)).toContainText('waits too long');
    await expectAccessible(page);
  });
});
