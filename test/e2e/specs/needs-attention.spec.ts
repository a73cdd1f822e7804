// What the service refused is decided by a person in the outbox: somebody whom it did not take is corrected, and sent again.
import { expect, expectAccessible } from '../fixtures.ts';
import { button, enterPerson, goTo } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { refusal } from './support/laboratory.ts';
import { withholdAnswers } from './support/withheld-answers.ts';

test('a person whom the service refused is corrected whole, and nothing typed is lost @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  laboratory.keepDoor(({ method, path, body }) =>
    method === 'POST' && path === '/api/patient/' && body.includes('Nowhere')
      ? refusal(422, { 'address.city': 'is not a town', ethnicity: 'is not one of the list' })
      : null,
  );
  await goTo(page, 'Patients');
  await button(page, 'New person').first().click();
  await page.getByLabel('Last name').fill('O’Hara-Ng');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Day', { exact: true }).fill('29');
  await page.getByLabel('Month', { exact: true }).fill('2');
  await page.getByLabel('Year', { exact: true }).fill('1984');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('E-mail').fill('zoe@example.com');
  await page.getByLabel('Ethnicity').fill('As it is');
  await page.getByLabel('First line').fill('1 High Street');
  await page.getByLabel('Town or city').fill('Nowhere');
  await page.getByLabel('Postcode').fill('W1A 1AA');
  await button(page, 'Create person').click();
  await expect(page.getByRole('heading', { level: 1, name: /O’HARA-NG, Zoë/ })).toBeVisible();

  await goTo(page, 'Outbox');
  const refused = page.getByRole('listitem').filter({ hasText: 'O’HARA-NG, Zoë' }).first();
  await expect(refused).toContainText('The service did not take the person as they were entered.');
  await button(refused, 'Correct and send again').click();
  const dialog = page.getByRole('dialog', { name: 'Correct O’HARA-NG, Zoë' });
  // All that was entered stands there, and what was refused says so at its field.
  await expect(dialog.getByLabel('Town or city')).toHaveValue('Nowhere');
  await expect(dialog.getByLabel('Town or city')).toHaveAccessibleDescription(/is not a town/);
  await expect(dialog.getByLabel('Ethnicity')).toHaveAccessibleDescription(/is not one of the list/);
  await expect(dialog.getByLabel('Year', { exact: true })).toHaveValue('1984');
  await expectAccessible(page);

  // Half a correction survives closing the form, and a reload.
  await dialog.getByLabel('Town or city').fill('London');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await button(refused, 'Correct and send again').click();
  await expect(dialog.getByLabel('Town or city')).toHaveValue('London');
  await dialog.getByLabel('Phone').fill('020 7946 0000');
  await page.reload();
  // The form is open again.
  await expect(dialog.getByText('This is what was typed here before and not saved.')).toBeVisible();
  await expect(dialog.getByLabel('Town or city')).toHaveValue('London');
  await expect(dialog.getByLabel('Phone')).toHaveValue('020 7946 0000');

  // A mistake is said before anything is sent; then it goes, once.
  await dialog.getByLabel('Postcode').fill('');
  await button(dialog, 'Save and send again').click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await dialog.getByLabel('Postcode').fill('EC1A 1BB');
  await dialog.getByLabel('Ethnicity').fill('');
  await button(dialog, 'Save and send again').dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
});

test('what is typed on while a correction is saved is not in it, and is said to be so @web', async ({
  page,
  laboratory,
}) => {
  laboratory.keepDoor(({ method, path, body }) =>
    method === 'POST' && path === '/api/patient/' && body.includes('nowhere')
      ? refusal(422, { email: 'is not an address' })
      : null,
  );
  await goTo(page, 'Patients');
  await button(page, 'New person').first().click();
  await enterPerson(page, {
    ...{ firstName: 'Ilona', lastName: 'Varga', gender: 'Female' },
    ...{ birth: ['29', '2', '1984'], email: 'ilona@nowhere.test' },
  });
  await button(page, 'Create person').click();
  await expect(page.getByRole('heading', { level: 1, name: /VARGA, Ilona/ })).toBeVisible();
  await goTo(page, 'Outbox');
  await button(page, 'Correct and send again').first().click();
  const dialog = page.getByRole('dialog', { name: 'Correct VARGA, Ilona' });
  await dialog.getByLabel('E-mail').fill('ilona@example.test');
  const answer = await withholdAnswers(page, 'outbox.editPatient');
  await button(dialog, 'Save and send again').click();
  await expect(page.getByRole('region', { name: 'Needs attention', includeHidden: true })).toHaveCount(0);
  // Until the answer is there, nobody else has settled it.
  await dialog.getByLabel('Phone').fill('020 7946 0000');
  await button(dialog, 'Save and send again').click();
  answer();
  await expect(dialog).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(dialog).toContainText('020 7946 0000');
  await button(dialog, 'Understood').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
});

test('what failed and what is forbidden are sent again one apart from the other: the button of the one does not seem busy with the other @web', async ({
  page,
}) => {
  const row = {
    kind: 'registration.update',
    state: 'needs-human',
    subject: 'DRW-7K2M9Q',
    tests: [],
    visitId: null,
    attempts: 3,
    nextAttemptAtMs: null,
    person: null,
    entered: null,
    existingPerson: null,
    heldElsewhere: null,
    heldAtMs: null,
    sentTo: null,
    registrationId: null,
    code: null,
    orderId: null,
    evidence: null,
    difference: null,
    repeats: 0,
    saidDone: false,
    mayHaveBeenDone: false,
    choices: ['send-again', 'give-up'],
    createdAtMs: Date.now(),
    actor: 'JB',
  };
  const failed = { kind: 'busy', reason: 'server-error', retry: 'later', message: '' };
  const forbidden = { kind: 'forbidden', retry: 'never', message: '' };
  const items = [failed, failed, forbidden, forbidden].map((error, at) => ({
    ...row,
    id: `r${at}`,
    sequence: at + 1,
    error,
  }));
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { readonly name: string };
    if (name === 'outbox.list') {
      const list = await route.fetch({ maxRetries: 3 });
      const told = (await list.json()) as { readonly value: object };
      return route.fulfill({ json: { ok: true, value: { ...told.value, items } } });
    }
    if (name !== 'outbox.retry') return route.fallback();
    await answered;
    return route.fulfill({ json: { ok: true, value: items[0] } });
  });
  await goTo(page, 'Outbox');
  const both = ['failed', 'forbidden'].map((what) => button(page, `Send 2 ${what} changes again`));
  const [ofFailed, ofForbidden] = both as [(typeof both)[0], (typeof both)[0]];
  await expect(ofForbidden).toBeVisible();
  await expectAccessible(page);
  // They stand side by side, and not one of them alone in the middle.
  const [first, second] = await Promise.all(both.map((one) => one.boundingBox()));
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBeLessThan(40);
  await ofFailed.click();
  await expect(ofFailed).toHaveAttribute('aria-busy', 'true');
  await expect(ofForbidden).not.toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(ofFailed).not.toHaveAttribute('aria-busy', 'true');
  // What is still being answered is answered before the desk is ended.
  await page.unrouteAll({ behavior: 'wait' });
});
