// A scanner at a cable that does not type: chosen once, its state in words, and its scans go the way of every scan. The devices are
// replacements (test/support/scanner-doubles.ts).
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  giveScanners,
  openedAtBaud,
  openings,
  pickSerial,
  plug,
  sendHid,
  sendSerial,
  takeByAnother,
} from '../../support/scanner-doubles.ts';
import { button, goTo, namesOnBoard, openVisit, panel, title, trfCodeOf } from './support/desk.ts';

const cable = (page: Page): Locator => panel(page, 'Scanner at a cable');
const found = (page: Page): Locator => page.getByRole('region', { name: 'What was found' });

async function openSettings(page: Page): Promise<Locator> {
  await button(page, 'Desk settings').click();
  await expect(title(page, 'Desk settings')).toBeVisible();
  return cable(page);
}

/** A person turns to a window, and the one that holds the scanner knows. */
async function comeIntoUse(used: Page, holder: Page = used): Promise<void> {
  const inUse = (): Promise<string | null> =>
    holder.evaluate(() => localStorage.getItem('drawdesk.window-in-use'));
  await holder.evaluate(() => localStorage.removeItem('drawdesk.window-in-use'));
  await used.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(inUse).not.toBeNull();
}

/** Two people and the codes of their forms, and the settings of a window to which scanners can be connected. */
async function beforeChoosing(page: Page) {
  const [name = '', other = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await openVisit(page, other);
  const otherCode = await trfCodeOf(page);
  await giveScanners(page);
  await page.reload();
  return { name, code, other, otherCode, settings: await openSettings(page) };
}

test('a serial scanner is chosen once, and is there again after a restart, an unplugging and another program @web', async ({
  page,
}) => {
  test.slow();
  const { name, code, other, otherCode, settings } = await beforeChoosing(page);
  await expectAccessible(page);
  await button(settings, 'Choose a serial scanner').click();
  await expect(settings).toContainText('Serial scanner (USB 0C2E:0B6A)');
  await expect(settings).toContainText('Connected');
  expect(await openedAtBaud(page)).toBe(9_600);
  await settings.getByLabel('Speed (baud)').selectOption('115200');
  await expect.poll(() => openedAtBaud(page)).toBe(115_200);
  await expect(settings).toContainText('Connected');
  await expectAccessible(page);

  // In three chunks, with an identifier before and a line end after the code.
  for (const chunk of [']C0', code.slice(0, 5), `${code.slice(5)}\r\n`]) await sendSerial(page, chunk);
  await expect(title(page, name)).toBeVisible();

  // Remembered: after a reload it is connected without a click, and a field in focus is left alone.
  await page.reload();
  await expect(title(page, name)).toBeVisible();
  await expect.poll(() => openedAtBaud(page)).toBe(115_200);
  const stated = page.getByLabel('What the person states');
  await stated.fill('half a name');
  await sendSerial(page, `${otherCode}\r`);
  await expect(found(page)).toContainText(other);
  await expect(stated).toHaveValue('half a name');
  await expect(stated).toBeFocused();
  await stated.fill('');

  // The cable is pulled in the middle of a code: nothing is done with the half.
  await sendSerial(page, otherCode.slice(0, 6));
  await plug(page, 'serial', false);
  await expect(found(page).getByRole('alert')).toContainText('Scan again');
  await expect(page.getByText('The scanner was unplugged')).toBeVisible();
  await expectAccessible(page);
  await openSettings(page);
  await expect(settings).toContainText('Unplugged');
  await plug(page, 'serial', true);
  await expect(settings).toContainText('Connected');
  await expect(page.getByText('The scanner is back')).toBeVisible();

  // Another program has it, and lets it go.
  await takeByAnother(page, true);
  await plug(page, 'serial', false);
  await plug(page, 'serial', true);
  await expect(settings).toContainText('Taken');
  await expectAccessible(page);
  await takeByAnother(page, false);
  await expect(settings).toContainText('Connected');

  // Another speed at the scanner: said, and nothing is looked up.
  await sendSerial(page, [0xfe, 0x86, 0xe6, 0x98, 0xf8, 0x0d]);
  await expect(page.getByText('The scanner sent characters that no code has')).toBeVisible();
  await expect(settings).toContainText('The speed of the scanner is most likely another one');
  await expect(title(page, 'Desk settings')).toBeVisible();
  await sendSerial(page, `${otherCode}\r`);
  await expect(title(page, other)).toBeVisible();
});

test('a USB scanner sends its reports; a scan works while a dialog is up; two windows do not count it twice @web', async ({
  page,
  host,
}) => {
  test.slow();
  const { name, code, other, otherCode, settings } = await beforeChoosing(page);
  await button(settings, 'Choose a USB scanner').click();
  await expect(settings).toContainText('Scanner HD (USB 05E0:1900)');
  await expect(settings).toContainText('Connected');

  await sendHid(page, code);
  await expect(title(page, name)).toBeVisible();
  // A code that is longer than a report, of which the rest does not come.
  await sendHid(page, 'A1'.repeat(40), 1);
  await expect(found(page).getByRole('alert')).toContainText('Scan again');
  // What comes next may be that rest, so it opens nothing either.
  await sendHid(page, otherCode);
  await page.keyboard.press('Escape');
  await expect(title(page, name)).toBeVisible();

  // The palette gives way to what is scanned.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await sendHid(page, otherCode);
  await expect(title(page, other)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // So does the open list of a select, and the choice stays what it was.
  const who = page.getByRole('combobox', { name: 'Who is working' });
  await who.click();
  await expect(who.getByRole('option', { name: 'Add initials…' })).toBeVisible();
  await sendHid(page, code);
  await expect(title(page, name)).toBeVisible();
  await expect(who.getByRole('option', { name: 'Add initials…' })).toBeHidden();
  await expect(who).toHaveValue('Desk');
  await sendHid(page, otherCode);
  await expect(title(page, other)).toBeVisible();

  // A second window: the first one holds the scanner, and the scan comes to the one that is used.
  await goTo(page, 'Board');
  const second = await host.openWindow();
  await expect(second.getByText(/as of \d\d:\d\d/).first()).toBeVisible();
  await second.bringToFront();
  await second.evaluate(() => window.dispatchEvent(new Event('focus')));
  const there = await openSettings(second);
  await expect(there).toContainText('Another window of this desk has it open');
  await expect(there).toContainText('Connected');
  await expectAccessible(second);
  await sendHid(page, code);
  await expect(title(second, name)).toBeVisible();
  await expect(title(page, name)).toBeHidden();

  // Once the first window is closed, the second one takes the scanner over by itself.
  await giveScanners(second);
  await second.reload();
  await page.close();
  await openSettings(second);
  await expect(there).not.toContainText('Another window of this desk');
  await expect(there).toContainText('Connected');
  await sendHid(second, otherCode);
  await expect(title(second, other)).toBeVisible();
  await openSettings(second);
  await button(there, 'Forget this scanner').click();
  await expect(button(there, 'Choose a USB scanner')).toBeVisible();
  await expect(there).not.toContainText('Connected');
});

test('two serial scanners of one model are both heard, and stay open while windows change and one of them goes @web', async ({
  page,
  host,
}) => {
  test.slow();
  const { name, code, other, otherCode, settings } = await beforeChoosing(page);
  await button(settings, 'Choose a serial scanner').click();
  await expect(settings).toContainText('One scanner of this model is heard');
  await settings.getByLabel('Speed (baud)').selectOption('115200');
  await expect.poll(() => openedAtBaud(page)).toBe(115_200);
  // The same once more is no second one.
  await button(settings, 'Choose a serial scanner').click();
  await expect(settings).toContainText('One scanner of this model is heard');
  await pickSerial(page, 1);
  await button(settings, 'Choose a serial scanner').click();
  await expect(settings).toContainText('2 scanners of this model are heard');
  await expect(settings.getByLabel('Speed (baud)')).toHaveValue('115200');
  await expectAccessible(page);

  await sendSerial(page, `${code}\r`, 0);
  await expect(title(page, name)).toBeVisible();
  await sendSerial(page, `${otherCode}\r`, 1);
  await expect(title(page, other)).toBeVisible();

  // Another window comes to the front while a code is on its way: the scanner is not opened anew, and the code comes whole.
  const before = await openings(page);
  const second = await host.openWindow();
  await expect(second.getByText(/as of \d\d:\d\d/).first()).toBeVisible();
  // Brought to the front before, which takes a busy machine long: after a second between the two halves no rest is taken for a code.
  await second.bringToFront();
  await comeIntoUse(page);
  await sendSerial(page, code.slice(0, 5), 0);
  await comeIntoUse(second, page);
  await sendSerial(page, `${code.slice(5)}\r`, 0);
  await expect(title(second, name)).toBeVisible();
  expect(await openings(page)).toBe(before);
  await second.close();

  // One is unplugged: the other goes on.
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await plug(page, 'serial', false);
  await expect(page.getByText('The scanner was unplugged')).toBeVisible();
  await openSettings(page);
  await expect(settings).toContainText('One scanner of this model is heard');
  await sendSerial(page, `${code}\r`, 1);
  await expect(title(page, name)).toBeVisible();
  await plug(page, 'serial', true);
  await openSettings(page);
  await expect(settings).toContainText('2 scanners of this model are heard');
  expect(await openings(page)).toBe(before + 1);
});
