// What carries the app: keys of windows, further windows, the end of the desk and its next start.
import { expect, expectAccessible, test } from '../fixtures.ts';

test('a fresh desk opens on the board, in training, with its key out of sight', async ({ page }) => {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText(/training/i).first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessible(page);
});

test('a reload goes on working', async ({ page }) => {
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('a second window shows the same desk', async ({ host }) => {
  const second = await host.openWindow();
  await expect(second.getByRole('row').nth(3)).toBeVisible();
});

test('an address without a key says so, and how to get one @web', async ({ page, context }) => {
  const stranger = await context.newPage();
  await stranger.goto(new URL('/', page.url()).href);
  await expect(stranger.getByRole('heading', { name: 'This window has no key' })).toBeVisible();
  await expectAccessible(stranger);
});

test('a wrong key opens nothing @web', async ({ page, context }) => {
  const stranger = await context.newPage();
  await stranger.goto(new URL('/#token=wrong', page.url()).href);
  await expect(stranger.getByRole('heading', { name: 'This window has no key' })).toBeVisible();
});

test('when the desk ends, its window says so and keeps what it shows @web', async ({ host, page }) => {
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await host.kill();
  await expect(page.getByText('The desk engine has stopped.')).toBeVisible();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('a desk that was killed starts again on the same folder', async ({ host }) => {
  await expect(host.page.getByRole('row').nth(3)).toBeVisible();
  await host.kill();
  const page = await host.restart();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('Ctrl+C ends it in order', async ({ host }) => {
  await expect(host.page.getByRole('main')).toBeVisible();
  expect(await host.stop()).toBe(0);
  expect(host.stderr()).toBe('');
});
