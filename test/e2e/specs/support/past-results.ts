// The way to results that the demo data has: those of people who were here in the past days.
import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { boardOf, button, seeBoard, title } from './desk.ts';

/** Goes back day by day to a visit whose results are ready, and opens them. */
export async function openResultsOfThePast(page: Page): Promise<{ name: string }> {
  await seeBoard(page);
  const day = page.getByRole('heading', { level: 1 });
  for (let back = 1; back <= 6; back += 1) {
    const before = await day.innerText();
    await expect(async () => {
      await page.keyboard.press(',');
      await expect(day).not.toHaveText(before, { timeout: 2_000 });
    }).toPass();
    const rows = boardOf(page, await day.innerText()).getByRole('link');
    // A desk that has just started reads the past after today.
    await expect(rows.first()).toBeVisible({ timeout: 60_000 });
    for (const name of await rows.allInnerTexts()) {
      await rows.filter({ hasText: name }).first().click();
      await expect(title(page, name)).toBeVisible();
      // What there is of a registration comes at once: its documents always, its results when they are ready.
      await expect(page.getByRole('link', { name: /^Documents of/ }).first()).toBeVisible();
      const results = page.getByRole('link', { name: /^Results of/ });
      if ((await results.count()) > 0) {
        await results.first().click();
        await expect(title(page, 'Results')).toBeVisible();
        return { name };
      }
      await button(page, 'Back to the board').click();
      await expect(rows.first()).toBeVisible();
    }
  }
  throw new Error('No visit of the past days has results.');
}
