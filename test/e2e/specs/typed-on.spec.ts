// What is typed on while the desk still saves what was sent: it stays, it is not refused because of what was sent, and one's own change is
// not called another's. See late-answers.spec.ts for other answers that come late.
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  button,
  checkInAndPrint,
  codeOf,
  goTo,
  history,
  labels,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
} from './support/desk.ts';
import { setUpManagerAndColleague } from './support/first-manager.ts';
import { withholdNews } from './support/two-windows.ts';
import { withholdAnswers } from './support/withheld-answers.ts';

const note = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Just done' }).getByRole('status').getByText(words);
/** A dialog lies over it. */
const row = (page: Page, initials: string) => page.getByRole('row', { name: initials, includeHidden: true });

async function addQuinn(page: Page): Promise<void> {
  await goTo(page, 'People');
  const form = page.getByRole('dialog');
  await button(page, 'Add somebody').click();
  await form.getByLabel('Initials').fill('QX');
  await form.getByLabel('Name', { exact: true }).fill('Quinn Xu');
}

test('what is typed on while somebody is added becomes a change of theirs, and is not refused as taken @web', async ({
  page,
}) => {
  await addQuinn(page);
  const form = page.getByRole('dialog');
  const name = form.getByLabel('Name', { exact: true });
  const answer = await withholdNews(page, 'staff.add');
  await button(form, 'Add').click();
  await name.fill('Quinn Xuereb');
  // Pressed once more before the answer, it adds nobody else.
  await button(form, 'Add').click();
  answer();
  await expect(note(page, 'QX is added')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Change QX' })).toBeVisible();
  await expect(row(page, 'QX')).toContainText('Quinn Xu');
  await expect(name).toHaveValue('Quinn Xuereb');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);
  await expect(row(page, 'QX')).toContainText('Quinn Xuereb');
});

test.describe('where people sign in with a PIN', () => {
  test.use({ managedSettings: { people: { signIn: 'pin' } } });

  test('a PIN that is typed on while the first one is saved is not closed by the answer @web', async ({
    page,
  }) => {
    test.slow();
    await setUpManagerAndColleague(page);
    await goTo(page, 'People');
    const form = page.getByRole('dialog');
    const type = async (pin: string): Promise<void> => {
      await form.getByLabel('New PIN', { exact: true }).fill(pin);
      await form.getByLabel('New PIN again').fill(pin);
    };
    // In the form for somebody new it is asked for in its own dialog: they have the first one by then.
    await addQuinn(page);
    await type('71935');
    let answer = await withholdNews(page, 'staff.add');
    await button(form, 'Add').click();
    await type('82046');
    answer();
    await expect(note(page, 'QX is added')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'New PIN for QX' })).toBeVisible();
    await expect(form.getByLabel('New PIN', { exact: true })).toHaveAccessibleDescription(
      /The PIN is not kept: type it again/,
    );

    await type('82046');
    answer = await withholdNews(page, 'staff.setPin');
    await button(form, 'Set the PIN').click();
    await type('66623');
    answer();
    await expect(note(page, 'QX has a new PIN')).toBeVisible();
    await expect(form.getByLabel('New PIN', { exact: true })).toHaveValue('66623');
    await button(form, 'Set the PIN').click();
    await expect(form).toHaveCount(0);
  });
});

/** The call of this name waits on its way to the desk, and is in the box that is returned once it was sent. */
async function holdBack(page: Page, name: string): Promise<{ readonly sent: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route('**/api/call', async (route) => {
    if ((route.request().postDataJSON() as { name: string }).name === name) resolve(route);
    else await route.fallback();
  });
  return { sent: promise };
}

/** What is typed last is kept by the desk. To be called before it is typed. */
const isKept = (page: Page, text: string): Promise<unknown> =>
  page.waitForResponse((answer) => answer.request().postData()?.includes(text) === true);

