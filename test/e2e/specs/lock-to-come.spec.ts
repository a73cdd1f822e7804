// A window that is locked before its lock screen can be had: nothing of the desk is seen, and somebody can sign in once it is there.
import { expect, test } from '../fixtures.ts';
import { boardRow, button, goTo, namesOnBoard, seeBoard } from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';

test.use({ managedSettings: { people: { signIn: 'pin' } } });

test('a lock screen that cannot be had leaves nothing of the desk in sight, and comes later @web', async ({
  page,
}) => {
  await setUpManagerAndColleague(page);
  let fails = true;
  await page.route(/\/assets\/(?:lock-screen|pin-form)-[^/]+$/, (route) =>
    fails ? route.abort() : route.continue(),
  );
  await page.reload();
  await goTo(page, 'Board');
  await seeBoard(page);
  const [name = ''] = await namesOnBoard(page);
  await expect(boardRow(page, name)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('status').filter({ hasText: 'This window is locked' })).toBeVisible();
  await expect(boardRow(page, name)).toBeHidden();
  await expect(page.getByText(name).filter({ visible: true })).toHaveCount(0);
  await expect(button(page, 'Desk settings')).toBeHidden();
  await expect(button(page, 'Load anew')).toBeVisible();
  // No key does anything behind it.
  await page.keyboard.press('w');
  await expect(page).not.toHaveURL(/walk-in/);
  fails = false;
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('This window is locked')).toHaveCount(0);
});

test('a window that was signed in has its lock screen by the time it is locked @web', async ({ page }) => {
  await setUpManagerAndColleague(page);
  const comes = page.waitForResponse(/\/assets\/lock-screen-[^/]+\.js$/);
  await page.reload();
  await comes;
  await page.route(/\/assets\//, (route) => route.abort());
  await goTo(page, 'Board');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});
