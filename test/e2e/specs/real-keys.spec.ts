// Scans by real keys, where a browser's own input matters: another keyboard layout, a page that is blocked, keys that come faster
// than the page answers. Runs where Xvfb and xdotool are installed; elsewhere it is skipped, and the run says why.
import { chromium, type Locator, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../../support/chromium.ts';
import { lackOfRealKeys, startRealKeys, type RealKeys } from '../../support/real-keys.ts';
import { expect, test as base } from '../fixtures.ts';
import {
  button,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  printLabelsOf,
  title,
  trfCodeOf,
} from './support/desk.ts';

const lack = lackOfRealKeys();
if (lack !== null) console.log(`Scans by real keys are not tested here: ${lack}.`);

const test = base.extend<{ keys: RealKeys }>({
  keys: async ({}, use, testInfo) => {
    testInfo.skip(lack !== null, lack ?? '');
    const keys = await startRealKeys();
    await use(keys);
    await keys.stop();
  },
  // A window on that display, instead of one that no keyboard reaches.
  context: async ({ keys }, use) => {
    const executablePath = findChromium();
    const browser = await chromium.launch({
      headless: false,
      args: [...CHROMIUM_ARGS, '--ozone-platform=x11', '--window-position=0,0'],
      env: { ...process.env, DISPLAY: keys.display },
      ...(executablePath === null ? {} : { executablePath }),
    });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Pacific/Auckland',
      reducedMotion: 'reduce',
    });
    await use(context);
    await browser.close();
  },
});

// A loaded machine stops for longer between two keys than any scanner does.
const scanner = { idleMs: 1_000 };
test.use({ managedSettings: { scanner } });
// One after the other, each with the machine to itself: keys that come slower than any scanner sends them are rightly taken for typing.
test.describe.configure({ mode: 'default' });

/** The page does nothing else for so long, beginning now. Resolves when it begins, not when it ends. */
const block = (page: Page, forMs: number): Promise<void> =>
  page.evaluate((lengthMs) => {
    setTimeout(() => {
      const endsAtMs = performance.now() + lengthMs;
      while (performance.now() < endsAtMs);
    }, 20);
  }, forMs);

/** Types as a person who looks at each letter: a busy machine would bring several at once, as fast as a scanner. */
async function typeInto(field: Locator, keys: RealKeys, text: string): Promise<void> {
  let value = await field.inputValue();
  for (const letter of text) {
    await keys.type(letter);
    value += letter;
    await expect(field).toHaveValue(value);
  }
}

/** The TRF codes of people on the board. */
async function codesOf(page: Page, names: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  for (const name of names) {
    await openVisit(page, name);
    codes.push(await trfCodeOf(page));
    await goTo(page, 'Board');
  }
  return codes;
}

