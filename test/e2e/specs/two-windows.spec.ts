// One registration, one order in two windows: what one window has asked of the service, the other one does not ask again before a
// person has read that it was asked; and what both have typed is shown side by side.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';
import { button, goTo, namesOnBoard, panel, placeKit } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import type { Laboratory } from './support/laboratory.ts';
import { newsOf, openSecond, withholdNews } from './support/two-windows.ts';

/** With this reference every test of a registration has failed at once. */
const FAILED = 'test:all_failed+instant:shop-77';

interface Asked {
  readonly emails: number;
  readonly retests: number;
  readonly reships: number;
  readonly refunds: number;
}

/** How often the service was asked for what cannot be called back, from now on. */
function countRequests(laboratory: Laboratory): () => Asked {
  const asked = { emails: 0, retests: 0, reships: 0, refunds: 0 };
  laboratory.keepDoor(({ path, body }) => {
    if (path.endsWith('/send-complete-email')) asked.emails += 1;
    if (path.endsWith('/retest')) asked.retests += 1;
    if (path.endsWith('/reship')) asked.reships += 1;
    if (body.includes('"refund":true')) asked.refunds += 1;
    return null;
  });
  return () => ({ ...asked });
}

/** Whoever presses first reads what has happened, and asks again only if they mean it. */
async function understand(dialog: Locator, words: RegExp): Promise<void> {
  await expect(dialog).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(dialog).toContainText(words);
  await expectAccessible(dialog.page());
  await button(dialog, 'Understood').click();
  await expect(dialog).toHaveCount(0);
}

/** Puts somebody on the registration that is open. */
async function choosePatient(page: Page, name: string): Promise<void> {
  await page.getByLabel('Find the person').fill(name);
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await expect(found).toContainText(name);
  await found.click();
}

