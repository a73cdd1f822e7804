// Form, label and results document in one viewer: turned, searched, saved, opened with the line down, and long ones.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { emptyPdf } from '../../support/hostile-pdf.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  rowsWithoutPatient,
  seeBoard,
  title,
} from './support/desk.ts';
import { openResultsOfThePast } from './support/past-results.ts';

const sheet = (page: Page, number: number, noun = 'form'): Locator =>
  page.getByRole('img', { name: `Page ${number} of the ${noun}`, exact: true });
const shown = (page: Page): Locator => page.getByRole('status', { name: 'Page shown' });
const found = (page: Page): Locator => page.getByRole('search', { name: /^Find in the/ }).getByRole('status');
const drawnWidth = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => (element as HTMLCanvasElement).width);

test('the documents of a registration are read, searched, turned, saved and printed, and kept for an outage', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page
    .getByRole('link', { name: /^Documents of/ })
    .first()
    .click();
  await expect(title(page, 'Test registration form')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(name);
  await expect(sheet(page, 1)).toBeVisible();
  await expect.poll(() => drawnWidth(sheet(page, 1))).toBeGreaterThan(300);
  await expect(page.getByText(/^(From the service|Stored at this desk), fetched on/)).toBeVisible();
  await expect(shown(page)).toHaveText(/^Page 1 of \d+$/);
  await expectAccessible(page);

  // Zoom and turn: what is drawn changes its shape, and the page stays.
  const boxOf = async () => (await sheet(page, 1).boundingBox()) ?? { width: 0, height: 0 };
  const before = await boxOf();
  await button(page, 'Larger').click();
  await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(before.width);
  await button(page, 'Fit the page').click();
  await expect.poll(async () => (await boxOf()).height).toBeLessThan(before.height);
  await expect(button(page, 'Fit the page')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Turn to the right').click();
  await expect.poll(async () => (await boxOf()).width > (await boxOf()).height).toBe(true);
  for (let turns = 0; turns < 3; turns += 1) await button(page, 'Turn to the right').click();
  await button(page, 'Fit the width').click();

  // A word of the page is marked with the pointer, as in any text, to be copied. At its beginning: the middle of some names is a blank.
  const family = (name.split(',')[0] ?? '').trim();
  await page
    .locator('[data-page="1"]')
    .getByText(new RegExp(family, 'i'))
    .first()
    .dblclick({ position: { x: 12, y: 8 } });
  const marked = (): Promise<string> => page.evaluate(() => window.getSelection()?.toString() ?? '');
  await expect
    .poll(async () => {
      const text = (await marked()).trim().toLowerCase();
      return text !== '' && family.toLowerCase().includes(text);
    })
    .toBe(true);

  // The search, by keys alone: the family name stands on the form.
  const surname = (name.split(',')[0] ?? '').toLowerCase();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('searchbox', { name: 'Find in the form' });
  await expect(field).toBeFocused();
  await field.pressSequentially(surname, { delay: 60 });
  await expect(found(page)).toHaveText(/^1 of \d+, page 1$/);
  await expect(page.locator('[data-chosen]').first()).toBeVisible();
  await expectAccessible(page);
  await field.fill('qqqqqq');
  await expect(found(page)).toHaveText('Not found');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  // The keys go on in the document.
  await expect(page.getByRole('group', { name: 'Pages of the form' })).toBeFocused();

  await button(page, 'Pages in small').click();
  await expect(
    page.getByRole('navigation', { name: 'Pages in small' }).getByRole('button').first(),
  ).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  // The saved file is the document, and its name tells nobody whose it is.
  // A desktop window asks where to save it, with a dialog of the system that no spec can answer.
  if (test.info().project.name === 'web') {
    const download = page.waitForEvent('download');
    await page.keyboard.press('Control+s');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^[A-Z0-9-]+ form\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  }

  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('#print-root img').length));
  });
  await button(page, 'Print another way').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', /^[1-9]/);

  // The office printer: sent, and reported as done; then out of paper, which is said with what to do.
  const printing = page.getByRole('status').filter({ hasText: 'Print queue' });
  await button(page, 'Print').click();
  await expect(printing).toContainText('The printer reports that it is done');
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Sample label' }).check({ force: true });
  await expect(title(page, 'Sample label')).toBeVisible();
  await expect(sheet(page, 1, 'label')).toBeVisible();
  const label = page.url();
  await goOffline(page);
  await page.goto(label);
  await expect(page.getByText(/^Stored at this desk, fetched on/)).toBeVisible();
  await expect(sheet(page, 1, 'label')).toBeVisible();
  await page.getByRole('radio', { name: 'Results document' }).check({ force: true });
  await expect(page.getByRole('alert')).toContainText('The results document is not at this desk now');
  await expectAccessible(page);
});

test('the results document is opened from the results, and a registration without a patient has none', async ({
  page,
}) => {
  await openResultsOfThePast(page);
  await page.getByRole('link', { name: 'Results document (PDF)' }).click();
  await expect(title(page, 'Results document')).toBeVisible();
  // The first document of a fresh window: its reader is loaded and started with it.
  await expect(sheet(page, 1, 'results document')).toBeVisible({ timeout: 30_000 });

  await page.keyboard.press('b');
  await seeBoard(page);
  await rowsWithoutPatient(page).first().getByRole('link').first().click();
  await page
    .getByRole('link', { name: /^Documents of/ })
    .first()
    .click();
  await expect(sheet(page, 1)).toBeVisible();
  for (const kind of ['Sample label', 'Results document']) {
    await page.getByRole('radio', { name: kind }).check({ force: true });
    await expect(page.getByRole('alert')).toContainText('No patient is assigned to this registration');
  }
  await expectAccessible(page);
});

