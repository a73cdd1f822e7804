// People who sign in: the first site manager, a colleague with a PIN and a badge of their own, a lock, a scan on a locked window, and
// what a role may not do. By keyboard alone.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import { board, checkIn, namesOnBoard, openVisit, title, trfCodeOf } from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { withholdNews } from './support/two-windows.ts';

test.use({ managedSettings: { people: { signIn: 'pin' } } });

const lockScreen = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const pinField = (page: Page) => lockScreen(page).getByLabel('PIN', { exact: true });
const BADGE = '00471188';
const whoIsIn = (page: Page, initials: string) =>
  page.getByRole('button', { name: `${initials},`, exact: false });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Types as a person does: slower than a scanner. */
const typeText = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

async function signIn(page: Page, initials: string, pin: string): Promise<void> {
  const chosen = lockScreen(page).getByRole('radio', { name: initials });
  await expect(pinField(page)).toBeFocused();
  // Up to the people, to the one, and back to the PIN.
  await press(page, 'Shift+Tab');
  for (let turn = 0; turn < 3 && !(await chosen.isChecked()); turn += 1) await press(page, 'ArrowDown');
  await expect(chosen).toBeChecked();
  await press(page, 'Tab');
  await expect(pinField(page)).toBeFocused();
  await typeText(page, pin);
  await press(page, 'Enter');
}

async function lock(page: Page): Promise<void> {
  await press(page, 'x');
  await expect(pinField(page)).toBeFocused();
}

