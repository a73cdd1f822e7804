// A fresh start: the board is there, and the desk says that it is in training.
import { expect, expectAccessible, test } from './fixtures.ts';

test('a fresh desk opens on the board, in training', async ({ page }) => {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText(/training/i).first()).toBeVisible();
  await expectAccessible(page);
});
