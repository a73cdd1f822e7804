// Patients: found by whatever is known of them, shown with all that is known, and a new one with address and ethnicity.
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, enterPerson, goOffline, goTo, namesOnBoard, panel, title } from './support/desk.ts';

test('a person is found by keys alone, looked at, and left again', async ({ page }) => {
  const [name = ''] = await namesOnBoard(page);
  const [lastName = '', firstName = ''] = name.split(', ');
  await page.keyboard.press('j');
  await expect(title(page, 'Patients')).toBeVisible();
  const field = page.getByLabel('Find a person');
  await expect(field).toBeFocused();
  await expectAccessible(page);

  // Both names in the other order; Enter opens the only person.
  await page.keyboard.type(`${firstName.slice(0, 4)} ${lastName}`.toLowerCase(), { delay: 60 });
  await expect(page.getByRole('list').filter({ hasText: name }).first()).toBeVisible();
  await expectAccessible(page);
  expect(decodeURIComponent(page.url()).toLowerCase()).not.toContain(lastName.toLowerCase());
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: new RegExp(lastName) }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, name)).toBeVisible();
  await expect(panel(page, 'Visits here: 1')).toBeVisible();
  await expectAccessible(page);

  // Their registration and their visit are a press away; going back leads to what was searched for.
  const registrations = page.getByRole('region', { name: /^Registrations: [1-9]/ });
  const code = await registrations.locator('strong').first().innerText();
  await registrations.getByRole('link', { name: code }).first().click();
  await expect(title(page, code)).toBeVisible();
  await panel(page, 'Patient').getByRole('link', { name }).click();
  await expect(title(page, name)).toBeVisible();
  await page.getByRole('link', { name: 'All patients' }).click();
  await expect(page.getByLabel('Find a person')).not.toHaveValue('');
});

test('a new person with address and ethnicity: mistakes are named, nothing entered is lost, a duplicate stands beside', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill('Zebedee Ólafsdóttir-O’Neill');
  // Said once, and read out.
  await expect(page.getByRole('status').filter({ hasText: 'Nobody here fits' })).toBeVisible();
  await expect(page.getByText('Nobody by exactly that.')).toHaveCount(0);
  await button(page, 'New person').click();
  await expect(page.getByLabel('Last name')).toHaveValue('Ólafsdóttir-O’Neill');
  await page.getByLabel('First line').fill('1 High Street');
  await button(page, 'Create person').click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(
    'Enter the town or city, or leave the whole address empty',
  );
  await expectAccessible(page);

  // To another screen and back: what was entered is still there.
  await goTo(page, 'Board');
  await page.goBack();
  await expect(page.getByLabel('First line')).toHaveValue('1 High Street');

  // With the line down it waits here, and says so.
  await goOffline(page);
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await expect(page.getByLabel('First line')).toHaveValue('1 High Street');
  await enterPerson(page, {
    firstName: 'Zebedee',
    lastName: 'Ólafsdóttir-O’Neill',
    birth: ['29', '2', '2004'],
    gender: 'Other',
    email: 'zebedee@example.org',
  });
  await page.getByLabel('Town or city').fill('London');
  await page.getByLabel('Postcode').fill('NW1 4RY');
  await page.getByLabel('Ethnicity').fill('White Irish');
  await button(page, 'Create person').dblclick();
  await expect(title(page, 'ÓLAFSDÓTTIR-O’NEILL, Zebedee')).toBeVisible();
  await expect(panel(page, 'Identity and contact')).toContainText('White Irish');
  await expect(panel(page, 'Identity and contact')).toContainText('NW1 4RY');
  await expect(page.getByText('Not confirmed by the service yet')).toBeVisible();
  await expectAccessible(page);

  // Found at once, also without the letters that the keyboard lacks. Nobody was made twice.
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill('olafsdottir 29/2/04');
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();

  // Somebody who is here already stands beside what was entered.
  await page.getByLabel('Find a person').fill('');
  await button(page, 'New person').click();
  await enterPerson(page, {
    firstName: name.split(', ')[1] ?? '',
    lastName: name.split(', ')[0] ?? '',
    birth: ['1', '2', '1960'],
    gender: 'Female',
    email: 'somebody@example.org',
  });
  await button(page, 'Create person').click();
  await expect(page.getByText(/^Possible duplicate/)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Use this person').first().click();
  await expect(title(page, name)).toBeVisible();
});

test('a person is registered for a test without an appointment, also with the connection down', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await goOffline(page);
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill(name);
  await page.getByRole('link', { name }).first().click();
  await expect(title(page, name)).toBeVisible();
  const before = await page
    .getByRole('region', { name: /^Registrations: / })
    .locator('li')
    .count();
  await button(page, 'Register for a test').click();
  const dialog = page.getByRole('dialog', { name: `Register ${name}` });
  await dialog.getByLabel('Find the test').fill('vitamin d');
  await dialog.getByRole('checkbox', { name: 'Vitamin D', exact: true }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Register for 1 test' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('it waits until it can', { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/#\/registrations\//);
  await expect(panel(page, 'Patient')).toContainText(name);
  await expectAccessible(page);
  await panel(page, 'Patient').getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: /^Registrations: / }).locator('li')).toHaveCount(before + 1);
});

test('whoever is quicker than the answer gets nobody that was found for what was typed before @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const first = names[0] ?? '';
  const [lastName = ''] = first.split(', ');
  const other = names.find((name) => !name.startsWith(lastName.slice(0, 2))) ?? '';
  let answers: (() => void)[] | null = null;
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name === 'patients.search' && answers) await new Promise<void>((go) => answers?.push(go));
    await route.fallback();
  });
  /** A press of the mouse, whether or not anything takes it. */
  const pressWhere = async (element: Locator): Promise<void> => {
    const box = await element.boundingBox();
    if (box === null) throw new Error('It is not on the screen.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const answer = (): void => {
    for (const go of answers ?? []) go();
    answers = null;
  };

  await goTo(page, 'Patients');
  const field = page.getByLabel('Find a person');
  await field.fill(first);
  const line = page.getByRole('link').filter({ hasText: first }).first();
  await expect(line).toBeVisible();
  answers = [];
  await field.fill(other);
  // What was found before can still be read, and neither pressed nor taken by the Enter key.
  await pressWhere(line);
  await field.press('Enter');
  await expect(line).toBeVisible();
  await expect(field).toHaveValue(other);
  answer();
  await expect(title(page, other)).toBeVisible();

  await button(page, 'Walk-in').click();
  const chooser = page.getByLabel('Find the person');
  await chooser.fill(other);
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button');
  await expect(found.filter({ hasText: other })).toHaveCount(1);
  answers = [];
  await chooser.fill(first);
  await pressWhere(found.filter({ hasText: other }));
  await expect(chooser).toHaveValue(first);
  answer();
  await found.filter({ hasText: first }).first().click();
  await expect(panel(page, '1. Person')).toContainText(first);
});
