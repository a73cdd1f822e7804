// Somebody who was chosen, and whose name the laboratory corrects before they are booked, assigned or registered: the screen says it, and
// nothing is sent for whoever was chosen by another name before that was read.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import {
  askNow,
  button,
  chooseTest,
  goTo,
  panel,
  rowsWithoutPatient,
  seeBoard,
  title,
} from './support/desk.ts';
import { withJson, type Meddler } from './support/laboratory.ts';

const CHANGED = 'Ahmed-Corrected';

/** From now on everybody of this last name has another one, in every record. */
const corrected: Meddler = (_path, answer) =>
  withJson<unknown>(answer, (body) =>
    JSON.parse(JSON.stringify(body).replaceAll('"last_name":"Ahmed"', `"last_name":"${CHANGED}"`)),
  );

async function choosePerson(page: Page): Promise<string> {
  await page.getByLabel('Find the person').fill('ahmed');
  const first = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  const name = /AHMED, [^\n\d]+/.exec(await first.innerText())?.[0].trim() ?? '';
  await first.click();
  return name;
}

/** The notice, once the desk has read what was corrected. */
async function noticeOf(place: Page | Locator, name: string): Promise<Locator> {
  const notice = place.getByRole('alert').filter({ hasText: 'This changed meanwhile' });
  await expect(notice).toContainText(`You chose ${name}`, { timeout: 90_000 });
  await expect(notice).toContainText(`Their record says ${name.replace('AHMED', 'AHMED-CORRECTED')}`);
  return notice;
}

/** A button that says why it cannot be pressed is pressed by hand all the same, and says it again. */
async function pressAllTheSame(blocked: Locator): Promise<void> {
  await blocked.focus();
  await blocked.page().keyboard.press('Enter');
  await expect(
    blocked
      .page()
      .getByText(/^Read first what changed meanwhile/)
      .first(),
  ).toBeVisible();
}

test('somebody whose name is corrected while they are booked is booked once that was read @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  const name = await choosePerson(page);
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();

  laboratory.meddle(corrected);
  await askNow(page);
  const notice = await noticeOf(panel(page, '1. Person'), name);
  await expect(notice).toContainText('Nobody was booked');
  await expect(page.getByText('Still needed: that you read how the person is named now')).toBeVisible();
  await expectAccessible(page);
  await button(notice, 'I have read it').click();
  await expect(notice).toHaveCount(0);
  await expect(button(page, 'Confirm walk-in')).toBeFocused();
  const now = name.replace('AHMED', 'AHMED-CORRECTED');
  await expect(panel(page, '1. Person')).toContainText(now);
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, now)).toBeVisible();
});

test('somebody whose name is corrected before they are put on a visit is named anew, and must be read @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  await rowsWithoutPatient(page).first().getByRole('link').click();
  const name = await choosePerson(page);
  const now = name.replace('AHMED', 'AHMED-CORRECTED');
  const question = panel(page, 'Assign this patient?');
  await expect(question).toContainText(name);

  laboratory.meddle(corrected);
  await askNow(page);
  const notice = await noticeOf(question, name);
  await pressAllTheSame(button(question, 'Assign patient'));
  await expect(question).toContainText(name);
  await expectAccessible(page);
  await button(notice, 'I have read it').click();
  await expect(notice).toHaveCount(0);
  await expect(question).toContainText(now);
  await button(question, 'Assign patient').click();
  await expect(title(page, now)).toBeVisible();
});

test('somebody whose name is corrected before they are registered for a test is registered once that was read @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill('ahmed');
  await page.getByRole('link', { name: /AHMED/ }).first().click();
  const head = page.getByRole('heading', { level: 1, name: /^AHMED, / });
  const name = await head.innerText();
  await button(page, 'Register for a test').click();
  const dialog = page.getByRole('dialog', { name: /^Register AHMED/ });
  await dialog.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first().check();

  laboratory.meddle(corrected);
  // The dialog takes the keys of this window.
  const other = await host.openWindow();
  await seeBoard(other);
  await askNow(other);
  const notice = await noticeOf(dialog, name);
  await pressAllTheSame(button(dialog, 'Register for 1 test'));
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await button(notice, 'I have read it').click();
  await button(dialog, 'Register for 1 test').click();
  await expect(dialog).toHaveCount(0);
});
