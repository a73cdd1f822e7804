// Somebody is changed under People while they work at another window. Switched off: that window locks, says why, and shows to nobody what
// they typed. Given another role: they are told.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, title } from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';

test.use({ managedSettings: { people: { signIn: 'pin' } } });

const lockScreen = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });

async function signIn(page: Page, initials: string, pin: string): Promise<void> {
  await lockScreen(page).getByRole('radio', { name: initials }).check();
  await lockScreen(page).getByLabel('PIN', { exact: true }).fill(pin);
  await page.keyboard.press('Enter');
  await expect(lockScreen(page)).toBeHidden();
}

test('a window says who was switched off, and the next person sees nothing of theirs @web', async ({
  page,
  host,
}) => {
  await setUpManagerAndColleague(page);

  const second = await host.openWindow();
  await expect(lockScreen(second)).toBeVisible();
  await expect(lockScreen(second)).not.toContainText('switched off');
  await signIn(second, 'RT', '4711');
  await goTo(second, 'Patients');
  await second.getByRole('button', { name: 'New person' }).click();
  await expect(title(second, 'New person')).toBeVisible();
  const lastName = second.getByLabel('Last name');
  await lastName.fill('Okonkwo-Lindqvist');

  await button(page, 'Change RT').click();
  const change = page.getByRole('dialog', { name: 'Change RT' });
  await change.getByRole('switch', { name: 'Works here' }).uncheck();
  await page.keyboard.press('Enter');
  await expect(change).toBeHidden();

  const why = lockScreen(second).getByRole('status').filter({ hasText: 'switched off' });
  await expect(why).toContainText('RT was switched off under “People”. Somebody else can sign in here');
  await expect(lastName).toBeHidden();
  await expectAccessible(second);
  // Also after a reload, and until somebody else is there.
  await second.reload();
  await expect(why).toBeVisible();
  await signIn(second, 'MS', '80264');
  await expect(title(second, 'New person')).toBeVisible();
  await expect(lastName).toHaveValue('');
  await expect(second.getByText('Okonkwo')).toHaveCount(0);
  // Away from the field of the form, which takes what is typed. The window takes keys again once it has drawn itself behind the lock.
  await goTo(second, 'Board');
  await expect(async () => {
    await second.keyboard.press('x');
    await expect(lockScreen(second)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(lockScreen(second)).not.toContainText('switched off');
});

test('whoever is given another role while they work is told @web', async ({ page, host }) => {
  await setUpManagerAndColleague(page);
  const second = await host.openWindow();
  await signIn(second, 'RT', '4711');
  const give = async (role: string): Promise<void> => {
    await button(page, 'Change RT').click();
    const change = page.getByRole('dialog', { name: 'Change RT' });
    await change.getByLabel('Role').selectOption(role);
    await button(change, 'Save').click();
    await expect(change).toBeHidden();
  };
  const notes = (window: Page) => window.getByRole('region', { name: 'Just done' });

  await give('lead');
  await expect(notes(second)).toContainText('RT, your role was changed from reception to lead');
  await expectAccessible(second);
  await give('phlebotomist');
  await expect(notes(second)).toContainText('RT, your role was changed from lead to phlebotomist');
  await expect(notes(page)).not.toContainText('your role');

  // Whoever signs in next with another role than the one before is not told so.
  await second.keyboard.press('x');
  await signIn(second, 'MS', '80264');
  await expect(second.getByRole('button', { name: 'MS,', exact: false })).toBeVisible();
  await expect(notes(second)).not.toContainText('MS, your role');
});
