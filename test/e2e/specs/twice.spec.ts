// Reloads, second windows, double clicks, lost answers: nothing is done twice.
import type { Page, Request } from '@playwright/test';
import { startHost } from '../desk-hosts.ts';
import { expect, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  chooseTest,
  enterPerson,
  history,
  namesOnBoard,
  openVisit,
  panel,
  seeBoard,
  tickTwoIdentifiers,
  goTo,
  title,
} from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { learntByService } from './support/training-service.ts';

const checkIns = (page: Page) => history(page).filter({ hasText: 'Checked in' });

const ida = {
  firstName: 'Ida',
  lastName: 'Winterbourne',
  birth: ['12', '12', '1990'],
  gender: 'Female',
  email: 'ida@example.org',
} as const;

test('a double click checks in once and makes one person @web', async ({ page, host }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  await button(page, 'Check in').dblclick();
  await expect(boardRow(page, person)).toContainText('Arrived');
  await expect(checkIns(page)).toHaveCount(1);

  await button(page, 'Walk-in').click();
  await button(page, 'New person').click();
  await enterPerson(page, ida);
  await button(page, 'Create person').dblclick();
  await expect(panel(page, '1. Person')).toContainText('WINTERBOURNE, Ida');
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').dblclick();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await button(page, 'Confirm walk-in').dblclick();
  await expect(title(page, 'WINTERBOURNE, Ida')).toBeVisible();
  await expect(panel(page, 'Registration')).toContainText(/DRW-[0-9A-Z]+/);
  await goTo(page, 'Board');
  await expect(boardRow(page, 'WINTERBOURNE, Ida')).toHaveCount(1);

  await host.stop();
  expect(await learntByService(host.dataFolder)).toMatchObject({ newPatients: 1, newRegistrations: 1 });
});

test('a double click opens the panel of a button, and a click closes it @web', async ({ page }) => {
  await namesOnBoard(page);
  const opener = page.getByRole('button', { name: /^as of / });
  await opener.dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  await opener.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the second click of a double click does nothing to a button that came under the pointer meanwhile', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  await button(page, 'Check in').click();
  const takeBack = button(page, 'Not here after all');
  await takeBack.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(takeBack).toBeVisible();
  await expect(history(page).filter({ hasText: 'Moved from' })).toHaveCount(0);
  // A click of its own is taken.
  await takeBack.click();
  await expect(button(page, 'Check in')).toBeVisible();
  await expect(history(page).filter({ hasText: 'Moved from' })).toHaveCount(1);
});

test('a double click opens a dialog and leaves it open, where its button lies beside it too', async ({
  page,
}) => {
  await goTo(page, 'People');
  const add = button(page, 'Add somebody');
  await add.dblclick();
  const dialog = page.getByRole('dialog', { name: 'Add somebody' });
  await expect(dialog).toBeVisible();
  const [place, where] = [await add.boundingBox(), await dialog.boundingBox()];
  expect(place?.x).toBeGreaterThan((where?.x ?? 0) + (where?.width ?? 0));
  await expect(dialog).toBeFocused();
  // Escape closes it at once, and later so does a press beside it.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await add.click();
  await expect(dialog).toBeVisible();
  await expect(async () => {
    await page.mouse.click((where?.x ?? 0) - 40, (where?.y ?? 0) + 40);
    await expect(dialog).toHaveCount(0, { timeout: 100 });
  }).toPass();
});

test('a reload shows what was done, and leaves no key in the address', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  await button(page, 'Check in').click();
  await expect(button(page, 'Start collecting')).toBeVisible();
  expect(page.url()).not.toContain('token');

  await page.reload();
  await expect(title(page, person)).toBeVisible();
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(checkIns(page)).toHaveCount(1);
});

test('a visit that is loaded anew is not said to be open in another window; one that is, is @web', async ({
  page,
  host,
}) => {
  const toldWhoElse = (window: Page) =>
    window.waitForResponse(
      (response) =>
        response.url().endsWith('/api/call') &&
        (response.request().postDataJSON() as { name: string }).name === 'visits.company',
    );
  const whoElse = page.getByRole('status', { name: 'Who else is here' });
  const [person = ''] = await namesOnBoard(page);
  const told = toldWhoElse(page);
  await openVisit(page, person);
  await told;
  const toldAgain = toldWhoElse(page);
  await page.reload();
  await toldAgain;
  await expect(title(page, person)).toBeVisible();
  await expect(whoElse.filter({ hasText: 'Opened' })).toHaveCount(0);
  const second = await host.openWindow();
  const toldThere = toldWhoElse(second);
  await openVisit(second, person);
  await toldThere;
  await expect(second.getByRole('status', { name: 'Who else is here' })).toContainText(
    'in another window here',
  );
});

test('two windows see the same visit, and only one of them checks it in @web', async ({ page, context }) => {
  const [person = ''] = await namesOnBoard(page);
  const opening = context.waitForEvent('page');
  await button(page, 'Desk settings').click();
  await button(page, 'New window').click();
  const second = await opening;
  await seeBoard(second);
  expect(second.url()).not.toContain('token');
  await goTo(page, 'Board');
  for (const window of [page, second]) {
    await openVisit(window, person);
    await tickTwoIdentifiers(window);
  }
  // Whichever comes second may have learnt of the first before its click: then there is nothing left to press.
  const clicks = await Promise.allSettled(
    [page, second].map((window) => button(window, 'Check in').click({ timeout: 10_000 })),
  );
  expect(clicks.map(({ status }) => status)).toContain('fulfilled');
  for (const window of [page, second]) {
    await expect(button(window, 'Start collecting')).toBeVisible();
    await expect(checkIns(window)).toHaveCount(1);
  }
});

