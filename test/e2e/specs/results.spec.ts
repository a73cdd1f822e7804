// Lab results: opened from a visit, read again with the line down, and every kind of value readable in any window.
import type { Page } from '@playwright/test';
import type { LabResultView } from '../../../src/contract/results.ts';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  button,
  checkInAndPrint,
  closeVisit,
  codeOf,
  enterPerson,
  chooseTest,
  goOffline,
  goTo,
  labels,
  openVisit,
  panel,
  searchBox,
  seeBoard,
  title,
} from './support/desk.ts';
import { openResultsOfThePast } from './support/past-results.ts';

const whose = (page: Page) => page.getByRole('region', { name: 'Whose results' });
const table = (page: Page) => page.getByRole('table', { name: /^Results of/ });

test('results are opened from a visit of the past, say whose they are, and stay with the line down', async ({
  page,
}) => {
  const { name } = await openResultsOfThePast(page);
  await expect(whose(page)).toContainText(name);
  await expect(whose(page)).toContainText(/born \d\d-[A-Z][a-z]{2}-\d{4}/);
  await expect(table(page)).toBeVisible();
  const rows = table(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(/In range|High|Low|Failed|Pending/);
  const code = await whose(page).locator('code').innerText();
  await expectAccessible(page);
  const address = page.url();

  // The same results by their code, with the keyboard alone.
  await goTo(page, 'Board');
  await seeBoard(page);
  await searchBox(page).fill(code);
  const found = page.getByRole('option', { name: `Results of ${code}` });
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  await expect(table(page)).toBeVisible();

  await goOffline(page);
  await page.goto(address);
  await expect(page.getByText('results are shown as they were read last')).toBeVisible();
  await expect(whose(page)).toContainText(name);
  await expect(table(page)).toBeVisible();
  await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page);
});

test('results of somebody who is here today open with the line down although nobody had opened them', async ({
  page,
}) => {
  test.slow();
  const name = 'TREVELYAN, Hugo';
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await button(page, 'New person').click();
  await enterPerson(page, {
    firstName: 'Hugo',
    lastName: 'Trevelyan',
    birth: ['1', '2', '1960'],
    gender: 'Male',
    email: 'hugo.trevelyan@example.org',
  });
  await button(page, 'Create person').click();
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, name)).toBeVisible();
  await expect(panel(page, 'Registration').locator('code').first()).toHaveText(/^DRW-/);

  // However long somebody waits, the laboratory finds nothing in a sample that nobody took.
  await goTo(page, 'Training');
  await button(page, 'Forward 1 minute').click();
  await goTo(page, 'Board');
  await openVisit(page, name);
  await expect(panel(page, 'Finished at the laboratory')).toBeHidden();
  await checkInAndPrint(page);
  await scan(page, await codeOf(labels(page).first()));
  await expect(labels(page)).toContainText('Scanned back');
  await button(page, 'Collected').click();
  await expect(button(page, 'Has left')).toBeVisible();

  // The laboratory needs half a minute in training. The list of answers says that the desk has asked for the results.
  await goTo(page, 'Training');
  await button(page, 'Forward 1 minute').click();
  await goTo(page, 'Service');
  // A round over today's visits comes some sixty seconds after the one before, and the results after it.
  await expect(page.getByRole('table', { name: 'Last answers' })).toContainText('registrations.labResults', {
    timeout: 180_000,
  });
  await goOffline(page);
  await closeVisit(page);
  await openVisit(page, name);
  await page.getByRole('link', { name: /^Results of/ }).click();
  await expect(page.getByText('results are shown as they were read last')).toBeVisible();
  await expect(whose(page)).toContainText(name);
  await expect(table(page).getByRole('row').nth(1)).toContainText(/In range|High|Low/);
  await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page);
});

