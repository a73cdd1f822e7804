// Registrations of all days: narrowing the list, one of them with what only the service has, and finding one that this
// desk has never seen.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  askNow,
  button,
  connection,
  goOffline,
  goTo,
  namesOnBoard,
  panel,
  searchBox,
  seeBoard,
  title,
} from './support/desk.ts';
import { test as testAtLaboratory } from './support/at-laboratory.ts';
import { refusal, withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { registrationRows as rows } from './support/registration-list.ts';

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('the list is narrowed and gone back to, one is opened by keys, and its parts are read when asked for', async ({
  page,
}) => {
  // So long that no other name begins like it: of NG, Li the list would show NGUYEN first.
  const name = (await namesOnBoard(page)).find((one) => /^[A-Z]{6,}, /.test(one)) ?? '';
  await page.keyboard.press('g');
  await expect(title(page, 'Registrations')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  const whole = await page.getByText(/^\d+ registrations$/).innerText();
  await expectAccessible(page);

  // Those without a patient; the filter is in the address and outlives a reload.
  await button(page, 'No patient').click();
  await expect(page).toHaveURL(/#\/registrations\/by\/patient=none$/);
  await expect(page.getByText(/^\d+ fit$|^1 fits$/)).toBeVisible();
  await expect(rows(page).first()).toContainText('No patient');
  await page.reload();
  await expect(button(page, 'No patient')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first()).toContainText('No patient');
  await page.getByLabel('to', { exact: true }).fill('1 3 2001');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/to=2001-03-01/);
  await expect(page.getByText(/^No registration here fits|^None of those read so far fits/)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(rows(page).first()).toContainText('No patient');
  await button(page, 'Clear').click();
  await expect(page.getByText(whole)).toBeVisible();

  // The laboratory rings and names its own id: the list finds the registration by it. No label was read for this one, and
  // the form’s code is not told as the label’s.
  await button(page, 'Results ready').click();
  await expect(page.getByText(/^\d+ fit$/)).toBeVisible();
  await expect(rows(page).first()).toContainText('results ready');
  // It lies below the window: a press right after the scrolling is held up, because other rows have come under the hand.
  const last = await rows(page).last().getByRole('link').elementHandle();
  await last.scrollIntoViewIfNeeded();
  await seePageAtRest(page);
  await last.click();
  const details = panel(page, 'Details');
  const labId = (await details.getByText(/^LML-\d+$/).innerText()).toLowerCase();
  const finished = (await page.getByRole('heading', { level: 1 }).innerText()).trim();
  await expect(details.getByText('Label’s code')).toBeVisible();
  await expect(details.getByText(finished)).toHaveCount(1);
  // The browser’s way back leads to the row too, with what the list was narrowed to.
  await page.goBack();
  await expect(page).toHaveURL(/results=ready$/);
  await expect(rows(page).getByRole('link', { name: finished })).toBeFocused();
  await button(page, 'Clear').click();
  await page.getByLabel('Code, reference or person').fill(labId);
  await expect(page.getByText('1 fits', { exact: true })).toBeVisible();
  await expect(rows(page).getByRole('link')).toHaveText(finished);
  await button(page, 'Clear').click();
  await expect(page.getByText(whole)).toBeVisible();

  // A person is found by name, which is in no address; the row is reached and opened by keys alone.
  await page.keyboard.press('f');
  await expect(page.getByLabel('Code, reference or person')).toBeFocused();
  await page.keyboard.type(name.split(',')[0] ?? '', { delay: 60 });
  await expect(page.getByText(/^\d+ fits?$|^1 fits$/)).toBeVisible();
  expect(page.url()).not.toContain(name.split(',')[0] ?? '');
  await expect(rows(page).first()).toContainText(name.split(',')[0] ?? '');
  const code = await rows(page).first().getByRole('link').innerText();
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(title(page, code)).toBeVisible();
  await expect(panel(page, 'Patient')).toContainText(name.split(',')[0] ?? '');
  await expect(panel(page, 'What happened')).toContainText('Patient registered');
  await expectAccessible(page);

  // What only the service has, one part read now.
  await button(page, 'Read the products').click();
  await expect(part(page, 'Products and biomarkers')).toContainText('Biomarkers');
  await expect(part(page, 'Products and biomarkers')).toContainText(/as of \d\d:\d\d/);
  await button(page, 'Read the patient').click();
  await expect(part(page, 'Patient’s record')).toContainText(name);
  const address = page.url();

  // Back to the list by its key: the text is still there, and the row has the focus.
  await page.keyboard.press('u');
  await expect(page.getByLabel('Code, reference or person')).toHaveValue(name.split(',')[0] ?? '');
  await expect(rows(page).first().getByRole('link')).toHaveText(code);
  await expect(rows(page).first().getByRole('link')).toBeFocused();

  // With the line down, what was read is shown with its age, and the rest is said not to be known.
  await goOffline(page);
  await page.goto(address);
  await expect(title(page, code)).toBeVisible();
  await button(page, 'Read the patient').click();
  await expect(part(page, 'Patient’s record')).toContainText('as it was read last');
  await expect(part(page, 'Patient’s record')).toContainText(name);
  await button(page, 'Read the order').click();
  await expect(part(page, 'Order')).toContainText('Not known while the connection is down');
  await expectAccessible(page);

  // The visit of this desk.
  await panel(page, 'What happened')
    .getByRole('link', { name: /^Visit of/ })
    .click();
  await expect(title(page, name)).toBeVisible();
});

testAtLaboratory.describe('a registration that the list of the service leaves out @web', () => {
  let hidden: { readonly id: string; readonly trf_code: string } | null = null;
  const meddler: Meddler = (path, answer) =>
    /^\/api\/test_registration\/\?/.test(path)
      ? withJson<{ readonly items: readonly { readonly id: string; readonly trf_code: string }[] }>(
          answer,
          (page) => {
            hidden ??= page.items.at(-1) ?? null;
            return { ...page, items: page.items.filter(({ id }) => id !== hidden?.id) };
          },
        )
      : answer;
  testAtLaboratory.use({ meddling: { meddler } });

  testAtLaboratory('is found at the service by its code, from a scan and from the list', async ({ page }) => {
    await seeBoard(page);
    await expect(connection(page)).toBeEmpty();
    const code = (hidden as { trf_code: string } | null)?.trf_code ?? '';
    await scan(page, code);
    const found = page.getByRole('region', { name: 'What was found' });
    await expect(found.getByRole('heading', { name: 'Found at the service' })).toBeVisible();
    await expect(found).toContainText(`${code} was not known here. Read from the service just now.`);
    await expectAccessible(page);
    await button(found, 'Open the registration').click();
    await expect(title(page, code)).toBeVisible();
    await expect(panel(page, 'Details')).toContainText(code);

    // From now on this desk knows it: a scan leads there without asking anybody.
    await goTo(page, 'Board');
    await scan(page, code);
    await button(page, 'Open the registration').click();
    await expect(title(page, code)).toBeVisible();

    // A code that nobody has, from the list; a name is never sent.
    await goTo(page, 'Registrations');
    await page.getByLabel('Code, reference or person').fill('QQQ-404404');
    await button(page, 'Look for this code at the service').click();
    await expect(
      page.getByText('The service knows no registration, label or order by this code either.'),
    ).toBeVisible();
    await page.getByLabel('Code, reference or person').fill('Nobody Atall');
    await button(page, 'Look for this code at the service').click();
    await expect(page.getByText(/^The service was not asked/)).toBeVisible();
    await expectAccessible(page);
    await searchBox(page).focus();
  });
});

testAtLaboratory(
  'a part that the service refuses is shown as it was read last, with what the service said @web',
  async ({ page, laboratory }) => {
    await seeBoard(page);
    await goTo(page, 'Registrations');
    await rows(page).first().getByRole('link').click();
    await button(page, 'Read the products').click();
    await expect(part(page, 'Products and biomarkers').getByText('SKU').first()).toBeVisible();

    laboratory.keepDoor(({ path }) =>
      path.includes('/test_registration/') ? refusal(422, { '': 'Not for this brand today' }) : null,
    );
    await page.reload();
    await button(page, 'Read the products').click();
    const products = part(page, 'Products and biomarkers');
    await expect(products.getByRole('status')).toContainText(
      'The service refused to tell this: Not for this brand today. This is as it was read last.',
    );
    await expect(products.getByText('SKU').first()).toBeVisible();
    // What was never read shows the refusal alone.
    await button(page, 'Read the order').click();
    await expect(part(page, 'Order').getByRole('alert')).toContainText('The service refused to tell this');
    await expect(part(page, 'Order')).not.toContainText('cannot be asked');
    await expectAccessible(page);

    laboratory.keepDoor(() => null);
    await button(products, 'Ask again').click();
    await expect(products.getByRole('status')).toHaveCount(0);
  },
);

test('what was asked of the service is told although its appointment becomes known meanwhile @web', async ({
  page,
}) => {
  await seeBoard(page);
  let isKnown = false;
  await page.route('**/api/call', async (route) => {
    if ((route.request().postDataJSON() as { name: string }).name !== 'registrations.get')
      return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const json = (await response.json()) as { value: { appointment: { known: unknown } } };
    if (!isKnown) json.value.appointment.known = null;
    return route.fulfill({ response, json });
  });
  await goTo(page, 'Registrations');
  await rows(page).first().getByRole('link').click();
  const happened = panel(page, 'What happened');
  await expect(happened).toContainText('Appointment');
  await expect(happened).not.toContainText('Appointment at');
  await seePageAtRest(page);
  await button(page, 'Read the order').click();
  isKnown = true;
  await askNow(page);
  await expect(happened).toContainText('Appointment at');
  await expect(part(page, 'Order')).toContainText('It came from no order.');
});
