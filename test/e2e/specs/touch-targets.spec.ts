// On a touch screen everything that is pressed is as high as a finger needs it, on every screen.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  chooseTest,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  placeOrder,
} from './support/desk.ts';
import { openResultsOfThePast } from './support/past-results.ts';

test.use({ hasTouch: true });

/** What skeletons are called. */
const READING = /is being read|is being opened|are being read|Loading/;

/**
 * What is pressed and lower than 44 px. A box or a radio is as high as its label, a field as the frame that is pressed for it, what leads
 * to a row of a long list as its row. A link within a sentence keeps to its line, as WCAG 2.5.8 allows.
 */
async function tooLow(page: Page): Promise<string[]> {
  await expect(page.getByRole('status', { name: READING })).toHaveCount(0);
  return page.evaluate(() => {
    const pressed =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option]';
    const heightOf = (element: Element): number => {
      const frame = element.matches('input') ? element.closest('label') : element.closest('[data-row]');
      return Math.max(...[element, frame ?? element].map((one) => one.getBoundingClientRect().height));
    };
    const isInSentence = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\w{2}/.test(node.textContent ?? ''),
      );
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
      // What only a screen reader's user reaches has no size; its style is drawn one pixel high.
      const isHidden =
        element.closest('[aria-hidden=true], .visually-hidden, [data-live-announcer]') !== null ||
        (element.parentElement !== null && getComputedStyle(element.parentElement).clipPath === 'inset(50%)');
      if (!isSeen || isHidden || heightOf(element) >= 43.5 || isInSentence(element)) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${location.hash} ${element.tagName.toLowerCase()} “${name}”: ${heightOf(element)} px`];
    });
  });
}

test('what is pressed through a visit is as high as a finger needs it @web', async ({ page }) => {
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const [first = ''] = await namesOnBoard(page);
  expect(await tooLow(page)).toEqual([]);
  await openVisit(page, first);
  expect(await tooLow(page)).toEqual([]);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');
  expect(await tooLow(page)).toEqual([]);
  await goTo(page, 'Calendar');
  await expect(page.getByRole('list', { name: 'Booked' }).getByRole('link').first()).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
});

test('what is pressed on a record is as high as a finger needs it @web', async ({ page }) => {
  const [first = ''] = await namesOnBoard(page);
  await openResultsOfThePast(page);
  expect(await tooLow(page)).toEqual([]);
  await page.getByRole('link', { name: 'Results document (PDF)' }).click();
  await expect(page.getByRole('img', { name: 'Page 1 of the results document' })).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill(first.split(', ')[0] ?? '');
  await page.getByRole('region', { name: 'People found' }).getByRole('link').first().click();
  await expect(panel(page, 'Identity and contact')).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  await goTo(page, 'Registrations');
  await page.getByRole('table', { name: 'Registrations' }).getByRole('link').first().click();
  await expect(panel(page, 'Products and biomarkers')).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  await goTo(page, 'Catalogue');
  await page.getByRole('table', { name: 'Products' }).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Biomarkers' })).toBeVisible();
  expect(await tooLow(page)).toEqual([]);

  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.getByRole('radio', { name: /appointment/i }).check();
  expect(await tooLow(page)).toEqual([]);
  await page.getByLabel('Last name').fill('Oliver');
  await page.getByLabel('First name').fill('James');
  await page.getByLabel('E-mail').fill('james@example.org');
  await placeOrder(page);
  await expect(panel(page, 'Registrations').getByRole('link')).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  // Changes that wait lead to the outbox, and there to what they are about.
  await goOffline(page);
  await page.goBack();
  await button(page, 'Cancel the order').click();
  await button(page.getByRole('dialog'), 'Cancel the order').click();
  await expect(panel(page, 'Changes').getByRole('link')).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  await panel(page, 'Changes').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
});

test('what is pressed on each screen of the desk is as high as a finger needs it @web', async ({ page }) => {
  // A line of the print queue leads to its visit.
  const [first = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await checkIn(page);
  await button(page, 'Print label').click();
  await expect(page.getByRole('list', { name: 'Labels', exact: true })).toContainText('Scan it back');
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
  const hashes = await Promise.all(links.map(async (link) => link.getAttribute('href')));
  expect(hashes.length).toBeGreaterThan(10);
  const others = ['#/walk-in', '#/settings', '#/printers', '#/labels', '#/locations'];
  for (const hash of [...hashes, ...others]) {
    await page.goto(new URL(hash ?? '', page.url()).href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await tooLow(page)).toEqual([]);
  }
});

test('what is pressed in a dialog and in the palette is as high as a finger needs it @web', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  /** Looks at the dialog that is open, and closes it. */
  async function look(): Promise<void> {
    await expect(dialog).toBeVisible();
    expect(await tooLow(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
  const [first = '', second = ''] = await namesOnBoard(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(first.split(', ')[0] ?? '');
  await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()).toBeVisible();
  await look();
  await button(page, 'Day list').click();
  await look();

  // A visit: its form, its appointment, a label that is printed again, a sample that is not taken.
  await openVisit(page, first);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');
  await button(page, 'Open form').click();
  await expect(dialog.getByRole('img', { name: /^Page 1/ })).toBeVisible();
  await look();
  for (const name of [/^Reprint /, /^No sample for /, /^Left without/]) {
    await page.getByRole('button', { name }).first().click();
    await look();
  }
  await goTo(page, 'Board');
  await openVisitOfTomorrow(page);
  await button(page, 'Cancel appointment').click();
  await look();
  await button(page, 'Move appointment').click();
  await page
    .getByRole('grid', { name: /^Slots of/ })
    .getByRole('button', { name: /^Move to/ })
    .first()
    .click();
  await look();

  // A registration: its patient, its number, its e-mail.
  await goTo(page, 'Registrations');
  await button(page, 'No patient').click();
  const row = page.getByRole('table', { name: 'Registrations' }).getByRole('row').nth(1);
  await expect(row).toContainText('No patient');
  await row.getByRole('link').first().click();
  await button(page, 'Send completion e-mail').click();
  await look();
  await button(page, 'Assign the patient').click();
  await page.getByLabel('Find the person').fill(second);
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await expect(found).toContainText(second);
  expect(await tooLow(page)).toEqual([]);
  await found.click();
  await look();
  await button(page, 'Assign the patient').click();
  await page.getByLabel('Find the person').fill(second);
  await found.click();
  await button(page, 'Assign patient').click();
  await button(page, 'Mobile number or reference').click();
  await look();
});

test('what is pressed where a booking is half done is as high as a finger needs it @web', async ({
  page,
}) => {
  const [, , third = ''] = await namesOnBoard(page);
  await goTo(page, 'Calendar');
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /, tomorrow$/ })).toBeVisible();
  await page
    .getByRole('grid', { name: /^Slots of/ })
    .getByRole('link')
    .nth(20)
    .click();
  await page.getByLabel('Find the person').fill(third);
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await expect(found).toContainText(third);
  expect(await tooLow(page)).toEqual([]);
  await found.click();
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await button(page, 'Walk-in').click();
  const halfDone = page.getByRole('alert').filter({ hasText: 'A booking is half done' });
  await expect(halfDone).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
  await button(halfDone, 'Begin anew').click();
  await expect(button(page, `Go on with ${third}`)).toBeVisible();
  expect(await tooLow(page)).toEqual([]);
});
