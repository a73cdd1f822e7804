// The way to results that the demo data has: those of people who were here in the past days.
import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { button, seeBoard, title } from './desk.ts';

/** Goes back day by day to a visit whose results are ready, and opens them. */
export async function openResultsOfThePast(page: Page): Promise<{ name: string }> {
  await seeBoard(page);
  for (let back = 1; back <= 6; back += 1) {
    const shown = page.url();
    await expect(async () => {
      await page.keyboard.press(',');
      expect(page.url()).not.toBe(shown);
    }).toPass();
    const rows = page.getByRole('table', { name: /^Visits of/ }).getByRole('link');
    // A desk that has just started reads the past after today.
    await expect(rows.first()).toBeVisible({ timeout: 60_000 });
    for (const name of await rows.allInnerTexts()) {
      await rows.filter({ hasText: name }).first().click();
      await expect(title(page, name)).toBeVisible();
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
