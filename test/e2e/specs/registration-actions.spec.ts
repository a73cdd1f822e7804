// What can be changed of a registration, or asked for: whose it is, the number for text messages, the e-mail, a retest.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, namesOnBoard, panel, title } from './support/desk.ts';

test('a registration is given to somebody and to somebody else, and its number and e-mail are asked for', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const [first = '', second = ''] = names;
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const topRow = page.getByRole('table', { name: 'Registrations' }).getByRole('row').nth(1);
  await expect(topRow).toContainText('No patient');
  await topRow.getByRole('link').first().click();
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
  await expect(page.getByText(`The e-mail for ${code} is on its way`)).toBeVisible();

  // The patient, and then another one in their place, both shown side by side.
  await button(page, 'Assign the patient').click();
  await page.getByLabel('Find the person').fill(first);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await button(page, 'Assign patient').click();
  await expect(panel(page, 'Patient')).toContainText(first);
  await button(page, 'Assign somebody else').click();
  await page.getByLabel('Find the person').fill(second);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: `Take ${code} from ${first}?` });
  await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(first);
  await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(second);
  await expectAccessible(page);
  await button(page, `Assign ${second} instead`).click();
  await expect(panel(page, 'Patient')).toContainText(second);

  // The number for text messages and the reference.
  await button(page, 'Mobile number or reference').click();
  await page.getByLabel('Mobile number for text messages').fill('soon');
  await button(page, 'Save the change').click();
  await expect(page.getByText(/^Enter a mobile number like/).first()).toBeVisible();
  await page.getByLabel('Mobile number for text messages').fill('07700 900123');
  await page.getByRole('textbox', { name: 'Reference', exact: true }).fill('shop-77');
  await button(page, 'Save the change').dblclick();
  await expect(page.getByText(`The change of ${code} is saved`)).toBeVisible();
  await expect(panel(page, 'Details')).toContainText('shop-77');

  // A retest needs results.
  const retest = button(page, 'Ask for a retest');
  await expect(retest).toHaveAccessibleDescription(/only failed tests can be repeated/);
  await retest.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/only failed tests can be repeated/)).toBeVisible();
  await expect(title(page, code)).toBeVisible();
});
