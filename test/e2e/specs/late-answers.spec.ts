// A desk that takes its time to answer, and whoever does not wait for it: a late answer acts on what it was asked for, and neither on the
// next person nor on the screen that is looked at by then.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  boardRows,
  button,
  chooseTest,
  enterKitCustomer,
  enterPerson,
  goTo,
  namesOnBoard,
  panel,
  placeOrder,
  seeBoard,
  title,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { withholdNews } from './support/two-windows.ts';

const ada = {
  firstName: 'Ada',
  lastName: 'Trevanion',
  birth: ['3', '4', '1961'],
  gender: 'Female',
  email: 'ada.trevanion@example.org',
} as const;

const person = (page: Page) => panel(page, '1. Person');
const note = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Just done' }).getByRole('status').getByText(words);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Find the person').fill(name);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await expect(person(page)).toContainText(name);
}

/** Two people whose names begin differently. */
async function twoOnBoard(page: Page): Promise<readonly [string, string]> {
  const names = (await namesOnBoard(page)).filter((one) => /^[A-Z]{4,}, /.test(one));
  const first = names[0] ?? '';
  return [first, names.find((one) => !one.startsWith(first.slice(0, 4))) ?? ''];
}

/** Confirms somebody's walk-in, whose answers do not come, and is at Walk-in again. Resolves to what lets them come. */
async function confirmAndComeBack(page: Page, name: string): Promise<() => void> {
  await button(page, 'Walk-in').click();
  await choose(page, name);
  await chooseTest(page, 'iron');
  const answer = await withholdNews(page, 'walkIn.hold', 'walkIn.confirm');
  await button(page, 'Confirm walk-in').click();
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  return answer;
}

test('somebody who is created late goes to the walk-in that was left, and not into the next one @web', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill('trevanion, ada');
  await button(page, 'New person').click();
  await enterPerson(page, ada);
  const answer = await withholdNews(page, 'patients.create');
  await button(page, 'Create person').click();
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill('bob');
  answer();
  await expect(note(page, 'TREVANION, Ada is created')).toBeVisible();
  await expect(page.getByLabel('Find the person')).toHaveValue('bob');
  await expect(person(page)).not.toContainText('TREVANION');
  await button(page, 'Go on with TREVANION, Ada').click();
  await expect(person(page)).toContainText('03-Apr-1961');
});

test('somebody who is created late is not chosen for the one who is typed into the form by then @web', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await enterPerson(page, { ...ada, firstName: 'Adele' });
  const answer = await withholdNews(page, 'patients.create');
  await button(page, 'Create person').click();
  await button(page, 'Empty the form').click();
  await page.getByLabel('Last name').fill('Bobbins');
  answer();
  await expect(note(page, 'TREVANION, Adele is created')).toBeVisible();
  await expect(title(page, 'New person')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Bobbins');
});

test('a walk-in that is confirmed late leaves the next one as it is, on the screen where it is @web', async ({
  page,
}) => {
  const [first, second] = await twoOnBoard(page);
  const answer = await confirmAndComeBack(page, first);
  await choose(page, second);
  answer();
  await expect(note(page, `${first} is on the board`)).toBeVisible();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await expect(person(page)).toContainText(second);
  await expect(button(page, 'Hold slot')).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Held for' })).toHaveCount(0);
});

test('a walk-in that is confirmed again while the first press is answered is booked once @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const name = names.find((one) => /^[A-Z]{4,}, /.test(one)) ?? '';
  const answer = await confirmAndComeBack(page, name);
  await button(page, `Go on with ${name}`).click();
  await button(page, 'Confirm walk-in').click();
  answer();
  await expect(note(page, `${name} is on the board`)).toBeVisible();
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  await expect(button(page, `Go on with ${name}`)).toHaveCount(0);
  await goTo(page, 'Board');
  // As expected before, and as the walk-in.
  await expect(boardRows(page).filter({ hasText: name })).toHaveCount(2);
});

test('a walk-in is confirmed also when two more were begun before the answer @web', async ({ page }) => {
  const [first, second] = await twoOnBoard(page);
  const answer = await confirmAndComeBack(page, first);
  await choose(page, second);
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  answer();
  await expect(note(page, `${first} is on the board`)).toBeVisible();
  await expect(button(page, `Go on with ${second}`)).toBeVisible();
});

test('what was refused for one walk-in is not said of whoever is taken into one from the search @web', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await enterPerson(page, ada);
  await button(page, 'Create person').click();
  await expect(title(page, 'TREVANION, Ada')).toBeVisible();
  await goTo(page, 'Board');
  const [first] = await twoOnBoard(page);
  const error = { kind: 'conflict', reason: 'state', retry: 'never', detail: '' };
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (name === 'walkIn.confirm') await route.fulfill({ json: { ok: false, error } });
    else await route.fallback();
  });
  await button(page, 'Walk-in').click();
  await choose(page, first);
  await chooseTest(page, 'iron');
  await button(page, 'Confirm walk-in').click();
  const refusal = page.getByText('That is not possible right now');
  await expect(refusal).toBeVisible();
  await page.getByLabel('Scan or search').fill('trevanion');
  await page.getByRole('option', { name: 'TREVANION' }).click();
  await expect(person(page)).toContainText('TREVANION, Ada');
  await expect(refusal).toHaveCount(0);
});

test('Enter on a name that nobody has takes nobody of that name who comes later @web', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  const field = page.getByLabel('Find the person');
  await field.fill('trevanion');
  await field.press('Enter');
  await expect(page.getByText('Nobody here by that name')).toBeVisible();
  // Another window creates the first Trevanion: whoever stands here may be another one.
  const second = await host.openWindow();
  await seeBoard(second);
  await goTo(second, 'Patients');
  await button(second, 'New person').click();
  await enterPerson(second, ada);
  await button(second, 'Create person').click();
  await expect(title(second, 'TREVANION, Ada')).toBeVisible();
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('TREVANION, Ada');
  // Pressed once more, it is meant.
  await field.press('Enter');
  await expect(found).toHaveCount(0);
  await expect(person(page)).toContainText('03-Apr-1961');
});

