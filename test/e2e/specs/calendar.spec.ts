// The calendar: when there is room, booking somebody for a day ahead, and what is known of it while the line is down.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  board,
  boardOf,
  button,
  goOffline,
  goTo,
  namesOnBoard,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { withholdAnswers } from './support/withheld-answers.ts';

const chosenDay = (page: Page): Locator => page.getByRole('gridcell', { selected: true }).getByRole('button');
const slots = (page: Page): Locator => page.getByRole('grid', { name: /^Slots of/ });

/** `Saturday 28-Nov-2026` of the day that is chosen. */
const dayWords = async (page: Page): Promise<string> =>
  (await chosenDay(page).locator('.visually-hidden').innerText()).split(',')[0] ?? '';

test('somebody is booked for next week by keys alone', async ({ page }) => {
  const [name = ''] = await namesOnBoard(page);
  await page.keyboard.press('m');
  await expect(title(page, 'Calendar')).toBeVisible();
  await expect(slots(page)).toBeVisible();
  await expectAccessible(page);

  // Seven days on is a step down; Page Up and Page Down turn the months and come back to the same day.
  await expect(chosenDay(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /, in 7 days$/ })).toBeVisible();
  const day = await dayWords(page);
  await expect(page).toHaveURL(/#\/calendar\/\d{4}-\d\d-\d\d$/);
  await expect(slots(page).getByRole('link').first()).toBeVisible();
  await expectAccessible(page);

  // All slots are one stop of Tab, and the arrows lead from one to the next.
  await slots(page).getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(slots(page).getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Book somebody for this day' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(slots(page).getByRole('link').nth(1)).toBeFocused();

  const third = slots(page).getByRole('link').nth(20);
  const time = await third.innerText();
  await third.focus();
  await page.keyboard.press('Enter');
  await expect(title(page, `Booking for ${day}`)).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('radio', { name: time })).toBeChecked();
  await expect(panel(page, '3. Time').getByText('Now, outside the timetable')).toHaveCount(0);
  await expect(page.getByLabel('Find the person')).toBeFocused();
  const lastName = name.split(',')[0] ?? '';
  await page.keyboard.type(lastName.slice(0, 2), { delay: 60 });
  const list = await page.getByRole('list', { name: 'People found' }).elementHandle();
  await page.keyboard.type(lastName.slice(2), { delay: 60 });
  const found = page
    .getByRole('list', { name: 'People found' })
    .getByRole('button')
    .filter({ hasText: name });
  await found.first().focus();
  // It is the list of the first letters still: it never went away, so a line in it keeps the focus.
  expect(await list.evaluate((element) => element.isConnected)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Find the test')).toBeFocused();
  await page.keyboard.type('iron', { delay: 60 });
  await expect(page.getByText('Enter ticks', { exact: false })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Hold slot')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await expect(panel(page, '3. Time')).toContainText(day);
  await expectAccessible(page);
  await expect(button(page, 'Confirm booking')).toBeFocused();

  // W is for somebody who stands here: whether the booking of the other day is meant is asked first, and nothing is booked.
  await page.keyboard.press('w');
  const halfDone = page.getByRole('alert').filter({ hasText: 'A booking is half done' });
  await expect(halfDone).toContainText(name);
  await expect(halfDone).toContainText(day);
  await expect(page.getByText('Still needed: whether to go on')).toBeVisible();
  await expectAccessible(page);
  await button(halfDone, 'Begin anew').click();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await button(page, `Go on with ${name}`).click();
  // Taken up where it was, on its own day: what was answered a moment ago is not asked again.
  await expect(page).toHaveURL(/#\/walk-in\/\d{4}-\d\d-\d\d$/);
  await expect(halfDone).toHaveCount(0);
  await expect(title(page, `Booking for ${day}`)).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  // A key is held back for a moment, because it may be a scan's first one; what is clicked meanwhile comes before it.
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/#\/walk-in$/);
  await button(halfDone, 'Go on with it').click();
  await expect(halfDone).toBeHidden();
  await button(page, 'Confirm booking').focus();
  await page.keyboard.press('Enter');

  // On that day's board, and not on today's; nobody can be checked in before the day.
  await expect(panel(page, 'Not today')).toBeVisible();
  await button(page, 'Back to the board').click();
  const row = boardOf(page, day)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Booked here');
  await expect(row.getByRole('time').first()).toHaveText(time);
  await page.keyboard.press('b');
  await expect(board(page)).toBeVisible();
  await expect(board(page)).not.toContainText('Booked here');

  // The slot is taken for everybody else. A key that comes at once after another one is taken for a scan and means nothing.
  await expect(async () => {
    await page.keyboard.press('m');
    await expect(title(page, 'Calendar')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await chosenDay(page).focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: day })).toBeVisible();
  await expect(slots(page).getByText(`${time} taken`)).toBeVisible();
});

test('another day is chosen while booking, and a hold that was given back is taken again with one key', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await button(page, 'Another day').click();
  const dialog = page.getByRole('dialog', { name: 'Which day?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Month before' }).click();
  await dialog.getByRole('gridcell').getByRole('button').first().click();
  await expect(dialog.getByRole('alert')).toContainText('is over');
  await dialog.getByRole('button', { name: 'Month after' }).click();
  await dialog.getByRole('button', { name: 'Month after' }).click();
  const last = dialog.getByRole('gridcell').getByRole('button').last();
  const day = (await last.locator('.visually-hidden').innerText()).split(',')[0] ?? '';
  await last.click();
  await expect(title(page, `Booking for ${day}`)).toBeVisible();
  // The day is in the address, and so outlives a reload. The window is reloaded once the browser knows that address: on a busy machine
  // it learns of it later than the page that goes there.
  await expect(page).toHaveURL(/#\/walk-in\/\d{4}-\d\d-\d\d$/);
  await page.reload();
  await expect(title(page, `Booking for ${day}`)).toBeVisible();
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  const held = await panel(page, '3. Time').getByRole('time').first().innerText();
  await button(page, 'Give the slot back').click();
  await expect(button(page, 'Hold slot')).toBeEnabled();
  await page.keyboard.press('h');
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('time').first()).toHaveText(held);
});

test('what is brought back late of a walk-in is booked in the slot of the address and on its day @web', async ({
  page,
}) => {
  await seeBoard(page);
  await page.keyboard.press('m');
  await expect(chosenDay(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /, in 7 days$/ })).toBeVisible();
  const slot = slots(page).getByRole('link').nth(20);
  const time = await slot.innerText();
  const address = new URL((await slot.getAttribute('href')) ?? '', page.url()).href;
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the test').fill('iron');
  const test = page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first();
  const kept = page.waitForResponse((answer) =>
    /"drafts\.keep".*productIds[^\]]*\d/.test(answer.request().postData() ?? ''),
  );
  await test.check();
  await kept;
  const answer = await withholdAnswers(page, 'drafts.list');
  await page.goto('about:blank');
  await page.goto(address);
  const booking = page.getByRole('heading', { level: 1, name: /^Booking for / });
  const day = await booking.innerText();
  const chosenSlot = panel(page, '3. Time').getByRole('radio', { name: time, exact: true });
  await expect(chosenSlot).toBeChecked();
  await expect(test).not.toBeChecked();
  answer();
  await expect(test).toBeChecked();
  await expect(booking).toHaveText(day);
  await expect(chosenSlot).toBeChecked();
});

