// A slot that is held for two windows, which one of them gives back or books; a person whom both correct, or register: the other window says
// what became of it, and nothing that was not done is taken for done.
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { boardRows, button, goTo, namesOnBoard, panel, seeBoard, title } from './support/desk.ts';
import { refusal } from './support/laboratory.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';

const time = (page: Page) => panel(page, '3. Time');
const heldFor = (page: Page) => page.getByRole('timer', { name: 'Held for' });

/** Person and test of a walk-in. */
async function choosePersonAndTest(page: Page): Promise<void> {
  await page.getByLabel('Find the person').fill('ahmed');
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first().check();
}

/** Holds the first slot there is, and takes up the same booking at another window. */
async function holdInBoth(page: Page, open: () => Promise<Page>): Promise<Page> {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await choosePersonAndTest(page);
  await button(page, 'Hold slot').click();
  await expect(heldFor(page)).toBeVisible();
  // Opened so that its questions are counted: before its news is held back, all of them are answered.
  const second = await openSecond(page, open);
  await goTo(second, 'Board');
  await seeBoard(second);
  await boardRows(second)
    .filter({ hasText: /Held slot/ })
    .first()
    .getByRole('link')
    .click();
  await button(second, 'Continue booking').click();
  await expect(heldFor(second)).toBeVisible();
  return second;
}

test('a held slot that another window books is not taken for given back @web', async ({ page, host }) => {
  const second = await holdInBoth(page, () => host.openWindow());
  const hear = await withholdNews(second, 'visits.get');
  await button(page, 'Confirm walk-in').click();
  await expect(page.locator('article')).toBeVisible();
  await button(second, 'Give the slot back').click();
  await expect(second.getByRole('alert').filter({ hasText: 'This changed meanwhile' })).toBeVisible();
  hear();
  await expect(time(second).getByRole('alert')).toContainText(
    /This slot was booked meanwhile, at another window. .*AHMED/,
  );
  await expectAccessible(second);
  await button(second, 'Choose another slot').click();
  await expect(button(second, 'Hold slot')).toBeVisible();
  await expect(second.getByRole('alert').filter({ hasText: 'This changed meanwhile' })).toHaveCount(0);
});

test('a held slot that another window gives back is said to be given back, and can be held again @web', async ({
  page,
  host,
}) => {
  const second = await holdInBoth(page, () => host.openWindow());
  await choosePersonAndTest(second);
  const hear = await withholdNews(second, 'visits.get');
  await button(page, 'Give the slot back').click();
  await expect(heldFor(page)).toHaveCount(0);
  await button(second, 'Confirm walk-in').click();
  await expect(second.getByRole('alert').filter({ hasText: 'This changed meanwhile' })).toBeVisible();
  hear();
  await expect(time(second).getByRole('alert')).toContainText('was given back at another window');
  await expectAccessible(second);
  // Person and test stay.
  await expect(panel(second, '1. Person')).toContainText('AHMED');
  await expect(button(second, 'Hold slot again')).toBeVisible();
});

test('a person whom both windows correct is sent again once, and the other one shows what was typed there @web', async ({
  page,
  host,
  laboratory,
}) => {
  const sent: string[] = [];
  laboratory.keepDoor(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/api/patient/') return null;
    sent.push(body);
    return body.includes('Nowhere') ? refusal(422, { 'address.city': 'is not a town' }) : null;
  });
  await goTo(page, 'Patients');
  await button(page, 'New person').first().click();
  await page.getByLabel('Last name').fill('Varga');
  await page.getByLabel('First name').fill('Ilona');
  await page.getByLabel('Day', { exact: true }).fill('29');
  await page.getByLabel('Month', { exact: true }).fill('2');
  await page.getByLabel('Year', { exact: true }).fill('1984');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('E-mail').fill('ilona@example.com');
  await page.getByLabel('First line').fill('1 High Street');
  await page.getByLabel('Town or city').fill('Nowhere');
  await page.getByLabel('Postcode').fill('W1A 1AA');
  await button(page, 'Create person').click();
  await expect(page.getByRole('heading', { level: 1, name: /VARGA, Ilona/ })).toBeVisible();
  const second = await host.openWindow();
  await seeBoard(second);
  for (const [window, town] of [
    [page, 'London'],
    [second, 'Leeds'],
  ] as const) {
    await goTo(window, 'Outbox');
    await button(window, 'Correct and send again').first().click();
    await window.getByRole('dialog').getByLabel('Town or city').fill(town);
  }
  const refused = sent.length;
  await button(page, 'Save and send again').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const told = second.getByRole('dialog', { name: 'Correct VARGA, Ilona' });
  await expect(told).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(told).toContainText('Leeds');
  await expectAccessible(second);
  await button(told, 'Understood').click();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => sent.length).toBe(refused + 1);
  expect(sent.at(-1)).toContain('London');
});

test('a person whom both windows register is registered once, and once more only by whoever has read it @web', async ({
  page,
  host,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill(name);
  await page.getByRole('link', { name }).first().click();
  await expect(title(page, name)).toBeVisible();
  const second = await openSecond(page, () => host.openWindow());
  const question = (window: Page) => window.getByRole('dialog', { name: `Register ${name}` });
  const register = (window: Page) => button(question(window), 'Register for 1 test');
  const made = (window: Page) => window.getByRole('region', { name: /^Registrations: / }).locator('li');
  const before = await made(second).count();
  for (const window of [page, second]) {
    await button(window, 'Register for a test').click();
    await question(window).getByLabel('Find the test').fill('vitamin d');
    await question(window).getByRole('checkbox', { name: 'Vitamin D', exact: true }).check();
  }
  const hear = await withholdNews(second, 'patients.record');
  await register(page).click();
  await expect(question(page)).toHaveCount(0);
  // Nobody has told the second window yet, and its presses register nobody.
  for (const press of ['first', 'second']) {
    await register(second).click();
    await expect(question(second).getByRole('alert'), press).toBeVisible();
  }
  hear();
  await expect(question(second)).toContainText(`${name} is registered for Vitamin D`);
  // A press in haste registers nobody either.
  await register(second).click({ force: true });
  await expectAccessible(second);
  await expect(made(second)).toHaveCount(before + 1);
  await button(question(second), 'I have read it').click();
  await expect(question(second).getByRole('alert')).toHaveCount(0);
  await register(second).click();
  await expect(second).toHaveURL(/#\/registrations\//);
});
