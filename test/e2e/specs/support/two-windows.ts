// Two windows of one desk on the same record, and one of them that has not heard yet what the other has done.
import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { seeBoard, title } from './desk.ts';

/** Another window at the same place. @example const second = await openSecond(page, () => host.openWindow()); */
export async function openSecond(page: Page, open: () => Promise<Page>): Promise<Page> {
  const heading = await page.getByRole('heading', { level: 1 }).last().innerText();
  const second = await open();
  await seeBoard(second);
  await second.evaluate((hash) => (location.hash = hash), new URL(page.url()).hash);
  await expect(title(second, heading)).toBeVisible();
  return second;
}

/** A window that is told no answer to these calls until the returned function is called. */
export async function withholdNews(page: Page, ...calls: readonly string[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (calls.includes(name)) await promise;
    await route.fallback();
  });
  return () => resolve(undefined);
}
