// What can be changed of a registration, or asked for: whose it is, the number for text messages, the e-mail, a retest.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, namesOnBoard, panel, title } from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { rowsWithoutPatient } from './support/registration-list.ts';

const LOCATION = 'Bloomsbury Walk-in Clinic';
const FAILING = 'test:all_failed+slow:shop-77';

test('a registration is given to somebody and to somebody else, and its number and e-mail are asked for', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const [first = '', second = ''] = names;
  // Without an appointment: the laboratory has no results of one whose sample was not taken.
  const ofNobody = await rowsWithoutPatient(page);
  await ofNobody
    .filter({ hasNotText: /\d\d:\d\d/ })
    .first()
    .getByRole('link')
    .first()
    .click();
  const actions = panel(page, 'Change or ask for');
  await expect(actions).toBeVisible();
  const code = await page.getByRole('heading', { level: 1 }).innerText();

  // Without a patient the e-mail can be sent; what cannot be done says why.
  const change = button(page, 'Mobile number or reference');
  await expect(change).toHaveAccessibleDescription(/^Assign the patient first/);
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Assign the patient first/)).toBeVisible();
  await button(page, 'Send completion e-mail').click();
  await button(page, 'Send the e-mail').click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('E-mail address').fill('somebody@example.org');
  await button(page, 'Send the e-mail').click();
  await expect(page.getByText(`The e-mail for ${code} is saved and goes to the service`)).toBeVisible();

  // The patient.
  const topFound = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await button(page, 'Assign the patient').click();
  await page.getByLabel('Find the person').fill(first);
  await expect(topFound).toContainText(first);
  await topFound.click();
  await button(page, 'Assign patient').click();
  await expect(panel(page, 'Patient')).toContainText(first);

  // The number for text messages and the reference, with which the laboratory will find every test failed two minutes later.
  await button(page, 'Mobile number or reference').click();
  await page.getByLabel('Mobile number for text messages').fill('soon');
  await button(page, 'Save the change').click();
  await expect(page.getByText(/^Enter a mobile number like/).first()).toBeVisible();
  await page.getByLabel('Mobile number for text messages').fill('07700 900123');
  await page.getByRole('textbox', { name: 'Reference', exact: true }).fill(FAILING);
  await button(page, 'Save the change').dblclick();
  await expect(page.getByText(`The change of ${code} is saved`)).toBeVisible();
  await expect(panel(page, 'Details')).toContainText(FAILING);

  // What was read of the one before is not shown beside the one who comes in their place.
  const record = page.getByRole('region', { name: 'Patient’s record', exact: true });
  await button(page, 'Read the patient').click();
  await expect(record).toContainText(first);

  // Another one in their place, both shown side by side.
  await button(page, 'Assign somebody else').click();
  await page.getByLabel('Find the person').fill(second);
  await expect(topFound).toContainText(second);
  await topFound.click();
  const dialog = page.getByRole('dialog', { name: `Take ${code} from ${first}?` });
  await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(first);
  await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(second);
  await expectAccessible(page);
  await button(page, `Assign ${second} instead`).click();
  await expect(panel(page, 'Patient')).toContainText(second);
  await expect(record).not.toContainText(first);

  // A retest needs results.
  const retest = button(page, 'Ask for a retest');
  await expect(retest).toHaveAccessibleDescription(/only failed tests can be repeated/);
  await retest.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/only failed tests can be repeated/)).toBeVisible();
  await expect(title(page, code)).toBeVisible();

  // Time passes at the laboratory, and every test has failed.
  await goTo(page, 'Training');
  await button(page, 'Forward 1 hour').click();
  await page.goBack();
  await expect(async () => {
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await page.goBack();
    await expect(retest).not.toHaveAccessibleDescription(/no results/, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await retest.click();
  const asked = page.getByRole('dialog', { name: `Ask for a retest of ${code}?` });
  await expect(asked).toContainText('A new sample is needed');
  await expectAccessible(page);
  await button(asked, 'Ask for the retest').dblclick();
  await expect(
    page.getByText(`The request for a retest of ${code} is saved and goes to the service`),
  ).toBeVisible();
  await expect(async () => {
    await retest.click();
    await expect(asked).toContainText(/A retest exists already: [A-Z0-9-]+/, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);

  // What only the service has of it, and of another one that has an appointment.
  await button(page, 'Read the laboratory id').click();
  await expect(panel(page, 'Laboratory id')).toContainText('LML-');
  const rows = await rowsWithoutPatient(page);
  // What was chosen before is shown at first as it was then, with the one that has got its patient since: the others move up as it goes.
  await expect(rows.filter({ hasText: code })).toHaveCount(0);
  await seePageAtRest(page);
  await rows.filter({ hasText: LOCATION }).first().getByRole('link').first().click();
  await button(page, 'Read the appointment').click();
  await expect(panel(page, 'Appointment')).toContainText(LOCATION);
});