test('each person signs in with a PIN, and a lock keeps what is open @web', async ({ page, host }) => {
  test.slow();
  const setUp = page.getByRole('dialog', { name: 'The first site manager' });
  await expect(setUp).toBeVisible();
  await expectAccessible(page);
  // Nothing of the desk is seen before somebody has signed in, and its keys do nothing.
  await expect(board(page)).toBeHidden();
  const palette = page.getByRole('combobox', { name: 'Command' });
  await press(page, 'Control+k');
  await press(page, 'x');
  await expect(setUp.getByLabel('Your name')).toHaveValue('x');
  await expect(palette).toBeHidden();
  await setUp.getByLabel('Your name').clear();
  const second = await host.openWindow();
  await second.getByLabel('Your name').fill('Rosa Turner');
  await expect(setUp.getByLabel('Your name')).toBeFocused();
  await typeText(page, 'Mira Shah');
  await press(page, 'Tab');
  await typeText(page, 'MS');
  await press(page, 'Tab');
  await typeText(page, '1234');
  await press(page, 'Tab');
  await typeText(page, '1234');
  await press(page, 'Enter');
  await expect(setUp.getByRole('alert')).toContainText('the first that anybody would try');
  await setUp.getByLabel('New PIN', { exact: true }).fill('80264');
  await setUp.getByLabel('New PIN again').fill('80264');
  await press(page, 'Enter');
  await expect(board(page)).toBeVisible();
  await expect(whoIsIn(page, 'MS')).toBeVisible();
  // Whoever was about to do the same at another window is told why they cannot.
  await expect(lockScreen(second).getByRole('status')).toContainText(
    'Mira Shah (MS) was made the site manager at another window.',
  );
  await second.close();

  // The manager gives a colleague a PIN.
  await press(page, 'Control+k');
  await expect(palette).toBeFocused();
  await page.keyboard.type('people who work', { delay: 60 });
  await expect(page.getByRole('option').first()).toContainText('people who work');
  await press(page, 'Enter');
  await expect(title(page, 'People')).toBeVisible();
  await expectAccessible(page);
  // At twice the text size nothing of a row is beyond the edge.
  await page.setViewportSize({ width: 512, height: 384 });
  const beyond = await page
    .getByRole('table')
    .evaluate(
      (table) =>
        table.getBoundingClientRect().right - (table.closest('section')?.getBoundingClientRect().right ?? 0),
    );
  expect(beyond).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'New PIN for RT' }).focus();
  await press(page, 'Enter');
  const newPin = page.getByRole('dialog', { name: 'New PIN for RT' });
  await newPin.getByLabel('New PIN', { exact: true }).focus();
  await typeText(page, '4711');
  await press(page, 'Tab');
  await typeText(page, '4711');
  await expectAccessible(page);
  await press(page, 'Enter');
  await expect(newPin).toBeHidden();
  await expect(page.getByRole('row', { name: 'RT' })).toContainText('Has a PIN');

  // And a badge, which is scanned where it is given.
  await page.getByRole('button', { name: 'Badge of RT' }).focus();
  await seePageAtRest(page);
  await press(page, 'Enter');
  const badge = page.getByRole('dialog', { name: 'Badge of RT' });
  await expect(badge.getByLabel('Code of the badge')).toBeFocused();
  await expectAccessible(page);
  await scan(page, BADGE);
  await expect(badge.getByLabel('Code of the badge')).toHaveValue(BADGE);
  // The answer comes after the dialog was closed: it takes nothing away that was opened since.
  const letGo = await withholdNews(page, 'staff.setBadge');
  await badge.getByRole('button', { name: 'Give this badge' }).click();
  await press(page, 'Escape');
  await expect(badge).toBeHidden();
  await page.getByRole('button', { name: 'Change RT' }).click();
  const change = page.getByRole('dialog', { name: 'Change RT' });
  await change.getByLabel('Name', { exact: true }).fill('Rosa Turner-Hill');
  letGo();
  await expect(page.getByText('RT has a badge')).toBeVisible();
  await expect(change.getByLabel('Name', { exact: true })).toHaveValue('Rosa Turner-Hill');
  await press(page, 'Escape');
  await expect(change).toBeHidden();
  await expect(page.getByRole('row', { name: 'RT' })).toContainText('Has a PIN and a badge');

  // One that comes too slowly is asked for again, without its code.
  await scan(page, BADGE, { gapMs: 80 });
  await expect(page.getByRole('region', { name: 'What was found' })).toContainText('Scan again');
  await expect(page.getByText(BADGE)).toHaveCount(0);

  // Into the search it passes for typing; once its Enter has come, its code is there no more.
  const search = page.getByRole('combobox', { name: 'Scan or search' });
  await search.focus();
  await scan(page, BADGE, { gapMs: 80 });
  await expect(page.getByRole('heading', { name: 'Badge of Rosa Turner' })).toBeVisible();
  await expect(search).toHaveValue('');
  await expect(page.getByText(BADGE)).toHaveCount(0);
  await page.getByRole('button', { name: 'Close what was found' }).click();
  await expect(page.getByRole('heading', { name: 'Badge of Rosa Turner' })).toBeHidden();

  // Scanned while somebody else is signed in, it lets its person take over.
  await scan(page, BADGE);
  await expect(page.getByRole('heading', { name: 'Badge of Rosa Turner' })).toBeVisible();
  await expect(page.getByText(BADGE)).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in as Rosa Turner' }).click();
  await expect(lockScreen(page).getByText('The badge of Rosa Turner.')).toBeVisible();
  await expect(pinField(page)).toBeFocused();
  await typeText(page, '4711');
  await press(page, 'Enter');
  await expect(whoIsIn(page, 'RT')).toBeVisible();

  // What is open stays as it is while the window is locked, and says no more than the role may know.
  await lock(page);
  await expectAccessible(page);
  await expect(title(page, 'People')).toBeHidden();
  // Whoever points at their name goes on with the PIN.
  await lockScreen(page).getByText('Mira Shah').click();
  await expect(pinField(page)).toBeFocused();
  await signIn(page, 'RT', '4712');
  await expect(lockScreen(page)).toContainText('That PIN is not right.');
  await expect(pinField(page)).toBeFocused();
  await typeText(page, '4711');
  await press(page, 'Enter');
  await expect(whoIsIn(page, 'RT')).toBeVisible();
  await expect(page.getByText('Your role may not do this')).toBeVisible();
  await expectAccessible(page);

  // A reload asks nobody again; another window asks.
  await page.reload();
  await expect(whoIsIn(page, 'RT')).toBeVisible();
  const other = await host.openWindow();
  await expect(pinField(other)).toBeFocused();
  await other.close();

  // A scan on a locked window asks who it is, and then does what it was for.
  await press(page, 'b');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await press(page, 'b');
  await expect(title(page, name)).toBeHidden();
  await whoIsIn(page, 'RT').focus();
  await press(page, 'Enter');
  await expect(pinField(page)).toBeFocused();
  await scan(page, code);
  await expect(lockScreen(page).getByText('A scan waits')).toBeVisible();
  // A badge chooses its person, and what waits still does.
  await lockScreen(page).getByRole('radio', { name: 'MS' }).check();
  await scan(page, BADGE);
  await expect(lockScreen(page).getByText('The badge of Rosa Turner.')).toBeVisible();
  await expect(lockScreen(page).getByRole('radio', { name: 'RT' })).toBeChecked();
  await expect(lockScreen(page).getByText('A scan waits')).toBeVisible();
  await expect(pinField(page)).toBeFocused();
  await typeText(page, '4711');
  await press(page, 'Enter');
  await expect(title(page, name)).toBeVisible();

  // What the role may not do is there all the same, and says who may.
  await checkIn(page);
  for (const name of ['Start collecting', 'Print label']) {
    const refused = page.getByRole('button', { name });
    await expect(refused).toHaveAttribute('aria-disabled', 'true');
    await expect(refused).toHaveAccessibleDescription('This needs a phlebotomist, a lead or a site manager.');
  }

  await page.getByRole('button', { name: 'Desk settings' }).click();
  const place = page.getByRole('combobox', { name: 'This desk is at' });
  await expect(place).toBeDisabled();
  await expect(place).toHaveAccessibleName('This desk is at This needs a site manager.');
  await expectAccessible(page);

  // After a restart of the desk the sign-in is over.
  const restarted = await host.restart();
  await expect(lockScreen(restarted)).toBeVisible();
});

test('the only site manager stays one, and is told what to do first @web', async ({ page }) => {
  await setUpManagerAndColleague(page);
  await page.getByRole('button', { name: 'Change MS' }).click();
  const change = page.getByRole('dialog', { name: 'Change MS' });
  const said = change.getByRole('alert');
  await change.getByLabel('Role').selectOption('lead');
  await seePageAtRest(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(said).toContainText('Nobody else is a site manager with a PIN');
  await expect(said).not.toContainText('It has moved on since');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();
  await expect(page.getByRole('row', { name: 'MS' })).toContainText('site manager');

  // With another one who has a PIN it is possible.
  await page.getByRole('button', { name: 'Change RT' }).click();
  const other = page.getByRole('dialog', { name: 'Change RT' });
  await other.getByLabel('Role').selectOption('manager');
  await seePageAtRest(page);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: 'RT' })).toContainText('site manager');
  await page.getByRole('button', { name: 'Change MS' }).click();
  await change.getByLabel('Role').selectOption('lead');
  await seePageAtRest(page);
  await change.getByRole('button', { name: 'Save' }).click();
  // Leads look after no people.
  await expect(page.getByRole('button', { name: 'Change MS' })).toHaveCount(0);
});