test('somebody who may be here already is not lost from sight where the form was left @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const [lastName = '', firstName = ''] = (names.find((one) => /^[A-Z]{4,}, \w+$/.test(one)) ?? '').split(
    ', ',
  );
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await enterPerson(page, { ...ada, firstName, lastName });
  const answer = await withholdNews(page, 'patients.create');
  await button(page, 'Create person').click();
  await goTo(page, 'Board');
  answer();
  await expect(note(page, /is not created yet|is created/)).toBeVisible();
});

test('an order that is saved late takes nobody away from another screen, nor the next order with it @web', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await enterKitCustomer(page);
  const answer = await withholdNews(page, 'orders.create');
  await placeOrder(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Start again').click();
  await page.getByLabel('Last name').fill('Bobbins');
  await goTo(page, 'Board');
  answer();
  await expect(note(page, 'The order is saved and goes to the service')).toBeVisible();
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await expect(page.getByLabel('Last name')).toHaveValue('Bobbins');
});

test('an order that was placed does not stand there again in a window that was reloaded before it heard of that @web', async ({
  page,
}) => {
  const { promise: isPlaced, resolve: placed } = Promise.withResolvers<undefined>();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (name !== 'orders.create') return route.fallback();
    // The desk gets it; its answer never comes.
    await route.fetch({ maxRetries: 3 });
    placed(undefined);
  });
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  // What is typed last. Listened for before, as it may be kept before anybody waits for it.
  const isKept = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('ngozi@example.test') === true,
  );
  await enterKitCustomer(page);
  await isKept;
  await placeOrder(page);
  await isPlaced;
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await goTo(page, 'Orders');
  await expect(page.getByText('ODUYA, Ngozi')).toHaveCount(1);
});

test('what is typed on while somebody is saved stays, and is not said to be changed by others @web', async ({
  page,
}) => {
  await goTo(page, 'People');
  const form = page.getByRole('dialog');
  const name = form.getByLabel('Name', { exact: true });
  await button(page, 'Add somebody').click();
  await form.getByLabel('Initials').fill('QX');
  await name.fill('Quinn Xu');
  await button(form, 'Add').click();
  await expect(form).toHaveCount(0);
  await button(page, 'Change QX').click();
  await name.fill('Quinn Xue');
  const answer = await withholdNews(page, 'staff.change');
  await button(form, 'Save').click();
  await name.fill('Quinn Xuereb');
  // Pressed once more before the answer, it would meet its own change there.
  await button(form, 'Save').click();
  answer();
  await expect(note(page, 'QX is changed')).toBeVisible();
  // The dialog lies over it.
  const row = page.getByRole('row', { name: 'QX', includeHidden: true });
  await expect(row).toContainText('Quinn Xue');
  await expect(name).toHaveValue('Quinn Xuereb');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);
  await expect(row).toContainText('Quinn Xuereb');
});

test('what is typed on while a printer is saved stays, and is not said to be changed by others @web', async ({
  page,
}) => {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  const form = page.getByRole('dialog');
  await button(page, 'Add a printer').click();
  await form.getByLabel('Name').fill('Room 2');
  await form.getByLabel('Address').fill('192.0.2.10');
  await button(form, 'Add the printer').click();
  await expect(form).toHaveCount(0);
  await page
    .getByRole('listitem', { name: 'Room 2', exact: true })
    .getByRole('button', { name: /^Change/ })
    .click();
  await form.getByLabel('Name').fill('Room 3');
  const answer = await withholdNews(page, 'printers.change');
  await button(form, 'Save the printer').click();
  await form.getByLabel('Name').fill('Room 4');
  // Pressed once more before the answer, it would meet its own change there.
  await button(form, 'Save the printer').click();
  answer();
  await expect(note(page, 'Room 3 is changed')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Change Room 3' })).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Room 4');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await button(form, 'Save the printer').click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: 'Room 4', exact: true })).toBeVisible();
});

test('a printer that is added late leaves the form of the next one as it is @web', async ({ page }) => {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  const form = page.getByRole('dialog');
  const begin = async (name: string, address: string): Promise<void> => {
    await button(page, 'Add a printer').click();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Address').fill(address);
  };
  await begin('Room 2', '192.0.2.10');
  const answer = await withholdNews(page, 'printers.add');
  await button(form, 'Add the printer').click();
  await button(form, 'Cancel').click();
  await begin('Room 3', '192.0.2.11');
  answer();
  await expect(note(page, 'Room 2 is set up')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Room 3');
  await button(form, 'Add the printer').click();
  await expect(form).toHaveCount(0);
  for (const name of ['Room 2', 'Room 3'])
    await expect(page.getByRole('listitem', { name, exact: true })).toBeVisible();
});

test('a row of the registrations as they were narrowed before opens nobody while the next list is on its way @web', async ({
  page,
}) => {
  await goTo(page, 'Registrations');
  const row = page.getByRole('table', { name: 'Registrations' }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  const { x, y, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const answer = await withholdNews(page, 'registrations.list');
  await button(page, 'No patient').click();
  await page.mouse.click(x + 40, y + height / 2);
  await seePageAtRest(page);
  await expect(title(page, 'Registrations')).toBeVisible();
  answer();
  await expect(row).toContainText('No patient');
  const code = /DRW-\w+/.exec(await row.innerText())?.[0] ?? '';
  await row.getByRole('link').first().click();
  await expect(title(page, code)).toBeVisible();
});
