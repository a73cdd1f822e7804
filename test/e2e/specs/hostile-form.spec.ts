// Forms that are none: refused in words, and the window goes on.
import type { Page } from '@playwright/test';
import { emptyPdf, lockedPdf } from '../../support/hostile-pdf.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, checkIn, namesOnBoard, openVisit } from './support/desk.ts';

/** From now on the window gets what `pdf` returns for every form. */
async function answerForms(page: Page, pdf: () => Uint8Array): Promise<void> {
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name !== 'documents.get') return route.fallback();
    // Whose it is stays as the desk says it: it is asked again whether that is shown.
    const response = await route.fetch({ maxRetries: 3 });
    const { value } = (await response.json()) as { readonly value: object };
    const base64 = Buffer.from(pdf()).toString('base64');
    await route.fulfill({ json: { ok: true, value: { ...value, base64 } } });
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
  await answerForms(page, () => emptyPdf({ pages: 3_000, widthPoints: 595, heightPoints: 842 }));
  await openForm(page);
  const form = page.getByRole('dialog', { name: 'Test registration form' });
  await expect(form.getByRole('alert')).toContainText('a form of 3,000 pages');
  await expect(form.getByRole('img')).toHaveCount(0);
  await expect(button(form, 'Print')).toBeDisabled();
  await button(form, 'Close').click();
  await expect(form).toBeHidden();
});

test('a page as large as a house is drawn small @web', async ({ page }) => {
  await answerForms(page, () => emptyPdf({ pages: 1, widthPoints: 14_000, heightPoints: 14_000 }));
  await openForm(page);
  const sheet = page.getByRole('img', { name: 'Page 1 of the form' });
  await expect(sheet).toBeVisible();
  const drawnWidth = () => sheet.evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  await expect.poll(drawnWidth).toBeGreaterThan(400);
  // As large as it goes, it still has no more dots than a sheet of A3.
  for (let step = 0; step < 14; step += 1) await button(page, 'Larger').click();
  await expect.poll(drawnWidth).toBeGreaterThan(2_000);
  expect(await drawnWidth()).toBeLessThan(3_000);
});

test('what is no document that can be opened is refused in words each time @web', async ({ page }) => {
  let answer: Uint8Array = new Uint8Array();
  await answerForms(page, () => answer);
  const form = page.getByRole('dialog', { name: 'Test registration form' });
  await openForm(page);
  for (const [what, words] of [
    [answer, 'an empty document in place of the form'],
    [Buffer.from('<!doctype html><title>Sign in</title>'), 'a form that cannot be read'],
    [
      emptyPdf({ pages: 2, widthPoints: 595, heightPoints: 842 }).subarray(0, 150),
      'a form that cannot be read',
    ],
    [lockedPdf(), 'locked with a password'],
  ] as const) {
    await button(form, 'Close').click();
    answer = what;
    await button(page, 'Open form').click();
    await expect(form.getByRole('alert')).toContainText(words);
    await expect(form.getByRole('img')).toHaveCount(0);
    await expect(button(form, 'Save as')).toBeDisabled();
  }
});

test('a form of which nobody knows whose it is is seen after a question only, and neither saved nor printed @web', async ({
  page,
}) => {
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as {
      readonly name?: string;
      readonly input: { readonly evenNotRead?: boolean };
    };
    if (call.name === 'documents.get' && call.input.evenNotRead !== true) {
      const error = { kind: 'rejected', retry: 'never', detail: '', fields: { document: 'not-read' } };
      return route.fulfill({ json: { ok: false, error } });
    }
    if (call.name !== 'documents.get' && call.name !== 'documents.standing') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const { value } = (await response.json()) as { readonly value: object };
    const said = call.name === 'documents.get' ? { notRead: true, stored: false } : { isKept: false };
    await route.fulfill({ json: { ok: true, value: { ...value, ...said } } });
  });
  await openForm(page);
  const form = page.getByRole('dialog', { name: 'Test registration form' });
  const question = page.getByRole('dialog', { name: 'See a form that may be somebody else’s?' });
  const see = button(form, 'See it all the same');
  await expect(form.getByRole('alert')).toContainText('could not read whose document this is');
  await see.click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await see.click();
  await button(question, 'Leave it closed').click();
  await expect(question).toBeHidden();
  await expect(form.getByRole('img')).toHaveCount(0);
  await see.click();
  await button(question, 'See it and compare').click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('img', { name: 'Page 1 of the form' })).toBeVisible({ timeout: 30_000 });
  await expect(form.getByRole('alert')).toContainText('It is not known whose form this is');
  for (const name of ['Save as', 'Print', 'Print another way'])
    await expect(button(form, name)).toBeDisabled();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('so it is neither saved nor printed').first()).toBeVisible();
  await expectAccessible(page);
  // Whoever opens it anew is asked anew.
  await button(form, 'Close').click();
  await button(page, 'Open form').click();
  await expect(see).toBeVisible();
});
