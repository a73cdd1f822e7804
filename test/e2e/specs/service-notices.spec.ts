// What the service says that cannot be right: a record that makes no sense, and a clock that differs. Said, and worked around.
import { expect, expectAccessible } from '../fixtures.ts';
import { boardRows, button, seeBoard } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';

const DAY_MS = 24 * 60 * 60_000;

test.describe('a laboratory with an odd record @web', () => {
  /** The code of the one that is odd. */
  let odd: string | null = null;
  const meddler: Meddler = (path, answer) =>
    path.startsWith('/api/test_registration/')
      ? withJson<{ readonly trf_code?: string; readonly items?: { readonly trf_code?: string }[] }>(
          answer,
          (body) => {
            odd ??= body.items?.[0]?.trf_code ?? null;
            const changed = <Answer extends { readonly trf_code?: string }>(one: Answer): Answer =>
              one.trf_code === odd ? { ...one, product_ids: 'none' } : one;
            return body.items ? { ...body, items: body.items.map(changed) } : changed(body);
          },
        )
      : answer;
  test.use({ meddling: { meddler } });

  test('shows everybody else, and names the record and what is wrong with it', async ({ page }) => {
    await seeBoard(page);
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be read in full' });
    await expect(said).toContainText('product_ids');
    await expect(said).toContainText('tell the laboratory which records they are');
    await expectAccessible(page);
    await button(page, 'Understood').click();
    await expect(said).toBeHidden();
    await expect(boardRows(page).first()).toBeVisible();
  });
});

test.describe('a laboratory whose clock is a day ahead @web', () => {
  const meddler: Meddler = (_path, answer) => ({
    ...answer,
    headers: { ...answer.headers, date: new Date(Date.now() + DAY_MS).toUTCString() },
  });
  test.use({ meddling: { meddler } });

  test('is said, with whose times are shown', async ({ page }) => {
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'clock differs' });
    await expect(said).toContainText('Times shown here are the service’s', { timeout: 60_000 });
    await expectAccessible(page);
  });
});
