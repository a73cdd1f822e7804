// Somebody with an appointment asks for another time: moved by keys from the visit, and dragged in the calendar.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardOf,
  button,
  chooseTomorrow,
  goOffline,
  goTo,
  history,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

const slots = (page: Page): Locator => page.getByRole('grid', { name: /^Slots of/ });
const booked = (page: Page): Locator => page.getByRole('list', { name: 'Booked' }).getByRole('listitem');
const place = (page: Page, index: number): Locator =>
  page.getByRole('group', { name: 'Location' }).getByRole('button').nth(index);

/** The calendar of tomorrow; returns the day in words, such as `Friday 20-Nov-2026`. */
async function openTomorrow(page: Page): Promise<string> {
  await goTo(page, 'Calendar');
  await chooseTomorrow(page);
  await expect(booked(page).first()).toBeVisible();
  return (await page.getByRole('heading', { name: /, tomorrow$/ }).innerText()).split(',')[0] ?? '';
}

test('an appointment is moved from its visit by keys alone, and what will happen is said first', async ({
  page,
}) => {
  await seeBoard(page);
  await page.keyboard.press('.');
  await expect(page.getByText('this is the board of tomorrow')).toBeVisible();
  const day = await page.getByRole('heading', { level: 1 }).innerText();
  const row = boardOf(page, day)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first();
  const [name, time] = [
    await row.getByRole('link').innerText(),
    await row.getByRole('time').first().innerText(),
  ];
  await row.getByRole('link').click();
  await expect(title(page, name)).toBeVisible();
  await button(page, 'Move appointment').focus();
  await page.keyboard.press('Enter');
  const moving = page.getByRole('status').filter({ hasText: `Moving ${name}` });
  await expect(moving).toContainText(`${day}, ${time}`);
  await expect(slots(page).getByText(`${time} stands here now`)).toBeVisible();
  await expectAccessible(page);

  // The address outlives a reload, once the browser knows it.
  await expect(page).toHaveURL(/#\/calendar\/\d{4}-\d\d-\d\d\/[^/]+$/);
  await page.reload();
  await expect(moving).toBeVisible();
  const choices = slots(page).getByRole('button', { name: /^Move to/ });
  await choices.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const target = slots(page).locator('button:focus');
  const to = await target.innerText();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });
  await expect(dialog).toContainText(`${day}, ${time}`);
  await expect(dialog).toContainText(`${day}, ${to}`);
  await expect(dialog).toContainText(`Its slot at ${time} becomes free for others.`);
  await expectAccessible(page);

  // Thought better of: nothing has happened.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(moving).toContainText(`${day}, ${time}`);
  await expect(target).toHaveText(to);
  await page.keyboard.press('Enter');
  await expect(button(dialog, 'Move the appointment')).toBeFocused();
  await seePageAtRest(page);
  await page.keyboard.press('Enter');
  await expect(title(page, name)).toBeVisible();
  await expect(history(page).filter({ hasText: 'Move of the appointment saved' })).toContainText(to);
  await button(page, 'Back to the board').click();
  await expect(
    boardOf(page, day)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('time')
      .first(),
  ).toHaveText(to);
  await goTo(page, 'Outbox');
  await expect(
    page.getByText('Every change meant for the service has reached it', { exact: false }),
  ).toBeVisible();
});

test('an appointment is dragged onto a slot, onto another day and onto another location', async ({
  page,
}) => {
  await seeBoard(page);
  const day = await openTomorrow(page);
  const first = booked(page).first();
  const name = await first.getByRole('link').innerText();
  const time = await first.getByRole('time').innerText();
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });

  // In sight, so that nothing scrolls between taking it up and letting it go.
  const free = slots(page).getByRole('link').nth(9);
  const to = await free.innerText();

  // Put back: by Escape, and because it was let go over nothing.
  const held = page.getByRole('status').filter({ hasText: `${time} ${name}` });
  await first.hover();
  await page.mouse.down();
  await free.hover();
  await expect(held).toContainText(`to ${to}`);
  await page.keyboard.press('Escape');
  await expect(held).toHaveCount(0);
  await page.mouse.up();
  await first.hover();
  await page.mouse.down();
  await title(page, 'Calendar').hover();
  await expect(held).toContainText('Drop it on a free slot');
  await page.mouse.up();
  await expect(held).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(first.getByRole('time')).toHaveText(time);

  await first.dragTo(free);
  await expect(dialog).toContainText(`${day}, ${time}`);
  await expect(dialog).toContainText(`${day}, ${to}`);
  await button(dialog, 'Move the appointment').click();
  await expect(title(page, name)).toBeVisible();

  // Onto a day of the month: the day is opened, and its slots wait for the appointment.
  await openTomorrow(page);
  const line = booked(page).filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(line.getByRole('time')).toHaveText(to);
  await button(page, 'Month after').click();
  const other = page
    .getByRole('gridcell')
    .getByRole('button', { name: /free slots/ })
    .first();
  const otherDay = (await other.locator('.visually-hidden').innerText()).split(',')[0] ?? '';
  await line.dragTo(other);
  await expect(page.getByRole('heading', { name: new RegExp(`^${otherDay}`) })).toBeVisible();
  await expect(page.getByText(`Moving ${name}`, { exact: false })).toBeVisible();
  await slots(page)
    .getByRole('button', { name: /^Move to/ })
    .first()
    .click();
  await expect(dialog).toContainText('stands on the board of the other day');
  await button(dialog, 'Move the appointment').click();
  await expect(title(page, name)).toBeVisible();

  // Onto another location.
  await button(page, 'Move appointment').click();
  await expect(booked(page).filter({ hasText: name })).toBeVisible();
  const elsewhere = await place(page, 1).innerText();
  await booked(page).filter({ hasText: name }).dragTo(place(page, 1));
  await expect(place(page, 1)).toHaveAttribute('aria-pressed', 'true');
  await slots(page)
    .getByRole('button', { name: /^Move to/ })
    .first()
    .click();
  await expect(dialog).toContainText(`at ${elsewhere}`);
  await expect(dialog).toContainText('It is at another location then');
  await expectAccessible(page);
  await button(dialog, 'Move the appointment').click();
  await expect(dialog).toHaveCount(0);
  await place(page, 1).click();
  await expect(booked(page).filter({ hasText: name })).toBeVisible();
  await expectAccessible(page);
});

test('with the line down a move waits and is shown as waiting; nobody who is here is moved', async ({
  page,
}) => {
  await seeBoard(page);
  await openTomorrow(page);
  await expect(slots(page)).toBeVisible();
  await goOffline(page);
  await openTomorrow(page);
  const line = booked(page).first();
  const name = await line.getByRole('link').innerText();
  const time = await line.getByRole('time').innerText();
  await button(line, `Move ${name}`).click();
  await slots(page)
    .getByRole('button', { name: /^Move to/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });
  await expect(dialog).toContainText('The service cannot be reached');
  await button(dialog, 'Move the appointment').click();
  await expect(title(page, name)).toBeVisible();
  await expect(page.locator('article')).toContainText(`waits to be moved here from`);
  await expect(page.locator('article')).toContainText(time);
  await expectAccessible(page);
  await goTo(page, 'Outbox');
  await expect(page.getByText('Move the appointment')).toBeVisible();

  await goTo(page, 'Training');
  await page.getByRole('switch', { name: 'Go offline' }).uncheck();
  await goTo(page, 'Outbox');
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 30_000 });
  await expect(panel(page, 'Needs attention')).toHaveCount(0);
});
