// A press that takes its own button away leaves the keys where the work goes on. Without the focus there, the name that is typed next
// would be taken for shortcuts: `W` begins a walk-in, `Z` takes back what was just done.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  closeVisit,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  rowsWithoutPatient,
  searchBox,
  seeBoard,
  slotsOf,
  title,
} from './support/desk.ts';

/** Slower than a scanner: each key for itself, as a person types. */
const typeByHand = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 150 });

test('the name typed after “New person” goes into the form, and undoes nothing', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  await page.keyboard.press('w');
  await expect(page.getByLabel('Find the person')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await typeByHand(page, 'Zwolle');
  await expect(page.getByLabel('Last name')).toHaveValue('Zwolle');

  // Back and forth again, the name that is still missing comes first.
  await button(page, 'Back').press('Enter');
  await expect(page.getByLabel('Find the person')).toBeFocused();
  await typeByHand(page, 'lawrence');
  await button(page, 'New person').press('Enter');
  await expect(page.getByLabel('Last name')).toHaveValue('Lawrence');
  await expect(page.getByLabel('First name')).toBeFocused();

  // What was left half done is offered back, and refused or gone on with.
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  await button(page, 'Go on with LAWRENCE, (no first name)').press('Enter');
  await expect(page.getByLabel('First name')).toBeFocused();
  await goTo(page, 'Board');
  await button(page, 'Walk-in').click();
  await button(page, 'No, somebody else').press('Enter');
  await expect(page.getByLabel('Find the person')).toBeFocused();

  await goTo(page, 'Board');
  await expect(boardRow(page, person)).toContainText('Arrived');
  await rowsWithoutPatient(page).first().getByRole('link').click();
  await button(page, 'New person').press('Enter');
  await expect(page.getByLabel('Last name')).toBeFocused();

  await goTo(page, 'Patients');
  await button(page, 'New person').press('Enter');
  await expect(title(page, 'New person')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
});

test('a slot held before the person is known leads back to the person', async ({ page }) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await slotsOf(panel(page, '3. Time')).first().waitFor();
  await button(page, 'Hold slot').press('Enter');
  await expect(button(page, 'Give the slot back')).toBeVisible();
  await expect(page.getByLabel('Find the person')).toBeFocused();

  await button(page, 'Give the slot back').press('Enter');
  await button(page, 'New person').press('Enter');
  await button(page, 'Hold slot').press('Enter');
  await expect(button(page, 'Give the slot back')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
});

test('whoever is chosen in the search takes the keys, and the line on the board when the visit is closed', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await searchBox(page).focus();
  await typeByHand(page, person);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeFocused();

  await button(page, 'Back to the board').press('Enter');
  await expect(boardRow(page, person).getByRole('link')).toBeFocused();
});

test('Enter on a row of the board leads into its visit, and closing the visit back to the row', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  await page.setViewportSize({ width: 1400, height: 800 });
  for (const name of [person, other]) {
    const row = boardRow(page, name).getByRole('link');
    // Once more on the row of whoever is open already.
    for (let times = 0; times < 2; times += 1) {
      await row.focus();
      await page.keyboard.press('Enter');
      await expect(title(page, name)).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeFocused();
    await button(page, 'Back to the board').press('Enter');
    await expect(row).toBeFocused();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('Show the keyboard shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Open the row in focus');
});

test('whoever is open already and is chosen once more takes the keys too', async ({ page }) => {
  const person = (await namesOnBoard(page)).find((one) => /^[A-Z]{4,}, /.test(one)) ?? '';
  await openVisit(page, person);
  await searchBox(page).fill(person);
  await expect(page.getByRole('option').first()).toContainText(person);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(person);
  const found = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(found.first()).toContainText(`${person} `);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveCount(0);
  await expect(title(page, person)).toBeFocused();
});

test('Enter that is held down on “Back to the board” opens nobody again', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await page.setViewportSize({ width: 1400, height: 800 });
  await openVisit(page, person);
  await button(page, 'Back to the board').focus();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(boardRow(page, person).getByRole('link')).toBeFocused();
  await expect(title(page, person)).toHaveCount(0);
  // Pressed for itself it opens them.
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeVisible();
});

test('a name that Enter finds takes the keys as well, without a line being chosen', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await searchBox(page).focus();
  await typeByHand(page, person);
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeFocused();
});

test('a name that is gone on with after Enter does nothing to whoever was chosen', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  await closeVisit(page);
  await searchBox(page).focus();
  await typeByHand(page, person);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeFocused();
  await expect(button(page, 'Start collecting')).toBeVisible();
  // `S` begins to collect, `P` prints a label, `Z` would send them away again.
  await typeByHand(page, 'spz');
  // Longer than a pause within a word: what is pressed then is meant. Until then nothing on the screen changes that could be waited for.
  await page.waitForTimeout(1_000);
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(boardRow(page, person)).toContainText('Arrived');
  await expect(page.getByText('Not printed', { exact: true })).toBeVisible();
  await page.keyboard.press('s');
  await expect(button(page, 'Start collecting')).toBeHidden();
});

test('the reasons for one identifier and for a label that cannot be scanned, and an order that is built, begin under the keys', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await button(page, 'Only one identifier available').press('Enter');
  await expect(page.getByLabel('Why one identifier is enough today')).toBeFocused();
  await button(page, 'Ask for two identifiers after all').press('Enter');
  await page.getByRole('checkbox', { name: 'Name', exact: true }).uncheck();
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await button(panel(page, 'Take the sample'), 'A label cannot be scanned').press('Enter');
  await expect(page.getByLabel('Why the labels are not scanned back')).toBeFocused();
  await closeVisit(page);

  await goTo(page, 'Orders');
  await button(page, 'Build an order').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The button that adds a product goes with its line.
  await page.getByRole('button', { name: /^Add / }).first().press('Enter');
  await expect(page.getByLabel('Find a product')).toBeFocused();
});

test('what is asked for at the service takes the keys once it is read', async ({ page }) => {
  await seeBoard(page);
  await goTo(page, 'Registrations');
  await page.getByRole('main').getByRole('link', { name: /^DRW-/ }).first().click();
  await button(page, 'Read the products').press('Enter');
  const read = page.getByRole('region', { name: 'Products and biomarkers' });
  await expect(button(read, 'Read the products')).toBeHidden();
  await expect(read.getByRole('heading')).toBeFocused();
});
