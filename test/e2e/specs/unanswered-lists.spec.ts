// A list that is narrowed while the desk cannot answer says so, and never shows rows of before as if they fitted what is asked now.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkIn, goTo, namesOnBoard, openVisit, seeBoard } from './support/desk.ts';
import { registrationRows } from './support/registration-list.ts';

const failure = { kind: 'timeout', retry: 'later', detail: 'no answer' };
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

/** From now on the desk fails at this question. Resolves to what has it answer again. */
async function failAt(page: Page, name: string): Promise<() => Promise<void>> {
  await page.route('**/api/call', async (route) => {
    const asked = route.request().postDataJSON() as { name: string };
    return asked.name === name ? route.fulfill({ json: { ok: false, error: failure } }) : route.fallback();
  });
  return () => page.unroute('**/api/call');
}

test('rows of the whole list go where it cannot be narrowed, and those that fit come once it can @web', async ({
  page,
}) => {
  await seeBoard(page);
  const [surname = '', another = ''] = (await namesOnBoard(page)).map((name) => name.split(',')[0] ?? '');

  await goTo(page, 'Registrations');
  await expect(registrationRows(page).first()).toBeVisible();
  const answerList = await failAt(page, 'registrations.list');
  const wanted = page.getByLabel('Code, reference or person');
  await wanted.fill(surname);
  await expect(alert(page)).toBeVisible();
  await expect(registrationRows(page)).toHaveCount(0);
  await answerList();
  await wanted.fill(`${surname},`);
  await expect(registrationRows(page).first()).toContainText(surname);
  await expect(alert(page)).toHaveCount(0);

  await goTo(page, 'Patients');
  const find = page.getByLabel('Find a person');
  const found = page.getByRole('region', { name: 'People found' });
  await find.fill(another);
  await expect(found).toBeVisible();
  const answerSearch = await failAt(page, 'patients.search');
  await find.fill(surname);
  await expect(alert(page)).toBeVisible();
  await expect(found).toHaveCount(0);
  await answerSearch();
  await find.fill(`${surname},`);
  await expect(found).toContainText(surname);
  await expect(alert(page)).toHaveCount(0);
});

test('the activity of everybody is not shown as that of one person where the desk cannot answer @web', async ({
  page,
}) => {
  await seeBoard(page);
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await goTo(page, 'Activity');
  const entries = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(entries.filter({ hasText: 'Checked in' })).toHaveCount(1);
  const answer = await failAt(page, 'activity.list');
  const who = page.getByRole('combobox', { name: 'Who', exact: true });
  await who.selectOption('Desk');
  await expect(alert(page)).toBeVisible();
  await expect(entries).toHaveCount(0);
  await answer();
  await who.selectOption('Everybody');
  await page.getByRole('combobox', { name: 'What' }).selectOption('Checked in');
  await expect(entries).toHaveCount(1);
  await expect(alert(page)).toHaveCount(0);
});
