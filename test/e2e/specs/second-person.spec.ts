// A site that wants two people for a relaxation: the second one enters their PIN beside the first, whose screen stays.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, namesOnBoard, openVisit, title } from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';

test.use({ managedSettings: { people: { signIn: 'pin', relaxations: 'second-person' } } });

test('one identifier is enough once a second person has agreed @web', async ({ page }) => {
  await setUpManagerAndColleague(page);

  await goTo(page, 'Board');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await button(page, 'Only one identifier available').click();
  const reason = page.getByLabel('Why one identifier is enough today');
  await reason.fill('Lost her bag on the way here');
  await button(page, 'Check in').click();

  // Nobody agrees: nothing is done, and what was entered is there.
  const second = page.getByRole('dialog', { name: 'A second person is needed' });
  await expect(second).toContainText('at this site two people do it together');
  await expect(second.getByLabel('PIN', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(second).toBeHidden();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This needs a second person');
  await expect(reason).toHaveValue('Lost her bag on the way here');

  await button(page, 'Check in').click();
  await second.getByRole('radio', { name: 'RT' }).check();
  await second.getByLabel('PIN', { exact: true }).fill('9999');
  await page.keyboard.press('Enter');
  await expect(second.getByRole('alert')).toHaveText('That PIN is not right.');
  await second.getByLabel('PIN', { exact: true }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(second).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name }).locator('..')).toContainText('Arrived');
  // Whoever worked here still does.
  await expect(page.getByRole('button', { name: 'MS,', exact: false })).toBeVisible();

  await goTo(page, 'Activity');
  await expect(title(page, 'Activity')).toBeVisible();
  const agreed = page.getByRole('row').filter({ hasText: 'Second person agreed' });
  await expect(agreed).toContainText('RT · to one identifier');
  await expect(agreed).toContainText('MS');
});

test('a window that was signed in has the dialog for a second person by the time it is needed @web', async ({
  page,
}) => {
  await setUpManagerAndColleague(page);
  const comes = page.waitForResponse(/\/assets\/second-person-dialog-[^/]+\.js$/);
  await page.reload();
  await comes;
  await goTo(page, 'Board');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page.route(/\/assets\//, (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await button(page, 'Only one identifier available').click();
  await page.getByLabel('Why one identifier is enough today').fill('Lost her bag on the way here');
  await button(page, 'Check in').click();
  await expect(page.getByRole('dialog', { name: 'A second person is needed' })).toBeVisible();
});
