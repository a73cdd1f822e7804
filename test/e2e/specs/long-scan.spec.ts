// A scan of many signs, as of an identity card, whose keys come all at once because the computer hung meanwhile.
import { expect, scan, test } from '../fixtures.ts';
import { board } from './support/desk.ts';

const SIGNS = 'ABCDEFGHJK23456789';

/** No sign twice in a row, which would be a held key. */
const codeOf = (length: number): string =>
  Array.from({ length }, (_, at) => SIGNS[(at * 7 + (at >> 3)) % SIGNS.length]).join('');

test('a long scan leaves nothing in the search, and breaks nothing @web', async ({ page }) => {
  await expect(board(page)).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Scan or search' });
  // As long as a code may be, longer than can be looked for, and longer than any scan that is taken.
  for (const length of [60, 250, 1_080]) {
    await search.focus();
    await scan(page, codeOf(length));
    const card = page.getByRole('region', { name: 'What was found' });
    await expect(card).toBeVisible();
    if (length > 300) await expect(card.getByRole('alert')).toContainText('Too long for a code');
    await expect(search).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  }
});
