// A person whose names are as long as the service takes them, each in one word: nothing reaches out of the window. And a usual name in
// a window that is hardly wider than it.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  behave,
  button,
  checkIn,
  chooseTest,
  closeVisit,
  connection,
  enterKitCustomer,
  enterPerson,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  placeOrder,
  seeBoard,
} from './support/desk.ts';

const LAST = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100);
const FIRST = 'Hubertblaine'.repeat(9).slice(0, 100);

/** What stands beyond the right edge of the window, by its first words, but for what scrolls on purpose. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        return width > 0 && right > document.documentElement.clientWidth + 1;
      })
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
  );

test('names of a hundred letters fit at the walk-in, on the board, on the patient’s screen and in the activity @web', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill('nobody by this name');
  await button(page, 'New person').click();
  await enterPerson(page, {
    firstName: FIRST,
    lastName: LAST,
    birth: ['1', '2', '1960'],
    gender: 'Female',
    email: 'long@example.org',
  });
  await button(page, 'Create person').click();
  await chooseTest(page, 'iron');
  await expect(page.getByText('and confirmed in one step')).toBeVisible();
  expect(await beyond(page)).toEqual([]);

  await button(page, 'Confirm walk-in').click();
  await checkIn(page);
  await closeVisit(page);
  await expect(page.getByText('Waiting longest')).toBeVisible();
  expect(await beyond(page)).toEqual([]);

  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill('wolfeschlegel');
  await panel(page, 'People found').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(FIRST);
  expect(await beyond(page)).toEqual([]);

  await goTo(page, 'Activity');
  await expect(page.getByRole('table').getByText(FIRST).first()).toBeVisible();
  expect(await beyond(page)).toEqual([]);
});

test('what can be done about a member of staff stays in the window, however long their name is @web', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await seeBoard(page);
  await goTo(page, 'People');
  await button(page, 'Add somebody').click();
  const add = page.getByRole('dialog', { name: 'Add somebody' });
  await add.getByLabel('Initials').fill('WW');
  await add.getByLabel('Name', { exact: true }).fill('W'.repeat(80));
  await button(add, 'Add').click();
  await expect(button(page, 'Change WW')).toBeInViewport({ ratio: 1 });
  expect(await beyond(page)).toEqual([]);
});

test('at 320 pixels and at twice the text size names on the worklist stand in whole words, and what the badge says is in the window @web', async ({
  page,
}) => {
  const [first = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await checkIn(page);
  await behave(page, 'Out of paper');
  await goTo(page, 'Board');
  await openVisit(page, first);
  await button(page, 'Print label').click();
  const badge = connection(page).getByRole('button');
  await expect(badge).toContainText('1 print job needs attention');
  await goTo(page, 'Worklist');
  const waiting = page.getByRole('list', { name: 'People waiting, longest first' });
  const name = waiting.getByText(first);
  for (const { width, text } of [
    { width: 320, text: 100 },
    { width: 800, text: 200 },
  ]) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((percent) => localStorage.setItem('drawdesk.text-size', String(percent)), text);
    await page.reload();
    await expect(name).toBeVisible();
    const lines = await name.evaluate((words) => {
      // As long as a usual surname.
      words.textContent = 'WALKER, Liam';
      const [start, end] = [document.createRange(), document.createRange()];
      if (!words.firstChild) throw new Error('There is no name.');
      start.setStart(words.firstChild, 0);
      start.setEnd(words.firstChild, 1);
      end.setStart(words.firstChild, 5);
      end.setEnd(words.firstChild, 6);
      return [start, end].map((letter) => Math.round(letter.getBoundingClientRect().top));
    });
    expect(lines[0]).toBe(lines[1]);
    await expect(badge).toBeInViewport({ ratio: 1 });
    expect(await badge.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  }
});

test('a town of one long word stays within a narrow window on the order, and an order that nobody knows is not said to be removed', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Orders');
  await page.getByLabel('Open an order').fill('ORD-99999999');
  await button(page, 'Open').click();
  await expect(page.getByRole('alert')).toContainText('No order was found');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await enterKitCustomer(page);
  await page.getByLabel('Town').fill('Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch');
  await placeOrder(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Order ORD-/ })).toBeVisible();
  await expect(panel(page, 'Address')).toContainText('Llanfairpwll');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => beyond(page)).toEqual([]);
});
