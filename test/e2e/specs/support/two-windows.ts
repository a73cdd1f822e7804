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

export interface News {
  /** From now on none of these calls is answered, until the returned function is called. What was asked before was answered by then. */
  withhold(): Promise<() => void>;
}

/** Holds back, when told to, what a window hears by these calls. */
export async function newsOf(page: Page, ...calls: readonly string[]): Promise<News> {
  let held: Promise<undefined> | null = null;
  const underWay = new Set<Promise<unknown>>();
  await page.route('**/api/call', async (route) => {
    const request = route.request();
    const { name } = request.postDataJSON() as { name: string };
    if (calls.includes(name)) {
      if (held) await held;
      const answered = request
        .response()
        .then((response) => response?.finished())
        .catch(() => null);
      underWay.add(answered);
      void answered.then(() => underWay.delete(answered));
    }
    await route.fallback();
  });
  return {
    async withhold() {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise;
      await Promise.all(underWay);
      return () => {
        held = null;
        resolve(undefined);
      };
    },
  };
}

/** A window that is told no answer to these calls until the returned function is called. */
export const withholdNews = async (page: Page, ...calls: readonly string[]): Promise<() => void> =>
  (await newsOf(page, ...calls)).withhold();
