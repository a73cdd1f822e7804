// A fault in one screen takes neither the window away nor the screens beside it.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { boardRow, button, goTo, namesOnBoard, openVisit, seeBoard, title } from './support/desk.ts';

test('a visit and a screen that cannot be drawn leave everything else, and are drawn once they can be @web', async ({
  page,
}) => {
  await seeBoard(page);
  const [person = '', other = ''] = await namesOnBoard(page);
  let broken: string[] = ['visits.get'];
  // Nothing that an engine answers; a fault in a screen meets the same.
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    return broken.includes(name)
      ? route.fulfill({ json: { ok: true, value: { items: [null] } } })
      : route.continue();
  });
  await page.setViewportSize({ width: 1400, height: 800 });
  await boardRow(page, person).getByRole('link').click();
  const visit = page.getByRole('region', { name: 'Visit' });
  await expect(visit.getByRole('alert')).toContainText('This could not be shown');
  await expect(boardRow(page, person)).toBeVisible();
  await expectAccessible(page);
  broken = [];
  await button(page, 'Load the window again').click();
  await expect(title(page, person)).toBeVisible();
  broken = ['visits.get'];
  await boardRow(page, other).getByRole('link').click();
  await expect(visit.getByRole('alert')).toContainText('This could not be shown');
  broken = [];
  await openVisit(page, person);
  await expect(visit.getByRole('alert')).toHaveCount(0);

  broken = ['orders.list'];
  await goTo(page, 'Orders');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This could not be shown');
  await goTo(page, 'Board');
  await expect(boardRow(page, person)).toBeVisible();
  await goTo(page, 'Orders');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This could not be shown');
});
