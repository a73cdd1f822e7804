// The screens are shown in whatever browser the machine has, and in whatever Chromium Electron brings: not only in the
// newest ones.
import { readCodes } from '../../support/label-eyes.ts';
import { expect, test } from '../fixtures.ts';
import { button, checkIn, namesOnBoard, openVisit, trfCodeOf } from './support/desk.ts';
import { pictureOnCanvas } from './support/paper.ts';

/** Takes away what browsers of 2024 did not have yet. Of the page and of a thread alike. */
const WITHOUT_THE_NEWEST = `
  for (const type of [Map, WeakMap]) {
    delete type.prototype.getOrInsert;
    delete type.prototype.getOrInsertComputed;
  }
  delete Math.sumPrecise;
  delete Uint8Array.fromBase64;
  delete Uint8Array.fromHex;
  delete Uint8Array.prototype.toBase64;
  delete Uint8Array.prototype.toHex;
`;

test('a form is shown in a browser that is some years old @web', async ({ page }) => {
  await page.addInitScript({ content: WITHOUT_THE_NEWEST });
  await page.route(/pdf\.worker.*\.mjs$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response, body: WITHOUT_THE_NEWEST + (await response.text()) });
  });
  await page.reload();
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const trfCode = await trfCodeOf(page);
  await checkIn(page);
  await button(page, 'Open form').click();
  const sheet = page.getByRole('img', { name: 'Page 1 of the form' });
  await expect.poll(async () => readCodes(await pictureOnCanvas(sheet))).toContain(trfCode);
});
