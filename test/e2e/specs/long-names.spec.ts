// A person whose names are as long as the service takes them, each in one word: nothing reaches out of the window.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  chooseTest,
  closeVisit,
  enterPerson,
  goTo,
  panel,
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