test('what is typed on while a printer is added becomes a change of it, and adds no second one @web', async ({
  page,
}) => {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  const printers = page.getByRole('listitem', { name: /^Room/, includeHidden: true });
  const form = page.getByRole('dialog');
  await button(page, 'Add a printer').click();
  await form.getByLabel('Name').fill('Room 2');
  await form.getByLabel('Address').fill('192.0.2.10');
  const answer = await withholdAnswers(page, 'printers.add');
  await button(form, 'Add the printer').click();
  await expect(printers).toHaveCount(1);
  await form.getByLabel('Address').fill('192.0.2.11');
  // Pressed once more before the answer, it adds no other one.
  await button(form, 'Add the printer').click();
  answer();
  await expect(note(page, 'Room 2 is set up')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Change Room 2' })).toBeVisible();
  await expect(form.getByLabel('Address')).toHaveValue('192.0.2.11');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await button(form, 'Save the printer').click();
  await expect(form).toHaveCount(0);
  await expect(printers).toHaveCount(1);
  await expect(printers).toContainText('192.0.2.11');
});

test('one’s own change that comes after a reload is not called changed meanwhile @web', async ({ page }) => {
  await addQuinn(page);
  const form = page.getByRole('dialog');
  await button(form, 'Add').click();
  await expect(form).toHaveCount(0);
  await button(page, 'Change QX').click();
  let kept = isKept(page, 'Quinn Xuereb');
  await form.getByLabel('Name', { exact: true }).fill('Quinn Xuereb');
  await kept;
  const person = await holdBack(page, 'staff.change');
  await button(form, 'Save').click();
  const sentPerson = await person.sent;
  await page.reload();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Quinn Xuereb');
  await sentPerson.fetch({ maxRetries: 3 });
  await expect(row(page, 'QX')).toContainText('Quinn Xuereb');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/api/call');
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);

  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  await button(page, 'Add a printer').click();
  await form.getByLabel('Name').fill('Room 2');
  await form.getByLabel('Address').fill('192.0.2.10');
  await button(form, 'Add the printer').click();
  await expect(form).toHaveCount(0);
  await button(page, 'Change Room 2').click();
  kept = isKept(page, 'Room 3');
  await form.getByLabel('Name').fill('Room 3');
  await kept;
  const printer = await holdBack(page, 'printers.change');
  await button(form, 'Save the printer').click();
  const sentPrinter = await printer.sent;
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue('Room 3');
  await sentPrinter.fetch({ maxRetries: 3 });
  await expect(page.getByRole('dialog', { name: 'Change Room 3' })).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/api/call');
  await button(form, 'Save the printer').click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: 'Room 3', exact: true })).toBeVisible();
});

test('a question about a registration that is answered late closes itself alone, and what is typed on in it stays @web', async ({
  page,
}) => {
  const [first = ''] = await namesOnBoard(page);
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const topRow = page.getByRole('table', { name: 'Registrations' }).getByRole('row').nth(1);
  await expect(topRow).toContainText('No patient');
  await topRow.getByRole('link').first().click();
  const code = await page.getByRole('heading', { level: 1 }).innerText();
  const dialog = page.getByRole('dialog');
  await button(page, 'Send completion e-mail').click();
  await page.getByLabel('E-mail address').fill('somebody@example.org');
  let answer = await withholdAnswers(page, 'registrations.sendCompleteEmail');
  await button(dialog, 'Send the e-mail').click();
  await button(dialog, 'Leave it as it is').click();
  await button(page, 'Assign the patient').click();
  const search = page.getByLabel('Find the person');
  await search.fill(first);
  answer();
  await expect(note(page, `The e-mail for ${code} is saved and goes to the service`)).toBeVisible();
  await expect(search).toHaveValue(first);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await button(dialog, 'Assign patient').click();
  await expect(dialog).toHaveCount(0);
  await expect(panel(page, 'Patient')).toContainText(first);

  await button(page, 'Mobile number or reference').click();
  const mobile = page.getByLabel('Mobile number for text messages');
  await mobile.fill('07700 900123');
  answer = await withholdAnswers(page, 'registrations.update');
  await button(dialog, 'Save the change').click();
  await mobile.fill('07700 900124');
  answer();
  await expect(note(page, `The change of ${code} is saved`)).toBeVisible();
  await expect(mobile).toHaveValue('07700 900124');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await button(dialog, 'Save the change').click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Mobile number or reference').click();
  await expect(mobile).toHaveValue('07700 900124');
});

test('how tickets are printed is not set back by the next choice before its answer @web', async ({
  page,
}) => {
  await button(page, 'Desk settings').click();
  const settings = panel(page, 'Visit tickets');
  const atCheckIn = settings.getByRole('switch', { name: 'Print a ticket at each check-in' });
  const answer = await withholdNews(page, 'tickets.setRules', 'session.get');
  await atCheckIn.click();
  await settings.getByText('Full name').click();
  answer();
  await expect(settings.getByRole('radio', { name: 'Full name' })).toBeChecked();
  await page.reload();
  await expect(settings.getByRole('radio', { name: 'Full name' })).toBeChecked();
  await expect(atCheckIn).toBeChecked();
});

