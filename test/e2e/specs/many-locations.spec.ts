// A laboratory with very many locations: the boards beside each other keep most of the window, and every location can be chosen.
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { seeBoard } from './support/desk.ts';
import { withJson } from './support/laboratory.ts';

interface Locations {
  readonly items: readonly { readonly id: string; readonly name: string }[];
}

const MORE = Array.from({ length: 90 }, (_, index) => index + 1);
const nameOf = (number: number): string => `Sample Rooms of District ${number}`;

function withMore(list: Locations): object {
  const [first] = list.items;
  const more = MORE.map((number) => ({
    ...first,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: nameOf(number),
  }));
  const items = [...list.items, ...more];
  return { ...list, nr_of_results: items.length, items };
}

test.use({
  meddling: {
    meddler: (path, answer) =>
      /^\/api\/test_location\/(\?|$)/.test(path) ? withJson<Locations>(answer, withMore) : answer,
  },
});

test('the boards stand below a choice of very many locations, of which the last can be chosen @web', async ({
  page,
}) => {
  await seeBoard(page);
  await page.getByRole('link', { name: 'All locations' }).click();
  const own = page.getByRole('list', { name: 'Visits at Bloomsbury Walk-in Clinic' });
  await expect(own.getByRole('link').first()).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Deansgate Blood Tests' }).uncheck();
  const last = page.getByRole('checkbox', { name: nameOf(MORE.length), exact: true });
  await last.check();
  await expect(last).toBeInViewport();
  await expect(page.getByRole('region', { name: nameOf(MORE.length) })).toBeInViewport();
});
