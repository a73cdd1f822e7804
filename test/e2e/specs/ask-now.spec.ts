// What is new at the laboratory is asked for by hand: a location where the desk is set up, a registration where they are listed.
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { button, goTo, panel, seeBoard, title } from './support/desk.ts';
import { withJson } from './support/laboratory.ts';
import type { Laboratory, ServiceAnswer } from './support/laboratory.ts';

interface List {
  readonly items: readonly { readonly id: string }[];
  readonly nr_of_results: number;
}

const LISTS = /^\/api\/(?:test_location|test_registration)\/\?/;
const NEW_LOCATION = 'Deansgate Blood Tests';

/** One record of each list is not there yet. */
const hidden = (path: string, answer: ServiceAnswer): ServiceAnswer =>
  LISTS.test(path)
    ? withJson<List>(answer, (list) => {
        const items = list.items.filter((item) => !isNew(path, item, list));
        return { ...list, items, nr_of_results: list.nr_of_results - 1 };
      })
    : answer;

function isNew(path: string, item: List['items'][number], { items }: List): boolean {
  if (path.includes('test_location')) return 'name' in item && item.name === NEW_LOCATION;
  // The newest is the first of the list.
  return /[?&]page=1(?:&|$)/.test(path) && item === items[0];
}

const makeKnown = (laboratory: Laboratory): void => laboratory.meddle((_path, answer) => answer);
const howMany = async (page: Page): Promise<number> =>
  Number.parseInt(await page.getByText(/^\d+ registrations$/).innerText(), 10);

test.use({ meddling: { meddler: hidden } });

test('a location that the laboratory has opened is looked for in the settings, and the desk set up there @web', async ({
  page,
  laboratory,
}) => {
  await seeBoard(page);
  await button(page, 'Desk settings').click();
  const location = panel(page, 'Location');
  const choice = location.getByLabel('This desk is at');
  await expect(choice.getByRole('option')).not.toHaveCount(0);
  await expect(choice.getByRole('option', { name: NEW_LOCATION })).toHaveCount(0);
  await expectAccessible(page);

  makeKnown(laboratory);
  await button(location, 'Look again now').click();
  await expect(page.getByText('Asking the service now')).toBeVisible();
  await expect(choice.getByRole('option', { name: NEW_LOCATION })).toHaveCount(1);
  await expectAccessible(page);
  await choice.selectOption({ label: NEW_LOCATION });
  await expect(page.getByRole('banner').getByText(NEW_LOCATION)).toBeVisible();
});

test('a registration made a moment ago is on the list once somebody asks the service now @web', async ({
  page,
  laboratory,
}) => {
  await seeBoard(page);
  await goTo(page, 'Registrations');
  await expect(title(page, 'Registrations')).toBeVisible();
  const before = await howMany(page);

  makeKnown(laboratory);
  // From the palette, which is there on every screen.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sync now');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Asking the service now')).toBeVisible();
  await expect.poll(() => howMany(page)).toBe(before + 1);
  await expectAccessible(page);
});