/** Has the desk carry out the first call of this name, and loses its answer. Returns the ids of all calls of this name. */
async function loseFirstAnswer(page: Page, name: string): Promise<readonly string[]> {
  const commandIds: string[] = [];
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { name: string; commandId?: string };
    if (call.name !== name) return route.continue();
    commandIds.push(call.commandId ?? '');
    if (commandIds.length > 1) return route.continue();
    await route.fetch({ maxRetries: 3 });
    return route.abort('connectionreset');
  });
  return commandIds;
}

const stopped = (page: Page) => page.getByText('Drawdesk has stopped.');

test('an answer that was lost is asked for again by itself, under the same id, and nobody is told that the desk has stopped @web', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  const commandIds = await loseFirstAnswer(page, 'visits.checkIn');
  await button(page, 'Check in').click();
  await expect.poll(() => commandIds.length).toBe(2);
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(checkIns(page)).toHaveCount(1);
  expect(new Set(commandIds).size).toBe(1);
  await expect(stopped(page)).toBeHidden();
  await button(page, 'Start collecting').click();
  await expect(button(page, 'Print label')).toBeVisible();
  await expect(stopped(page)).toBeHidden();
});

test('a slot whose answer was lost is held once, and no other one is offered in its place @web', async ({
  page,
}) => {
  await button(page, 'Walk-in').click();
  await expect(panel(page, '3. Time').getByRole('radio', { checked: true })).toHaveCount(1);
  const commandIds = await loseFirstAnswer(page, 'walkIn.hold');
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  expect(commandIds).toHaveLength(2);
  expect(new Set(commandIds).size).toBe(1);
  await button(page, 'Give the slot back').click();
  await expect(button(page, 'Hold slot')).toBeVisible();
  await goTo(page, 'Activity');
  await expect(page.getByRole('row').filter({ hasText: 'Slot chosen' })).toHaveCount(1);
});

test('what the desk could not be asked is told as not saved, and once it answers again that it does @web', async ({
  host,
  page,
  context,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  await host.kill();
  await expect(stopped(page)).toBeVisible();
  await button(page, 'Check in').click();
  const said = page.getByRole('alert').filter({ hasText: 'Drawdesk itself does not answer' });
  await expect(said).toContainText('What you typed stays here');
  await expect(said).not.toContainText('Go on working');

  const again = await startHost.web({ context, args: host.args, env: process.env });
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'It answers again. Nothing was saved: do it again.',
  );
  await expect(said).toHaveCount(0);
  await button(page, 'Check in').click();
  await expect(button(page, 'Start collecting')).toBeVisible();
  expect(await again.stop()).toBe(0);
});

test.describe('where people sign in', () => {
  test.use({ managedSettings: { people: { signIn: 'pin' } } });

  // A desk that has started anew knows nobody: that ends the wait for the lost answer, after the desk was found again.
  test('what was under way as the desk was killed is told once somebody has signed in, and that the desk answers @web', async ({
    host,
    page,
    context,
  }) => {
    await setUpManagerAndColleague(page);
    const newPin = page.getByRole('dialog', { name: 'New PIN for RT' });
    await button(page, 'New PIN for RT').click();
    await newPin.getByLabel('New PIN', { exact: true }).fill('6183');
    await newPin.getByLabel('New PIN again').fill('6183');
    const isIt = (request: Request): boolean => request.postData()?.includes('"staff.setPin"') === true;
    const lost = page.waitForEvent('requestfailed', isIt);
    const runsAgain = Promise.withResolvers<undefined>();
    let heard: Promise<unknown> | null = null;
    // It is told again once the window hears the desk, which then knows nobody.
    await page.route('**/api/challenge', async (route) => {
      if (heard !== null) await runsAgain.promise;
      await route.fallback();
    });
    await page.route('**/api/call', async (route) => {
      if (!isIt(route.request())) return route.fallback();
      if (heard !== null) {
        await heard;
        return route.fallback();
      }
      await host.kill();
      heard = page.waitForResponse((response) => response.url().includes('/api/events') && response.ok());
      return route.abort();
    });
    await seePageAtRest(page);
    await page.keyboard.press('Enter');
    await lost;
    const again = await startHost.web({ context, args: host.args, env: process.env });
    runsAgain.resolve(undefined);
    const lock = page.getByRole('dialog', { name: 'Sign in' });
    await lock.getByLabel('PIN', { exact: true }).fill('80264');
    await seePageAtRest(page);
    await page.keyboard.press('Enter');
    await expect(lock).toBeHidden();
    await expect(newPin.getByRole('alert')).toContainText(
      'It answers again. It may have been saved all the same',
    );
    await expect(newPin.getByRole('alert')).not.toContainText('does not answer');
    expect(await again.stop()).toBe(0);
  });
});