test('a document that may not be shown any more is asked for once, and not at each event while the service fails @web', async ({
  page,
  host,
}) => {
  const [name = '', other = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page
    .getByRole('link', { name: /^Documents of/ })
    .first()
    .click();
  await expect(sheet(page, 1)).toBeVisible({ timeout: 30_000 });
  const asked = { 'documents.get': 0, 'documents.standing': 0 };
  await page.route('**/api/call', async (route) => {
    const { name: call = '' } = route.request().postDataJSON() as { readonly name?: string };
    if (call === 'documents.get') {
      asked[call] += 1;
      const error = { kind: 'timeout', retry: 'later', detail: 'no answer in time' };
      return route.fulfill({ json: { ok: false, error } });
    }
    if (call !== 'documents.standing') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const { value } = (await response.json()) as { readonly value: object };
    await route.fulfill({ json: { ok: true, value: { ...value, isKept: false } } });
    asked[call] += 1;
  });
  const second = await host.openWindow();
  await seeBoard(second);
  await openVisit(second, other);
  await checkIn(second);
  await expect(page.getByRole('alert')).toContainText('The service did not answer in time');
  for (const step of ['Start collecting', 'Back to the waiting room']) {
    const before = asked['documents.standing'];
    await button(second, step).click();
    await expect.poll(() => asked['documents.standing']).toBeGreaterThan(before);
  }
  expect(asked['documents.get']).toBe(1);
  await button(page, 'Try again').click();
  await expect.poll(() => asked['documents.get']).toBe(2);
});

test('of two hundred pages only those in sight are drawn @web', async ({ page }) => {
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name !== 'documents.get') return route.fallback();
    const base64 = Buffer.from(emptyPdf({ pages: 200, widthPoints: 595, heightPoints: 842 })).toString(
      'base64',
    );
    // Whose it is stays as the desk says it: it is asked again whether that is shown.
    const response = await route.fetch({ maxRetries: 3 });
    const { value } = (await response.json()) as { readonly value: object };
    await route.fulfill({ json: { ok: true, value: { ...value, base64 } } });
  });
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page
    .getByRole('link', { name: /^Documents of/ })
    .first()
    .click();
  await expect.poll(() => drawnWidth(sheet(page, 1))).toBeGreaterThan(300);
  const drawn = () =>
    page
      .getByRole('img', { name: /^Page \d+ of the form$/ })
      .evaluateAll(
        (all) =>
          all
            .filter(
              (canvas) =>
                (canvas as HTMLCanvasElement).width > 0 && canvas.getBoundingClientRect().height > 0,
            )
            .filter((canvas) => (canvas as HTMLCanvasElement).width !== 300).length,
      );
  await expect.poll(drawn).toBeLessThan(6);
  await expect(shown(page)).toHaveText('Page 1 of 200');

  const field = page.getByRole('textbox', { name: 'Page' });
  await field.fill('150');
  await field.press('Enter');
  await expect(shown(page)).toHaveText('Page 150 of 200');
  await expect.poll(() => drawnWidth(sheet(page, 150))).toBeGreaterThan(300);
  await expect.poll(drawn).toBeLessThan(6);
  await expect(button(page, 'Print pages 150 to 169 another way')).toBeVisible();
  await button(page, 'Next page').click();
  await expect(shown(page)).toHaveText('Page 151 of 200');
  await field.fill('201');
  await field.press('Enter');
  await expect(field).toHaveValue('151');
  await button(page, 'Pages in small').click();
  await page.getByRole('button', { name: 'Page 153', exact: true }).click();
  await expect(shown(page)).toHaveText('Page 153 of 200');
});

test('a form is printed in training: out of paper it says so, and its pages come out once there is paper', async ({
  page,
}) => {
  const office = (mode: string) =>
    page.getByRole('group', { name: 'How the office printer behaves' }).getByRole('radio', { name: mode });
  const toTraining = () => goTo(page, 'Training');
  const [name = ''] = await namesOnBoard(page);
  await toTraining();
  await office('Out of paper').check({ force: true });
  await expect(page.getByText('It says that it has no paper.')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('b');
  await seeBoard(page);
  await openVisit(page, name);
  await page
    .getByRole('link', { name: /^Documents of/ })
    .first()
    .click();
  await expect(sheet(page, 1)).toBeVisible();
  await button(page, 'Print').click();
  const printing = page.getByRole('status').filter({ hasText: 'Print queue' });
  await expect(printing).toContainText('Printer needs attention');
  await expect(printing).toContainText('it has no paper: put A4 paper in');
  await expectAccessible(page);

  await toTraining();
  await office('Ready').check({ force: true });
  await expect(page.getByRole('img', { name: /^Page 1 of the document received at/ })).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await button(page, 'Clear the pages').click();
  await expect(page.getByText('No page came out yet')).toBeVisible();
});
