// A screen whose script or styles come late, or not at the first try: it is shown once it is whole, and the window stays.
import type { Page, Route } from '@playwright/test';
import { startHost } from '../desk-hosts.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
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
    await expect(page.getByRole('status').filter({ hasText: 'This screen has not come yet' })).toBeVisible();
    await expectAccessible(page);
    // The rest of the window goes on.
    await goTo(page, 'Board');
    await seeBoard(page);
    await goTo(page, 'Help');
    await expect(title(page, 'Help')).toBeVisible();
    await button(page, 'Desk settings').click();
    fails = false;
    await expect(title(page, 'Desk settings')).toBeVisible();
    expect(await isStyled(page)).toBe(true);
  });
}

test('a screen and a dialog that an updated desk does not have any more say so, and the window is loaded anew from there @web', async ({
  host,
  page,
  context,
}) => {
  await seeBoard(page);
  const DIALOG = /\/assets\/add-initials-[^/]+\.js$/;
  await page.route(DIALOG, (route) => route.fulfill({ status: 404 }));
  await beginAnew(page, 'js', (route) => route.fulfill({ status: 404 }));
  await page.route('**/api/resume', async (route) => {
    const answer = await route.fetch().catch(() => null);
    if (answer === null) return route.abort();
    const opened = (await answer.json()) as object;
    return route.fulfill({ response: answer, json: { ...opened, build: 'the next one' } });
  });
  await host.kill();
  const next = await startHost.web({
    context,
    args: host.args,
    env: process.env,
  });
  await expect(page.getByText('Drawdesk was updated while')).toBeVisible();

  await button(page, 'Desk settings').click();
  const gone = page.getByRole('alert').filter({ hasText: 'load it anew' });
  await expect(gone).toContainText('Drawdesk was updated');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Drawdesk was updated: load it anew' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(button(gone, 'Load anew')).toBeVisible();

  const dialog = page.getByRole('dialog');
  const ask = (): Promise<unknown> => page.getByLabel('Who is working').selectOption('Add initials…');
  await ask();
  await expect(dialog).toContainText('Drawdesk was updated: load it anew');
  await expectAccessible(page);
  await button(dialog, 'Close').click();
  await expect(dialog).toHaveCount(0);
  await ask();
  const anew = page.waitForEvent('load');
  await button(dialog, 'Load anew').click();
  await page.unroute(DIALOG);
  await anew;
  // What was being done is as it is after any loading.
  await expect(page.getByRole('dialog', { name: 'Add initials' })).toBeVisible();
  expect(await next.stop()).toBe(0);
});
