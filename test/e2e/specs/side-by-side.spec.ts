// Several locations beside each other: who is where, from one window.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { boardRows, seeBoard, title } from './support/desk.ts';

test('the boards of all locations stand beside each other, day by day, and lead to each visit', async ({
  page,
}) => {
  await seeBoard(page);
  const here = await boardRows(page).first().getByRole('link').innerText();
  await page.getByRole('link', { name: 'All locations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Locations side by side/ })).toBeVisible();
  const lists = page.getByRole('list', { name: /^Visits at/ });
  const own = page.getByRole('list', { name: 'Visits at Bloomsbury Walk-in Clinic' });
  await expect(own.getByRole('link', { name: here }).first()).toBeVisible();
  const regions = page.getByRole('region', { name: /: \d+$/ });
  await expect(regions).toHaveCount(3);
  await expectAccessible(page);

  // A location that nobody needs is left out, and stays left out.
  await page.getByRole('checkbox', { name: 'Deansgate Blood Tests' }).uncheck();
  await expect(regions).toHaveCount(2);
  await own.getByRole('link', { name: here }).first().click();
  await expect(title(page, here)).toBeVisible();
  await page.goBack();
  await expect(regions).toHaveCount(2);
  await expect(lists.first()).toBeVisible();
});