test('a label that is printed again late leaves the next question about the visit open @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkInAndPrint(page);
  const code = await codeOf(labels(page).first());
  // The note about the first one goes with it.
  await page.reload();
  const dialog = page.getByRole('dialog');
  await button(page, `Reprint ${code}`).click();
  await button(dialog, 'Label damaged').click();
  const answer = await withholdAnswers(page, 'labels.print');
  await button(dialog, 'Reprint this label').click();
  await button(dialog, 'Close').click();
  await button(page, `No sample for ${code}`).click();
  await dialog.getByLabel('In your words').fill('The person left');
  answer();
  await expect(note(page, 'Label on its way to the printer')).toBeVisible();
  await expect(dialog.getByLabel('In your words')).toHaveValue('The person left');
});

test('what is typed on and asked while the service takes a new address for events stays @web', async ({
  page,
}) => {
  await goTo(page, 'Service');
  const dialog = page.getByRole('dialog');
  const address = page.getByLabel('New address for events');
  await address.fill('https://one.example.org/lab');
  await button(page, 'Save at the service').click();
  const answer = await withholdAnswers(page, 'service.setWebhook');
  await button(dialog, 'Send events to one.example.org').click();
  await button(dialog, 'Keep it').click();
  await address.fill('https://two.example.org/lab');
  answer();
  await expect(note(page, 'Saved at the service')).toBeVisible();
  await expect(address).toHaveValue('https://two.example.org/lab');
});

test('a mark of the ruler that is corrected while the size is saved is not taken away by the answer @web', async ({
  page,
}) => {
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  const dialog = page.getByRole('dialog');
  await button(page, 'Add a printer').click();
  await dialog.getByLabel('Name').fill('Room 2');
  await dialog.getByLabel('Address').fill('192.0.2.10');
  await button(dialog, 'Add the printer').click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Measure the labels in Room 2').click();
  for (const [mark, words] of [
    ['20', 'First mark at the left edge'],
    ['70', 'Last mark at the right edge'],
    ['0', 'First mark at the top edge'],
    ['25', 'Last mark at the bottom edge'],
  ] as const)
    await dialog.getByLabel(words).fill(mark);
  await expect(dialog.getByText(/^Labels of /)).toBeVisible();
  const answer = await withholdAnswers(page, 'printers.change');
  await button(dialog, 'Use this size').click();
  await dialog.getByLabel('Last mark at the bottom edge').fill('30');
  await button(dialog, 'Use this size').click();
  answer();
  await expect(note(page, 'Labels of')).toBeVisible();
  await expect(dialog.getByLabel('Last mark at the bottom edge')).toHaveValue('30');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  const words = await dialog.getByText(/^Labels of /).innerText();
  await button(dialog, 'Use this size').click();
  await expect(dialog).toHaveCount(0);
  await expect(note(page, words.split(' mm')[0] ?? '')).toBeVisible();
});

test('a reason that was sent stays as it was sent: nobody reads words in it that are not recorded @web', async ({
  page,
}) => {
  const [first = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await checkInAndPrint(page);
  const code = await codeOf(labels(page).first());
  await page.reload();
  const dialog = page.getByRole('dialog');
  await button(page, `Reprint ${code}`).click();
  const reprinted = dialog.getByLabel('Reason for the reprint');
  await reprinted.fill('Smeared');
  let answer = await withholdNews(page, 'labels.print');
  await page.keyboard.press('Enter');
  await expect(button(dialog, 'Reprint this label')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.type(' on the left');
  await button(dialog, 'Label lost').click();
  await expect(reprinted).toHaveValue('Smeared');
  answer();
  await expect(dialog).toHaveCount(0);

  await goTo(page, 'Board');
  await openVisitOfTomorrow(page);
  await button(page, 'Cancel appointment').click();
  const cancelled = dialog.getByLabel('Reason');
  await cancelled.fill('Rang: cannot come');
  answer = await withholdNews(page, 'visits.cancelAppointment');
  await page.keyboard.press('Enter');
  await expect(button(dialog, 'Cancel the appointment')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.type(' before May');
  await expect(cancelled).toHaveValue('Rang: cannot come');
  answer();
  await expect(dialog).toHaveCount(0);
  const line = history(page).filter({ hasText: 'Cancellation of the appointment saved' });
  await expect(line).toContainText('Rang: cannot come');
  await expect(line).not.toContainText('before May');
});