test('what one window asked for cannot be asked for by the dialog that was open at the other one @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  const [name = ''] = await namesOnBoard(page);
  await placeKit(page);
  const asked = countRequests(laboratory);
  const second = await openSecond(page, () => host.openWindow());
  const here = page.getByRole('dialog');
  const there = second.getByRole('dialog');

  // A second parcel.
  for (const window of [page, second]) await button(window, 'Have the order sent again').click();
  await button(here, 'Have the order sent again').click();
  await expect(here).toHaveCount(0);
  await expect.poll(() => asked().reships).toBe(1);
  await understand(there, /Have the order sent again: (Done|Waiting to be sent|Being sent)/);
  await button(second, 'Have the order sent again').click();
  await expect(there).toContainText('It was sent again from this desk before');
  await button(there, 'Leave it as it is').click();

  // The e-mail.
  for (const window of [page, second]) {
    await panel(window, 'Registrations').getByRole('link').click();
    await button(window, 'Send completion e-mail').click();
    await window.getByLabel('E-mail address').fill('ngozi@example.test');
  }
  // Confirmed there by Enter before that window has heard of it, and once more when it is refused: neither sends anything.
  const hear = await withholdNews(second, 'registrations.requests', 'registrations.get');
  await button(page, 'Send the e-mail').click();
  await expect(here).toHaveCount(0);
  await expect.poll(() => asked().emails).toBe(1);
  await expect(panel(page, 'Change or ask for').getByText('not done yet')).toHaveCount(0);
  for (const press of ['first', 'second']) {
    await there.getByLabel('E-mail address').press('Enter');
    await expect(there.getByRole('alert'), press).toContainText('This changed meanwhile');
  }
  hear();
  await expect(there).toContainText('You had typed: ngozi@example.test');
  await understand(there, /Send the e-mail .* to ngozi@example\.test/);

  // A retest, of which the laboratory says at once that every test has failed.
  await button(page, 'Assign the patient').click();
  await choosePatient(page, name);
  await button(page, 'Assign patient').click();
  await expect(panel(page, 'Patient')).toContainText(name);
  await button(page, 'Mobile number or reference').click();
  await page.getByRole('textbox', { name: 'Reference', exact: true }).fill(FAILED);
  await button(page, 'Save the change').click();
  const retest = (window: Page): Locator => button(window, 'Ask for a retest');
  await expect(async () => {
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await page.goBack();
    await expect(retest(page)).not.toHaveAccessibleDescription(/no results/, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  for (const window of [page, second]) await retest(window).click();
  await button(here, 'Ask for the retest').click();
  await expect(here).toHaveCount(0);
  await expect.poll(() => asked().retests).toBe(1);
  await understand(there, /Ask for a retest: /);
  expect(asked()).toEqual({ emails: 1, retests: 1, reships: 1, refunds: 0 });
});

test('a refund that both windows ask for is asked for once, and the second one is told who asked @web', async ({
  page,
  host,
  laboratory,
}) => {
  await namesOnBoard(page);
  await placeKit(page);
  const asked = countRequests(laboratory);
  const second = await openSecond(page, () => host.openWindow());
  const news = await newsOf(second, 'orders.get', 'orders.read');
  const here = page.getByRole('dialog');
  const there = second.getByRole('dialog');
  const refund = (window: Page | Locator): Locator => button(window, 'Ask for the money back');
  for (const window of [page, second]) await refund(window).click();
  // Pressed there before that window has heard of it, and once more when it is refused: neither sends anything.
  const hear = await news.withhold();
  await refund(here).click();
  await expect(here).toHaveCount(0);
  await expect.poll(() => asked().refunds).toBe(1);
  for (const press of ['first', 'second']) {
    await refund(there).click();
    await expect(there.getByRole('alert'), press).toContainText('This changed meanwhile');
  }
  hear();
  await understand(there, /Ask for the money back: (Done|Waiting to be sent|Being sent)/);
  await expect(refund(second)).toHaveAccessibleDescription(/.+/);
  expect(asked()).toEqual({ emails: 0, retests: 0, reships: 0, refunds: 1 });
});

test('two windows give a registration to two people, and change its number: each decision is made with the other one in sight @web', async ({
  page,
  host,
}) => {
  const [one = '', other = ''] = await namesOnBoard(page);
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const row = page.getByRole('table', { name: 'Registrations' }).getByRole('row').nth(1);
  await expect(row).toContainText('No patient');
  await row.getByRole('link').first().click();
  await expect(panel(page, 'Change or ask for')).toBeVisible();
  const code = await page.getByRole('heading', { level: 1 }).innerText();
  const second = await openSecond(page, () => host.openWindow());
  const here = page.getByRole('dialog');
  const there = second.getByRole('dialog');

  for (const [window, name] of [
    [page, one],
    [second, other],
  ] as const) {
    await button(window, 'Assign the patient').click();
    await choosePatient(window, name);
  }
  const hear = await withholdNews(second, 'registrations.requests', 'registrations.get');
  await button(here, 'Assign patient').click();
  await expect(here).toHaveCount(0);
  await button(there, 'Assign patient').click();
  await expect(there.getByRole('alert')).toContainText('This changed meanwhile');
  hear();
  // Both people are shown anew, and the question is another one.
  const instead = second.getByRole('dialog', { name: `Take ${code} from ${one}?` });
  await expect(instead.getByRole('alert')).toContainText(`The patient of ${code} is ${one} now.`);
  await expect(instead.getByRole('row', { name: /^Name/ })).toContainText(`${one}${other}`);
  await expectAccessible(second);
  await button(instead, `Assign ${other} instead`).focus();
  await second.keyboard.press('Enter');
  await expect(second.getByText(/^Read first what changed meanwhile/).first()).toBeVisible();
  await button(instead, 'I have read it').click();
  await button(instead, `Assign ${other} instead`).click();
  await expect(instead).toHaveCount(0);
  for (const window of [page, second]) await expect(panel(window, 'Patient')).toContainText(other);

  // The number: what was typed stays, beside what the other window saved.
  const number = (window: Page): Locator => window.getByLabel('Mobile number for text messages');
  for (const window of [page, second]) await button(window, 'Mobile number or reference').click();
  await number(second).fill('07700 900222');
  await number(page).fill('07700 900111');
  await button(here, 'Save the change').click();
  await expect(here).toHaveCount(0);
  await expect(there.getByRole('alert')).toContainText('The mobile number is 07700 900111 now.');
  await expect(there.getByRole('alert')).toContainText('You typed 07700 900222');
  await expect(number(second)).toHaveValue('07700 900222');
  await expectAccessible(second);
  await button(there, 'I have read it').click();
  await button(there, 'Save the change').click();
  await expect(there).toHaveCount(0);

  // Whoever finds that the other one is right leaves it as it is.
  await button(second, 'Mobile number or reference').click();
  await number(second).fill('07700 900333');
  await button(page, 'Mobile number or reference').click();
  await expect(number(page)).toHaveValue('07700 900222');
  await number(page).fill('07700 900444');
  await button(here, 'Save the change').click();
  await button(there, 'Leave the mobile number at 07700 900444').click();
  await expect(number(second)).toHaveValue('07700 900444');
  await button(there, 'I have read it').click();
  await button(there, 'Leave it as it is').click();
  await expect(there).toHaveCount(0);
});
