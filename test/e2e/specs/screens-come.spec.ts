// A screen whose script or styles come late, or not at the first try: it is shown once it is whole, and the window stays.
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, goTo, seeBoard, title } from './support/desk.ts';

/** Loads the window anew, and does this with each request for a file of the settings. */
async function beginAnew(page: Page, ending: 'css' | 'js', answer: (route: Route) => unknown): Promise<void> {
  await page.route(new RegExp(`/assets/settings-[^/]+\\.${ending}$`), answer);
  await page.reload();
  await seeBoard(page);
}

/** As its style sheet makes it, and nothing else. */
const isStyled = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.styleSheets].some(({ href }) => /\/assets\/settings-[^/]+\.css$/.test(href ?? '')),
  );

test('a screen whose styles are slow to come is not shown without them @web', async ({ page }) => {
  await seeBoard(page);
  let isAsked = false;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await beginAnew(page, 'css', async (route) => {
    isAsked = true;
    await promise;
    await route.continue();
  });
  await button(page, 'Desk settings').click();
  await expect.poll(() => isAsked).toBe(true);
  await expect(page.getByLabel('Loading')).toBeVisible();
  await expect(title(page, 'Desk settings')).toHaveCount(0);
  resolve(undefined);
  await expect(title(page, 'Desk settings')).toBeVisible();
  expect(await isStyled(page)).toBe(true);
});

for (const ending of ['js', 'css'] as const) {
  test(`a screen whose ${ending === 'js' ? 'script' : 'style sheet'} cannot be had at first comes later, and the window stays @web`, async ({
    page,
  }) => {
    await seeBoard(page);
    let fails = true;
    let tries = 0;
    await beginAnew(page, ending, (route) => {
      tries += 1;
      return fails ? route.abort() : route.continue();
    });
    await button(page, 'Desk settings').click();
    await expect.poll(() => tries).toBeGreaterThan(1);
    await expect(page.getByLabel('Loading')).toBeVisible();
    // The rest of the window goes on.
    await goTo(page, 'Board');
    await seeBoard(page);
    await button(page, 'Desk settings').click();
    fails = false;
    await expect(title(page, 'Desk settings')).toBeVisible();
    expect(await isStyled(page)).toBe(true);
  });
}
