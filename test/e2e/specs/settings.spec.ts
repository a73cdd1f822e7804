// The settings: how the desk looks at twice its size, a scanner that is learned from its sheet and then works, and the licences.
import type { Locator, Page } from '@playwright/test';
import { LEARNING_TEXT } from '../../../src/domain/scanner.ts';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import { board, button, goTo, namesOnBoard, openVisit, panel, title, trfCodeOf } from './support/desk.ts';

async function openSettings(page: Page): Promise<void> {
  await button(page, 'Desk settings').click();
  await expect(title(page, 'Desk settings')).toBeVisible();
}

/** Nothing is wider than the window: nobody has to scroll sideways to read a line. */
const widthBeyondWindow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a window looks as its person wants, up to twice as large @web', async ({ page }) => {
  test.slow();
  const [name = ''] = await namesOnBoard(page);
  await openSettings(page);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await page.getByRole('switch', { name: 'More contrast' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await expectAccessible(page);

  const heading = title(page, 'Desk settings');
  const before = (await heading.boundingBox())?.height ?? 0;
  await page.getByRole('radio', { name: '200 %' }).check({ force: true });
  await expect.poll(async () => (await heading.boundingBox())?.height ?? 0).toBeGreaterThan(before * 1.9);
  expect(await widthBeyondWindow(page)).toBe(0);

  // What was chosen stays with the window, and the work goes on at that size.
  await page.reload();
  await expect(page.getByRole('radio', { name: '200 %' })).toBeChecked();
  await goTo(page, 'Board');
  await expect(board(page)).toBeVisible();
  expect(await widthBeyondWindow(page)).toBe(0);
  await openVisit(page, name);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Date of birth', exact: true }).check();
  await button(page, 'Check in').click();
  await expect(button(page, 'Start collecting')).toBeVisible();
  await page.getByRole('button', { name: /^Walk-in/ }).click();
  await expect(page.getByLabel('Find the test')).toBeAttached();
  expect(await widthBeyondWindow(page)).toBe(0);
  await expectAccessible(page);
  await openSettings(page);
  await page.getByRole('radio', { name: '100 %' }).check({ force: true });
});

/** The background that an element, or what is drawn after its content, has in the end. */
const backgroundOf = (of: Locator, pseudo?: '::after'): Promise<string> =>
  of.evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);

test('where the computer fixes all colours, what is ticked and chosen is still told from the rest @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await openVisit(page, name);
  const tick = page.getByRole('checkbox', { name: 'Name', exact: true });
  const other = page.getByRole('checkbox', { name: 'Date of birth', exact: true });
  await tick.check();
  expect(await backgroundOf(tick)).not.toBe(await backgroundOf(other));
  expect(await backgroundOf(tick, '::after')).not.toBe(await backgroundOf(tick));

  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Board' });
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Worklist' });
  expect(await backgroundOf(here)).not.toBe(await backgroundOf(elsewhere));

  // What is chosen is written in the colour for what is selected: nothing in it may bring a background of its own under the words.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calendar' }).click();
  const day = page.locator('[role="gridcell"][aria-selected="true"]');
  await expect(day).toBeVisible();
  expect(await backgroundOf(day.getByRole('button'))).toBe('rgba(0, 0, 0, 0)');

  await openSettings(page);
  const size = (words: string): Locator => page.locator('label').filter({ hasText: words });
  await expect(page.getByRole('radio', { name: '100 %' })).toBeChecked();
  expect(await backgroundOf(size('100 %'))).not.toBe(await backgroundOf(size('125 %')));
  const contrast = page.getByRole('switch', { name: 'More contrast' });
  expect(await backgroundOf(contrast, '::after')).not.toBe(await backgroundOf(contrast));
  await contrast.check();
  expect(await backgroundOf(contrast, '::after')).not.toBe(await backgroundOf(contrast));
  await contrast.uncheck();
});

test('a scanner is learned from its sheet, and is understood from then on @web', async ({ page }) => {
  test.slow();
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await openSettings(page);
  const scanner = panel(page, 'Scanner');
  await expect(scanner).toContainText('What most scanners do');
  await button(scanner, 'Learn the scanner').click();
  await expect(scanner.getByRole('img', { name: `Bars of the text ${LEARNING_TEXT}` })).toBeVisible();
  await expectAccessible(page);

  // Half of the text teaches nothing.
  await scan(page, LEARNING_TEXT.slice(0, 7), { suffix: 'Tab' });
  await expect(scanner.getByRole('status')).toContainText('did not come whole');
  await expect(button(scanner, 'Use this at this desk')).toBeHidden();

  // Nor do Alt and a number for each character, of which nothing would be noticed elsewhere.
  for (const character of LEARNING_TEXT) {
    await page.keyboard.down('Alt');
    for (const digit of String(character.charCodeAt(0))) await page.keyboard.press(`Numpad${digit}`);
    await page.keyboard.up('Alt');
  }
  await page.keyboard.press('Enter');
  await expect(scanner.getByRole('status')).toContainText('as Alt and a number');

  await scan(page, `+${LEARNING_TEXT}`, { suffix: 'Tab' });
  await expect(scanner.getByRole('status')).toContainText('The text came whole');
  await expect(scanner.getByRole('status')).toContainText('Tab');
  // What was learned pushes it down.
  await expect(button(scanner, 'Use this at this desk')).toBeInViewport({ ratio: 1 });
  await button(scanner, 'Use this at this desk').click();
  await expect(scanner).toContainText('Learned at this desk');
  await expect(scanner.getByRole('definition').first()).toHaveText('+');

  await scan(page, `+${code}`, { suffix: 'Tab' });
  await expect(title(page, name)).toBeVisible();

  // Escape leaves the learning, and what was learned can be forgotten.
  await openSettings(page);
  await button(scanner, 'Learn the scanner').click();
  await expect(scanner.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(scanner.getByRole('img')).toBeHidden();
  await button(scanner, 'Forget what was learned').click();
  await expect(scanner).toContainText('What most scanners do');
  await scan(page, code);
  await expect(title(page, name)).toBeVisible();
});

test('the settings tell the shortcuts, the version, and the licences of what is shipped @web', async ({
  page,
}) => {
  await namesOnBoard(page);
  await openSettings(page);
  await expect(panel(page, 'Keyboard shortcuts')).toContainText('Book a walk-in');
  const about = panel(page, 'About');
  await expect(about).toContainText('Training');
  await button(about, 'Licences of everything shipped').click();
  const licences = about.getByRole('list', { name: 'Licences' });
  const react = licences.getByRole('listitem').filter({ hasText: /^react \d+\.\d+\.\d+ · MIT/ });
  await react.getByText(/^react \d/).click();
  await expect(react.getByText('Permission is hereby granted', { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test.describe('where managed settings fix them', () => {
  test.use({ managedSettings: { location: 'Bloomsbury Walk-in Clinic', scanner: { prefix: '~' } } });

  test('the location and the scanner are shown, and cannot be changed @web', async ({ page }) => {
    await expect(page.getByText(/as of \d\d:\d\d/).first()).toBeVisible();
    await openSettings(page);
    await expect(panel(page, 'Scanner')).toContainText('The managed settings of this site fix the scanner');
    await expect(button(page, 'Learn the scanner')).toBeHidden();
    await expect(panel(page, 'Location')).toContainText('The managed settings of this site fix it');
    await expect(page.getByLabel('This desk is at')).toBeHidden();
  });
});
