// Somebody else signs in at a window while the desk still owes an answer to whoever was there: what they did is done, and the way back
// from it is offered to nobody else.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  goTo,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  tickTwoIdentifiers,
} from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';
import { withholdAnswers } from './support/withheld-answers.ts';

test.use({ managedSettings: { people: { signIn: 'pin' } } });

const notes = (page: Page) => page.getByRole('region', { name: 'Just done' }).getByRole('status');
/** A note goes by itself, so that one is counted and not waited for. */
const undo = (page: Page) => notes(page).getByRole('button', { name: 'Undo' });
const whoIsIn = (page: Page, initials: string) =>
  page.getByRole('button', { name: `${initials},`, exact: false });

async function handOver(page: Page, initials = 'RT', pin = '4711'): Promise<void> {
  await page.keyboard.press('x');
  const lockScreen = page.getByRole('dialog', { name: 'Sign in' });
  await lockScreen.getByRole('radio', { name: initials }).check();
  await lockScreen.getByLabel('PIN', { exact: true }).fill(pin);
  await page.keyboard.press('Enter');
  await expect(whoIsIn(page, initials)).toBeVisible();
}

/** It is said to be gone, and typed once more. */
async function typePinAnew(page: Page, digits: string): Promise<void> {
  const form = page.getByRole('dialog');
  const pin = form.getByLabel('New PIN', { exact: true });
  await expect(pin).toHaveValue('');
  await expect(pin).toHaveAccessibleDescription(/The PIN is not kept: type it again/);
  await expectAccessible(page);
  await pin.fill(digits);
  await expect(pin).not.toHaveAccessibleDescription(/not kept/);
  await form.getByLabel('New PIN again').fill(digits);
}

test('what was done before a hand-over and is answered after it cannot be undone by the next person @web', async ({
  page,
}) => {
  await setUpManagerAndColleague(page);
  await goTo(page, 'Board');
  const [name = '', other = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await tickTwoIdentifiers(page);
  const answer = await withholdAnswers(page, 'visits.checkIn');
  await button(page, 'Check in').click();
  await handOver(page);
  answer();
  await expect(notes(page)).toContainText(`${name} is checked in`);
  expect(await undo(page).count()).toBe(0);
  await page.unroute('**/api/call');
  // What they do themselves they can take back.
  await goTo(page, 'Board');
  await openVisit(page, other);
  await checkIn(page);
  await expect(undo(page)).toBeVisible();
});

test('whoever is called in before a hand-over cannot be sent back by the next person @web', async ({
  page,
}) => {
  await setUpManagerAndColleague(page);
  await goTo(page, 'Board');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await goTo(page, 'Worklist');
  const answer = await withholdAnswers(page, 'visits.move');
  await button(page, 'Next person').click();
  await handOver(page);
  answer();
  await expect(notes(page)).toContainText(`${name} is called in`);
  expect(await undo(page).count()).toBe(0);
});

test('the window locks by its key in the middle of a question, which is there again with what was typed @web', async ({
  page,
}) => {
  await setUpManagerAndColleague(page);
  await goTo(page, 'Board');
  await openVisitOfTomorrow(page);
  await button(page, 'Cancel appointment').click();
  const question = page.getByRole('dialog', { name: /^Cancel the appointment of/ });
  const reason = question.getByRole('textbox');
  await reason.fill('Is ill until ne');
  // In the field it is a letter.
  await reason.press('x');
  await expect(reason).toHaveValue('Is ill until nex');
  await page.keyboard.press('Tab');
  await expect(reason).not.toBeFocused();
  await page.keyboard.press('x');
  const lockScreen = page.getByRole('dialog', { name: 'Sign in' });
  await expect(lockScreen).toBeVisible();
  await expect(question).toBeHidden();
  await lockScreen.getByRole('radio', { name: 'MS' }).check();
  await lockScreen.getByLabel('PIN', { exact: true }).fill('80264');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('textbox')).toHaveValue('Is ill until nex');
});

test('somebody who is being added, or changed, waits for whoever typed it, and another one’s change is read first @web', async ({
  page,
}) => {
  test.slow();
  await setUpManagerAndColleague(page);
  const form = page.getByRole('dialog');
  const pin = form.getByLabel('New PIN', { exact: true });
  const name = form.getByLabel('Name', { exact: true });
  // No field takes the key of the lock.
  const leaveTheField = (): Promise<void> => form.evaluate((dialog) => (dialog as HTMLElement).focus());

  await button(page, 'Change RT').click();
  await name.fill('Rosa Turner-Hill');
  await form.getByLabel('Role').selectOption('manager');
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);

  await button(page, 'Add somebody').click();
  await form.getByLabel('Initials').fill('QX');
  await name.fill('Quinn Xu');
  await form.getByLabel('Role').selectOption('lead');
  await pin.fill('71935');
  await leaveTheField();
  await handOver(page);
  await expect(button(page, 'Add somebody')).toBeVisible();
  await expect(form).toHaveCount(0);
  await handOver(page, 'MS', '80264');
  await expect(name).toHaveValue('Quinn Xu');
  await expect(form.getByLabel('Initials')).toHaveValue('QX');
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('lead');
  await typePinAnew(page, '71935');
  await button(form, 'Add').click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'QX' })).toContainText('Has a PIN');

  await button(page, 'Change QX').click();
  await name.fill('Quinn Xue');
  await leaveTheField();
  await handOver(page);
  await button(page, 'Change QX').click();
  await expect(name).toHaveValue('Quinn Xu');
  await form.getByRole('switch', { name: 'Works here' }).uncheck();
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);
  await handOver(page, 'MS', '80264');
  await expect(name).toHaveValue('Quinn Xue');
  await expect(form.getByRole('alert')).toContainText('They are switched off');
  // Not asked for again after a reload.
  await button(form, 'I have read it').click();
  await page.reload();
  await expect(name).toHaveValue('Quinn Xue');
  await expect(form.getByRole('switch', { name: 'Works here' })).not.toBeChecked();
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row', { name: 'QX' });
  await expect(row).toContainText('Quinn Xue');
  await expect(row).toContainText('Switched off');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('a new PIN, or a badge, that is being entered is asked for anew once whoever opened it is back @web', async ({
  page,
}) => {
  test.slow();
  await setUpManagerAndColleague(page);
  const form = page.getByRole('dialog');
  const pin = form.getByLabel('New PIN', { exact: true });
  const code = form.getByLabel('Code of the badge');
  const leaveTheField = (): Promise<void> => form.evaluate((dialog) => (dialog as HTMLElement).focus());

  await button(page, 'New PIN for RT').click();
  await pin.fill('55512');
  await leaveTheField();
  await handOver(page);
  await expect(form).toHaveCount(0);
  await handOver(page, 'MS', '80264');
  await expect(page.getByRole('dialog', { name: 'New PIN for RT' })).toBeVisible();
  await typePinAnew(page, '55512');
  await button(form, 'Set the PIN').click();
  await expect(form).toHaveCount(0);

  await button(page, 'Badge of RT').click();
  await code.fill('00471188');
  await leaveTheField();
  await handOver(page, 'RT', '55512');
  await expect(form).toHaveCount(0);
  await handOver(page, 'MS', '80264');
  await expect(page.getByRole('dialog', { name: 'Badge of RT' })).toBeVisible();
  await expect(code).toHaveValue('');
  await expect(code).toHaveAccessibleDescription(/The code is not kept: scan the badge again/);
  await code.fill('00471188');
  await button(form, 'Give this badge').click();
  await expect(form).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row', { name: 'RT' })).toContainText('Has a PIN and a badge');
  await expect(form).toHaveCount(0);
});
