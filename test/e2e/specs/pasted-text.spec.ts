// A megabyte of text that gets into a field, because something else was copied than somebody believes: each place says so in words.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expect, test } from '../fixtures.ts';
import { button, goTo, searchBox, seeBoard } from './support/desk.ts';

const MEGABYTE = 'Oliver 1984 '.repeat(90_000);
const TOO_LONG = 'No name and no code is as long as that. Shorten what is looked for.';

/**
 * As Ctrl+V does it: what does not fit into the field is left out by the browser. On a busy machine the clipboard has a megabyte only a
 * while after it was copied, and gives nothing before; and now and then it never has it, so it is copied once more then.
 */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  const before = await field.inputValue();
  await field.focus();
  await expect(async () => {
    await copy(page, text);
    await expect(async () => {
      await page.keyboard.press('Control+V');
      await expect(field).not.toHaveValue(before, { timeout: 5_000 });
    }).toPass({ timeout: 20_000 });
  }).toPass();
}

async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const focused = document.activeElement;
    const source = document.createElement('textarea');
    source.value = copied;
    document.body.append(source);
    source.select();
    document.execCommand('copy');
    source.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }, text);
}

test('a megabyte that is pasted into a search is said to be too long, and finds as before once it is gone @web', async ({
  page,
}) => {
  const refused: number[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.status());
  });
  await seeBoard(page);
  await paste(page, searchBox(page), MEGABYTE);
  const search = page.getByRole('search').filter({ has: searchBox(page) });
  await expect(search.getByRole('status')).toHaveText(TOO_LONG);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(search.getByRole('status')).toHaveText(TOO_LONG);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveValue('');

  await page.keyboard.press('Control+k');
  await paste(page, page.getByRole('combobox', { name: 'Command' }), MEGABYTE);
  await expect(page.getByRole('dialog').getByText(TOO_LONG)).toBeVisible();
  await page.keyboard.press('Escape');

  await paste(page, page.getByLabel('Show only this name'), MEGABYTE);
  await expect(page.getByRole('table', { name: 'Visits of today' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await seeBoard(page);

  await button(page, 'Walk-in').click();
  await paste(page, page.getByLabel('Find the person'), MEGABYTE);
  await expect(page.getByText(TOO_LONG)).toBeVisible();
  expect(refused).toEqual([]);
});

test('a field that takes only so many characters says what it left out of a paste @web', async ({ page }) => {
  await seeBoard(page);
  for (const [place, label] of [
    ['Patients', 'Find a person'],
    ['Registrations', 'Code, reference or person'],
  ] as const) {
    await goTo(page, place);
    const field = page.getByLabel(label);
    await paste(page, field, MEGABYTE);
    await expect(field).toHaveValue(MEGABYTE.slice(0, 200));
    await expect(page.getByText('Only the first 200 characters fit here.')).toBeVisible();
    await expectAccessible(page);
    await field.fill('Oliver');
    await expect(page.getByText('Only the first 200 characters fit here.')).toBeHidden();
  }
});

test('a command that holds a megabyte is refused in words, and what was typed stays @web', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Orders');
  const field = page.getByLabel('Open an order');
  await field.fill(MEGABYTE);
  await button(page, 'Open').click();
  await expect(page.getByRole('alert')).toContainText('longer than anything of its kind can be. Shorten it.');
  await expect(field).toHaveValue(MEGABYTE);
});
