// What people do faster than a desk answers, and where nothing was read yet: nobody gets another person than the one meant, and no
// screen says that there is nobody.
import type { Page } from '@playwright/test';
import { expect, scan, test } from '../fixtures.ts';
import { boardRow, button, goTo, namesOnBoard, openVisit, title, trfCodeOf } from './support/desk.ts';
import { withholdNews } from './support/two-windows.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'What do you want to do?' });
const command = (page: Page) => page.getByRole('combobox', { name: 'Command' });
const surname = (name: string) => (name.split(',')[0] ?? '').toLowerCase();

test('a key counts from the moment at which the board can be seen @web', async ({ page }) => {
  await expect(title(page, 'Today’s board')).toBeVisible();
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const heading = document.querySelector('main h1');
      if (!heading || getComputedStyle(heading).visibility !== 'visible') return;
      observer.disconnect();
      heading.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
      );
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.reload();
  await expect(palette(page)).toBeVisible();
});

test('the palette opens the person who was typed, also where Enter comes before the answer @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const [first = '', second = ''] = names.filter((name) => /^[A-Z]{4,}, /.test(name));
  await page.keyboard.press('Control+k');
  await command(page).fill(surname(first));
  await expect(palette(page).getByRole('option').first()).toContainText(first);

  const letGo = await withholdNews(page, 'search.find');
  await command(page).fill(surname(second));
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  await expect(palette(page).getByText('nobody by that name')).toHaveCount(0);
  letGo();
  await expect(title(page, second)).toBeVisible();
  await expect(palette(page)).toBeHidden();
});

test('the search opens the person who was typed, also where a press or a key comes before the answer @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const [first = '', second = ''] = names.filter((name) => /^[A-Z]{4,}, /.test(name));
  const field = page.getByLabel('Scan or search');
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await field.fill(surname(first));
  await expect(found.first()).toContainText(first);

  const letGo = await withholdNews(page, 'search.find');
  await field.fill(surname(second));
  await found.first().dispatchEvent('pointerdown');
  await expect(title(page, 'Today’s board')).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(surname(second));
  letGo();
  await expect(title(page, second)).toBeVisible();
  await expect(field).toHaveValue('');
});

test('the search opens nobody where its list was closed before the answer came @web', async ({ page }) => {
  const names = await namesOnBoard(page);
  const [first = '', second = ''] = names.filter((name) => /^[A-Z]{4,}, /.test(name));
  const field = page.getByLabel('Scan or search');
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await field.fill(surname(first));
  await expect(found.first()).toContainText(first);

  const letGo = await withholdNews(page, 'search.find');
  await field.fill(surname(second));
  await field.press('ArrowDown');
  await field.press('Enter');
  await field.press('Escape');
  await expect(found).toHaveCount(0);
  letGo();
  await field.press('ArrowDown');
  await expect(found.first()).toContainText(second);
  await expect(found.first()).not.toHaveAttribute('aria-disabled');
  await expect(title(page, 'Today’s board')).toBeVisible();
});

test('a name typed anew under Patients takes the place of the one before', async ({ page }) => {
  await goTo(page, 'Patients');
  const field = page.getByLabel('Find a person');
  await expect(field).toBeFocused();
  await page.keyboard.type('walker', { delay: 60 });
  await goTo(page, 'Board');
  await expect(title(page, 'Today’s board')).toBeVisible();
  await goTo(page, 'Patients');
  await expect(field).toHaveValue('walker');
  await expect(field).toBeFocused();
  await page.keyboard.type('khan', { delay: 60 });
  await expect(field).toHaveValue('khan');
});

test('a date of birth that is typed in one go fills its boxes, and a scan in the midst of it leaves them as they were', async ({
  page,
}) => {
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  const birth = page.getByRole('group', { name: 'Date of birth' });
  const boxes = ['Day', 'Month', 'Year'].map((name) => birth.getByLabel(name));
  const empty = async (): Promise<void> => {
    for (const box of boxes) await box.fill('');
  };
  const expectBoxes = async (...values: readonly string[]): Promise<void> => {
    for (const [at, box] of boxes.entries()) await expect(box).toHaveValue(values[at] ?? '');
  };

  for (const [typed, ...values] of [
    ['7 11 1991', '7', '11', '1991'],
    ['07/11/1991', '07', '11', '1991'],
    ['7. nov. 1991', '7', 'nov', '1991'],
    ['07111991', '07', '11', '1991'],
  ] as const) {
    await empty();
    await boxes[0]?.focus();
    await page.keyboard.type(typed, { delay: 60 });
    await expectBoxes(...values);
  }

  // What stands in the next box is not changed by a digit too many, and is chosen by a separator.
  await boxes[0]?.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('9', { delay: 60 });
  await expectBoxes('07', '11', '1991');
  await page.keyboard.type('/12', { delay: 60 });
  await expectBoxes('07', '12', '1991');

  await empty();
  await boxes[0]?.fill('3');
  await scan(page, '0123456789012');
  await expect(page.getByRole('alert')).toContainText('Nothing at this desk has the code 0123456789012');
  await expectBoxes('3', '', '');
  await expect(boxes[0] ?? birth).toBeFocused();
});

test('the card of a scan says nothing that is over: what was being entered may be emptied beside it', async ({
  page,
}) => {
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  const code = await trfCodeOf(page);
  await openVisit(page, second);
  const stated = page.getByLabel('What the person states');
  await stated.fill('somebody');
  await scan(page, code);
  const card = page.getByRole('status').filter({ has: button(page, 'Open this visit') });
  await expect(card).toContainText(first);
  await stated.fill('');
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('You are in the middle of entering something');
  await expect(boardRow(page, second)).toContainText('Expected');
});

test.describe('where the service was never reached', () => {
  test.use({
    managedSettings: {
      service: { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TEST_TOKEN' },
      passphraseFromEnvironment: 'DESK_TEST_PASSPHRASE',
      people: { signIn: 'initials' },
    },
    deskEnv: { DESK_TEST_TOKEN: 'token', DESK_TEST_PASSPHRASE: 'drawn-from-eleven-veins' },
  });

  test('nobody is said to be unknown, and no time to be removed @web', async ({ page }) => {
    await expect(page.getByText('Today’s bookings have not been read from the service yet')).toBeVisible();
    await page.keyboard.press('Control+k');
    await command(page).fill('oliver');
    await expect(palette(page).getByText('Not everybody was read yet.')).toBeVisible();
    await expect(palette(page).getByText('nobody by that name')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await goTo(page, 'Patients');
    await expect(title(page, 'Patients')).toBeVisible();
    await expect(page.getByRole('main').getByText('not read yet')).toBeVisible();
    await expect(page.getByText('0 known here')).toHaveCount(0);
    await goTo(page, 'Registrations');
    await expect(
      page.getByText('The service cannot be asked, and its registrations were never read here.'),
    ).toBeVisible();
    await expect(page.getByText('0 registrations')).toHaveCount(0);

    await page.getByRole('banner').getByRole('combobox', { name: 'Scan or search' }).fill('oliver');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Not known here' })).toContainText(
      'Not everything was read from the service yet',
    );

    await goTo(page, 'Board');
    await page.keyboard.press('w');
    await expect(title(page, 'Walk-in')).toBeVisible();
    await expect(page.getByText('The location of this desk is not known yet')).toBeVisible();
    await expect(page.getByText('removed or cancelled')).toHaveCount(0);
    await page.getByLabel('Find the person').fill('oliver');
    await expect(page.getByText('Nobody of those read so far has that name')).toBeVisible();
  });
});
