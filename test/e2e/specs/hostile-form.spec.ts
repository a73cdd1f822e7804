// Forms that are none: refused in words, and the window goes on.
import type { Page } from '@playwright/test';
import { emptyPdf } from '../../support/hostile-pdf.ts';
import { expect, test } from '../fixtures.ts';
import { button, checkIn, namesOnBoard, openVisit } from './support/desk.ts';

/** From now on the window gets `pdf` for every form. */
async function answerForms(page: Page, pdf: Uint8Array): Promise<void> {
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name !== 'documents.get') return route.fallback();
    const value = {
      contentType: 'application/pdf',
      base64: Buffer.from(pdf).toString('base64'),
      fetchedAtMs: Date.now(),
      stored: true,
    };
    await route.fulfill({ json: { ok: true, value } });
  });
}

async function openForm(page: Page): Promise<void> {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Open form').click();
}

test('a form of three thousand pages is refused in words, with nothing to print @web', async ({ page }) => {
  await answerForms(page, emptyPdf({ pages: 3_000, widthPoints: 595, heightPoints: 842 }));
  await openForm(page);
  const form = page.getByRole('dialog', { name: 'Test registration form' });
  await expect(form.getByRole('alert')).toContainText('a form of 3,000 pages');
  await expect(form.getByRole('img')).toHaveCount(0);
  await expect(button(form, 'Print')).toBeDisabled();
  await button(form, 'Close').click();
  await expect(form).toBeHidden();
});

test('a page as large as a house is drawn small @web', async ({ page }) => {
  await answerForms(page, emptyPdf({ pages: 1, widthPoints: 14_000, heightPoints: 14_000 }));
  await openForm(page);
  const sheet = page.getByRole('img', { name: 'Page 1 of the form' });
  await expect(sheet).toBeVisible();
  await expect
    .poll(() => sheet.evaluate((canvas) => (canvas as HTMLCanvasElement).width))
    .toBeGreaterThan(2_000);
  expect(await sheet.evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBeLessThan(3_000);
});