const plain: LabResultView = {
  id: 'plain',
  name: 'Ferritin',
  code: 'FERR',
  value: '40',
  unit: 'µg/L',
  wording: '',
  minRange: '15',
  maxRange: '150',
  outOfRange: null,
  state: 'measured',
  status: 'success',
  comment: null,
  errorReason: null,
  fallbackRange: false,
  calculated: false,
  corrected: [],
  earlier: [],
};
const before = (date: string, value: string, outOfRange: string | null = null) => ({
  registrationId: `of-${date}`,
  trfCode: 'DRW-OLD001',
  date,
  value,
  unit: 'µg/L',
  outOfRange,
});

/** What a laboratory may send, one of each kind. */
const EVERY_KIND: readonly LabResultView[] = [
  {
    ...plain,
    earlier: [
      before('2024-11-02', '9', 'low'),
      before('2025-02-02', '14', 'low'),
      before('2025-05-03', '22'),
      before('2025-11-04', '31'),
    ],
  },
  {
    ...plain,
    id: 'high',
    name: 'Total cholesterol',
    code: 'CHOL',
    value: '7.9',
    unit: 'mmol/L',
    minRange: '2.8',
    maxRange: '5.0',
    outOfRange: 'high',
    corrected: [
      {
        value: '4.9',
        unit: 'mmol/L',
        minRange: '2.8',
        maxRange: '5.0',
        outOfRange: null,
        untilMs: Date.UTC(2026, 1, 2, 14, 5),
      },
    ],
    comment: 'Total cholesterol is above the reference range.',
  },
  {
    ...plain,
    id: 'low',
    name: 'Iron',
    code: 'IRON',
    value: '2.1',
    unit: 'µmol/L',
    minRange: '6.6',
    maxRange: '26.0',
    outOfRange: 'low',
  },
  {
    ...plain,
    id: 'below',
    name: 'C-reactive protein',
    code: 'CRP',
    value: '<0.5',
    unit: 'mg/L',
    minRange: null,
    maxRange: '5.0',
  },
  {
    ...plain,
    id: 'egfr',
    name: 'Estimated filtration rate',
    code: 'EGFR',
    value: '>90',
    unit: 'mL/min/1.73 m²',
    minRange: '60',
    maxRange: null,
    calculated: true,
    fallbackRange: true,
  },
  {
    ...plain,
    id: 'words',
    name: 'Coeliac antibodies',
    code: 'TTG',
    value: 'Not detected',
    unit: null,
    minRange: null,
    maxRange: null,
  },
  {
    ...plain,
    id: 'failed',
    name: 'Potassium',
    code: 'K',
    value: null,
    state: 'failed',
    status: 'failed',
    errorReason: 'Sample rejected: haemolysed',
  },
  {
    ...plain,
    id: 'pending',
    name: 'Vitamin D (25-OH)',
    code: 'VITD',
    value: null,
    state: 'pending',
    status: 'pending',
  },
];

test('results that are asked for again say so in words, with how old what is shown is @web', async ({
  page,
}) => {
  let isHeld = false;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (isHeld && call.name === 'results.read') await held;
    await route.fallback();
  });
  await openResultsOfThePast(page);
  await expect(table(page)).toBeVisible();
  const asked = page.getByText('The service is being asked for the results.');
  await expect(asked).toHaveCount(0);
  isHeld = true;
  await button(page, 'Ask the service again').click();
  await expect(asked).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Results' }).locator('..')).toContainText(
    /as of \d\d:\d\d/,
  );
  letGo();
  await expect(asked).toHaveCount(0);
});