test('with the line down the days stay as they were read, with their age, and others are not known', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Calendar');
  await expect(slots(page)).toBeVisible();
  await goOffline(page);
  await goTo(page, 'Calendar');
  await expect(page.getByText('these days are as they were read last')).toBeVisible();
  await expect(slots(page)).toBeVisible();
  await expect(page.getByText(/is asked for once the service answers/)).toBeVisible();
  await expectAccessible(page);
  for (let turn = 0; turn < 3; turn += 1) await button(page, 'Month after').click();
  await expect(page.getByText('which days are free is not known')).toBeVisible();
  await expect(page.getByRole('gridcell').getByRole('button').first()).toContainText('not known');
  await expectAccessible(page);

  // Another location has no board of its own at this desk.
  await page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1).click();
  await expect(page.getByRole('link', { name: /board/i }).filter({ hasText: /visit|day/ })).toHaveCount(0);
});

/** The first day of next month on which the shown location has a free slot. */
async function openFreeDay(page: Page): Promise<void> {
  await button(page, 'Month after').click();
  const day = page
    .getByRole('gridcell')
    .getByRole('button', { name: /free slots/ })
    .first();
  const words = (await day.locator('.visually-hidden').innerText()).split(',')[0] ?? '';
  await day.click();
  await expect(page.getByRole('heading', { name: new RegExp(`^${words}`) })).toBeVisible();
  await expect(slots(page).getByRole('link').first()).toBeVisible();
}

test('somebody is booked at another location from this desk, and at a taken time with a reason', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Calendar');
  const other = page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1);
  const place = await other.innerText();
  await other.click();
  await openFreeDay(page);
  const slot = slots(page).getByRole('link').nth(7);
  const time = await slot.innerText();
  await slot.click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`at ${place}$`) })).toBeVisible();
  await expect(panel(page, '3. Time')).toContainText(`At ${place}`);
  await expect(panel(page, '3. Time').getByText('Now, outside the timetable')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Find the person').fill('ahmed');
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first().check();

  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  // Gone on with after W, it is still held where it was.
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/#\/walk-in$/);
  const halfDone = page.getByRole('alert').filter({ hasText: 'A booking is half done' });
  await button(halfDone, 'Go on with it').click();
  await expect(halfDone).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`at ${place}$`) })).toBeVisible();
  await button(page, 'Confirm booking').click();
  await expect(page.getByText(`at ${place}`).first()).toBeVisible();
  await expect(page.locator('article')).toContainText(time);

  // That slot is taken now: only with a reason, and what it means is said first.
  await goTo(page, 'Calendar');
  await page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1).click();
  await openFreeDay(page);
  await expect(page.getByRole('list', { name: 'Booked' }).getByText(time)).toBeVisible();
  await slots(page).getByRole('link').first().click();
  await button(page, 'A taken or closed time').click();
  const dialog = page.getByRole('dialog', { name: /^Book a taken or closed time/ });
  await dialog.getByLabel('Time').fill(time.replace(':', ''));
  await expect(dialog).toContainText('Somebody else has this slot');
  await expect(dialog.getByRole('button', { name: 'Hold it all the same' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Two sisters come together');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('time').first()).toHaveText(time);
  await goTo(page, 'Activity');
  // It is also one of the kinds that the list can be narrowed to.
  await expect(
    page.getByText('Chosen although the time is taken or closed').filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByText('Two sisters come together').first()).toBeVisible();
});