test('with a French keyboard, into a blocked page, two in a row, in the middle of typing and with a dialog up @web', async ({
  page,
  keys,
}) => {
  test.slow();
  const names = (await namesOnBoard(page)).slice(0, 4);
  const [first = '', second = '', third = '', fourth = ''] = names;
  const codes = await codesOf(page, names);
  const [firstCode = '', secondCode = '', thirdCode = '', fourthCode = ''] = codes;
  await keys.setLayout('fr');
  await keys.focus('Drawdesk');

  // The layout makes “é” of the scanner's 2 and “)” of its dash: the place of the key counts.
  await keys.scan(firstCode);
  await expect(title(page, first)).toBeVisible();

  // The page is blocked from before the first key to after the last one.
  await block(page, 400);
  await keys.scan(secondCode);
  await expect(title(page, second)).toBeVisible();

  // Two in a row: both are taken, and the last one stands.
  await keys.scan(firstCode, thirdCode);
  await expect(title(page, third)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What was found' })).toBeHidden();

  // In the middle of typing with that layout: the text stays, and the visit of the scan is offered.
  const stated = page.getByLabel('What the person states');
  await stated.focus();
  await typeInto(stated, keys, 'azerty et ');
  await keys.reach();
  await keys.scan(fourthCode);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(fourth);
  await expect(stated).toHaveValue('azerty et ');
  await expect(stated).toBeFocused();
  await expect(title(page, third)).toBeVisible();
  await typeInto(stated, keys, 'qwerty');
  await expect(stated).toHaveValue('azerty et qwerty');
  await button(found, 'Close what was found').click();
  await stated.fill('');

  // A dialog of the frame gives way; none of the scanner's keys is left in its field.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await keys.scan(fourthCode);
  await expect(title(page, fourth)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('while the list of a select is open @web', async ({ page, keys }) => {
  test.slow();
  const [first = '', second = ''] = await namesOnBoard(page);
  const [firstCode = '', secondCode = ''] = await codesOf(page, [first, second]);
  await keys.focus('Drawdesk');

  const who = page.getByRole('combobox', { name: 'Who is working' });
  await who.click();
  await keys.scan(firstCode);
  await expect(title(page, first)).toBeVisible();
  await expect(who).toHaveValue('Desk');

  // With something half entered the visit is offered, over the form as it was.
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await page.getByLabel('Last name').fill('Oduya');
  const gender = page.getByLabel('Gender');
  await gender.selectOption('Female');
  await gender.click();
  await keys.reach();
  await keys.scan(secondCode);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(second);
  await expect(gender).toHaveValue('female');
  await expect(gender).toBeFocused();
  await expect(gender.getByRole('option', { name: 'Male', exact: true })).toBeHidden();
  await expect(page.getByLabel('Last name')).toHaveValue('Oduya');
  await button(found, 'Close what was found').click();

  // A hand that looks for an entry by its letter sets off no command of the screen behind, and Escape closes the list alone.
  await gender.click();
  await keys.type('m');
  await expect(gender.getByRole('option', { name: 'Male', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gender).toHaveValue('male');
  await expect(page.getByLabel('Last name')).toHaveValue('Oduya');
  // Tab takes the entry, as in a list of the browser's own, and goes on.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(gender.getByRole('option', { name: 'Other' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(gender).toHaveValue('other');
  await expect(gender.getByRole('option', { name: 'Other' })).toBeHidden();
  await expect(gender).not.toBeFocused();
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  await button(page, 'Add a printer').click();
  const dialog = page.getByRole('dialog', { name: 'Add a printer' });
  const language = dialog.getByLabel('Language');
  await language.click();
  const entry = language.getByRole('option', { name: /^EPL2/ });
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(dialog).toBeVisible();
  const before = await language.inputValue();
  await language.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(language).not.toHaveValue(before);
  await expect(entry).toBeHidden();
  await expect(dialog).toBeVisible();
});

test.describe('two labels a visit', () => {
  test.use({ managedSettings: { labelsPerRegistration: 2, scanner } });

  test('are proven by two scans in a row; while the wrong-label alarm is up the scanner’s Enter answers nothing @web', async ({
    page,
    keys,
  }) => {
    test.slow();
    const [person = '', stranger = ''] = await namesOnBoard(page);
    const [wrongCode = '', code = ''] = await printLabelsOf(page, [stranger, person], 2);
    await button(page, 'Start collecting').click();
    const sample = panel(page, 'Take the sample');
    await expect(sample).toContainText('0 of 2 scanned');
    await keys.focus('Drawdesk');

    // The page is blocked when the scans come, so that the second begins before the first is answered.
    await block(page, 400);
    await keys.scan(code, wrongCode, code);
    const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
    await expect(alarm).toContainText(wrongCode);
    await expect(alarm).toContainText(stranger);
    await expect(button(alarm, 'I have checked the tubes')).toBeFocused();
    await keys.scan(code);
    await expect(alarm).toContainText('not taken');
    await expect(alarm).toBeVisible();
    await button(alarm, 'I have checked the tubes').click();
    await expect(alarm).toBeHidden();
    await expect(sample).toContainText('1 of 2 scanned');
    await expect(button(page, 'Collected')).toBeDisabled();
    // Sooner it would be the same label once more.
    await page.waitForTimeout(1_500);
    await keys.scan(code);
    await expect(sample).toContainText('2 of 2 scanned');
    await expect(button(page, 'Collected')).toBeEnabled();
  });
});
