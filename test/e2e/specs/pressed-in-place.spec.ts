// A press and its end are a tenth of a second apart, and the page may move in it: what was pressed is done, and nothing else.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, goOffline, namesOnBoard, panel, title } from './support/desk.ts';
import { openSecond } from './support/two-windows.ts';
import { rowsWithoutPatient } from './support/registration-list.ts';

/** Comes down in the middle of it, and stays. */
async function pressDown(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

test('what moves away beneath a press is pressed all the same, and what is let go beside it is not @web', async ({
  page,
  host,
}) => {
  // Nothing has to be scrolled: a browser keeps in its place what is scrolled to.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const [, somebody = ''] = await namesOnBoard(page);
  // So that what waits is said until the end.
  await goOffline(page);
  const rows = await rowsWithoutPatient(page);
  await rows.first().getByRole('link').first().click();
  const send = button(page, 'Send completion e-mail');
  await expect(send).not.toHaveAttribute('aria-disabled');

  await pressDown(page, send);
  await page.mouse.move(20, 1_500, { steps: 4 });
  await page.mouse.up();
  await pressDown(page, send);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'What do you want to do?' });
  await expect(palette).toBeVisible();
  await page.mouse.up();
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const second = await openSecond(page, () => host.openWindow());
  await button(second, 'Assign the patient').click();
  await second.getByLabel('Find the person').fill(somebody);
  const found = second.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await expect(found).toContainText(somebody);
  await found.click();
  const results = panel(page, 'Results').getByRole('link', { name: /^Results of/ });
  const before = await results.boundingBox();
  await pressDown(page, results);
  await button(second, 'Assign patient').click();
  await expect(page.getByText('Not confirmed by the service yet')).toBeVisible();
  expect((await results.boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + (before?.height ?? 0));
  await page.mouse.up();
  await expect(title(page, 'Results')).toBeVisible();
});