test('every kind of result is readable as a table, in a narrow window and with large text @web', async ({
  page,
}) => {
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name === 'results.read')
      return route.fulfill({ json: { ok: true, value: { outcome: 'not-ready' } } });
    if (call.name !== 'results.get') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const answer = (await response.json()) as { ok: boolean; value?: { report: object | null } };
    if (answer.value) {
      answer.value.report = {
        askedAtMs: Date.now(),
        ready: true,
        takenBack: false,
        saidNotReady: true,
        items: EVERY_KIND,
        odd: [{ id: null, field: 'value', reason: 'wrong', used: false }],
        withdrawn: [{ ...plain, id: 'gone', name: 'Sodium', code: 'NA', value: '128', untilMs: Date.now() }],
        missing: 0,
        doctorsNote: 'Cholesterol is raised; please see your GP within a month.',
        doctorsName: 'Dr A. Grey',
        earlierUnread: 2,
        earlierInDoubt: 1,
      };
    }
    await route.fulfill({ json: answer });
  });
  await openResultsOfThePast(page);
  const row = (name: string) =>
    table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) });
  await expect(
    page.getByRole('region', { name: '8 results: 1 high, 1 low, 1 failed, 1 pending' }),
  ).toBeVisible();
  await expect(page.getByText('has said since then that it has no results')).toBeVisible();
  await expect(row('Total cholesterol').getByRole('cell').first()).toHaveText(/7\.9 mmol\/L\s*High/);
  await expect(row('C-reactive')).toContainText('up to 5.0 mg/L');
  await expect(row('Potassium')).toContainText('Reason: Sample rejected: haemolysed');
  await expect(row('Vitamin D')).toContainText('Pending');
  await expect(row('Estimated filtration')).toContainText('calculated');
  await expect(row('Estimated filtration')).toContainText('Fallback range');
  await expect(
    row('Ferritin').getByRole('img', { name: '5 values in µg/L: 9 on 02-Nov-2024', exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: /Doctor’s note: Dr A. Grey/ })).toContainText('see your GP');
  await expect(page.getByRole('alert').filter({ hasText: '1 result could not be read' })).toBeVisible();
  const gone = page.getByRole('alert').filter({ hasText: '1 result read here before did not come again' });
  await expect(gone).toContainText('The report has gaps, and it may be missing only there.');
  await expect(gone.getByRole('listitem')).toContainText(/^Sodium: 128.*it was there until/);
  await expect(page.getByText('2 earlier reports')).toBeVisible();
  await expect(page.getByText('One earlier report is not shown')).toBeVisible();

  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    // What is left of 1024 at 200 % text.
    { width: 512, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await expect(row('Potassium')).toBeVisible();
    await expectNothingSideways(page, size.width);
    await expectAccessible(page);
  }
});

test('a unit of one long word and a report of which most did not come again leave the results in sight @web', async ({
  page,
}) => {
  const longUnit = `mmol/${'x'.repeat(120)}`;
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name === 'results.read')
      return route.fulfill({ json: { ok: true, value: { outcome: 'not-ready' } } });
    if (call.name !== 'results.get') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const answer = (await response.json()) as { ok: boolean; value?: { report: object | null } };
    if (answer.value) {
      answer.value.report = {
        askedAtMs: Date.now(),
        ready: true,
        takenBack: false,
        saidNotReady: false,
        items: EVERY_KIND.map((one) => ({ ...one, unit: longUnit })),
        odd: [],
        withdrawn: Array.from({ length: 250 }, (_, index) => ({
          ...plain,
          id: `gone-${index}`,
          name: `Sodium ${index + 1}`,
          unit: longUnit,
          untilMs: Date.now(),
        })),
        missing: 0,
        doctorsNote: null,
        doctorsName: null,
        earlierUnread: 0,
        earlierInDoubt: 0,
      };
    }
    await route.fulfill({ json: answer });
  });
  await openResultsOfThePast(page);
  const gone = page.getByRole('alert').filter({ hasText: '250 results read here before did not come again' });
  await expect(gone.getByRole('listitem')).toHaveCount(5);
  for (const width of [1280, 1024, 512]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingSideways(page, width);
  }
  await button(page, 'Show all 250 that did not come again').click();
  await expect(gone.getByRole('listitem')).toHaveCount(250);
});

async function expectNothingSideways(page: Page, width: number): Promise<void> {
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].some(
      (element) =>
        getComputedStyle(element).overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1,
    ),
  );
  expect(tooWide, `nothing has to be scrolled sideways at ${width}`).toBe(false);
}
