// The one badge: how the connection is in plain words, and behind it how old everything is that is shown.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, connection, goOffline, goTo, seeBoard } from './support/desk.ts';

async function setLine(page: Page, how: 'Well' | 'Slowly' | 'Now and then' | 'Not at all'): Promise<void> {
  await goTo(page, 'Training');
  await page.getByRole('radio', { name: how }).check({ force: true });
}

test('the badge names a slow and an unreliable connection, and is empty when it is normal @web', async ({
  page,
}) => {
  test.slow();
  await seeBoard(page);
  await expect(connection(page)).toBeEmpty();

  await setLine(page, 'Slowly');
  await goTo(page, 'Outbox');
  await button(page, 'Sync now').click();
  await expect(connection(page)).toHaveText(/^Connection: Slow/, { timeout: 60_000 });
  await connection(page).getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Connection: Slow' });
  await expect(details).toContainText(/takes about \d+ seconds? to answer/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(connection(page).getByRole('button')).toBeFocused();

  await setLine(page, 'Now and then');
  await goTo(page, 'Outbox');
  await expect(async () => {
    await button(page, 'Sync now').click();
    await expect(connection(page)).toHaveText(/^Connection: Unreliable/, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });

  await setLine(page, 'Well');
  await expect(connection(page)).toBeEmpty({ timeout: 30_000 });
});

test('the details show the age of the board and of everything else, and that the connection is normal', async ({
  page,
}) => {
  await seeBoard(page);
  await expect(connection(page)).toBeEmpty();
  const age = page.getByRole('button', { name: /^as of \d\d:\d\d/ });
  await age.click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('heading')).toHaveText(/^Connection: (Normal|not measured yet)$/);
  const ages = details.getByRole('definition');
  await expect(ages.first()).toHaveText(/^as of \d\d:\d\d/);
  await expect(details).toContainText('Bookings of other days');
  await expect(ages.nth(1)).toHaveText(/^as of \d\d:\d\d/);
  await expectAccessible(page);
  // Asked for now: what is shown is newer or as new afterwards, and nothing is in the way.
  await button(details, 'Sync now').click();
  await expect(details.getByRole('alert')).toHaveCount(0);
  await details.getByRole('link', { name: 'Open the outbox' }).click();
  await expect(details).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
});

/** How often the details are asked for anew while they are looked at. */
const ASKED_EVERY_MS = 5_000;

// In a window of its own no request is made for a question.
test('what was measured is as it is now when the details are opened, and while they are looked at @web', async ({
  page,
}) => {
  await seeBoard(page);
  await expect(connection(page)).toBeEmpty();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/call') && request.postData()?.includes('"connection.get"')) asked += 1;
  });
  let before = -1;
  // Until the first reading is over, which is told.
  await expect(async () => {
    before = asked;
    await page.waitForTimeout(6_000);
    expect(asked).toBe(before);
  }).toPass();
  // From here on the window's time is moved by the spec alone, so that the counts are the same on a slow machine.
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.install({ time: nowMs });
  await page.clock.pauseAt(nowMs + 1_000);
  const details = page.getByRole('dialog');
  // Each reading of the desk, one a minute, is told and asked about as well: then the details are opened once more.
  await expect(async () => {
    if (await details.isVisible()) await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    before = asked;
    await page.getByRole('button', { name: /^as of \d\d:\d\d/ }).click();
    await expect(details).toContainText('Connection:');
    for (const times of [1, 2, 3]) {
      await expect.poll(() => asked - before, { timeout: 5_000 }).toBe(times);
      await page.clock.runFor(ASKED_EVERY_MS);
    }
  }).toPass({ timeout: 60_000 });
});

test('while the connection is down, the badge says so on every screen, and how much waits', async ({
  page,
}) => {
  await seeBoard(page);
  await goOffline(page);
  await connection(page).getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Connection: Down' });
  await expect(details).toContainText('Go on working: what you save waits here');
  await expectAccessible(page);
});
