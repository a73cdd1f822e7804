// Every label of a visit is scanned back, in the right count; a wrong one stops everything, with sound, colour and words. And a field
// that expects a code takes the scan.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import { startHost } from '../desk-hosts.ts';
import {
  button,
  goTo,
  history,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  printLabelsOf,
  title,
  trfCodeOf,
} from './support/desk.ts';
import { withholdNews } from './support/two-windows.ts';

type WithTones = typeof window & { tones: { shape: string; hertz: number }[] };

/** Replaces the browser's sound by notes of what would be heard. */
function noteTones(): void {
  const tones: WithTones['tones'] = [];
  (window as WithTones).tones = tones;
  const parameter = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  class Sounds {
    state = 'running';
    currentTime = 0;
    destination = {};
    createGain() {
      return { gain: parameter(), connect: (next: unknown) => next };
    }
    createOscillator() {
      const tone = {
        type: 'sine',
        frequency: parameter(),
        connect: (next: unknown) => next,
        start: () => void tones.push({ shape: tone.type, hertz: tone.frequency.value }),
        stop() {},
      };
      return tone;
    }
  }
  Object.defineProperty(window, 'AudioContext', { value: Sounds });
}

/** As the desk has it: so long a label's code counts as the same label read again. */
const SAME_LABEL_MS = 1_500;

/** What was heard since the last time this was asked. */
const heard = (page: Page): Promise<WithTones['tones']> =>
  page.evaluate(() => (window as WithTones).tones.splice(0));

test.describe('three labels a registration', () => {
  test.use({ managedSettings: { labelsPerRegistration: 3, scanner: { idleMs: 1_000 } } });

  test('each one counts once, one too many counts nothing, and a wrong one between them is heard and recorded @web', async ({
    page,
  }) => {
    test.slow();
    await page.addInitScript(noteTones);
    await page.reload();
    const [person = '', stranger = ''] = await namesOnBoard(page);
    const [wrongCode = '', code = ''] = await printLabelsOf(page, [stranger, person], 3);
    await button(page, 'Start collecting').click();
    const sample = panel(page, 'Take the sample');
    await expect(sample).toContainText('0 of 3 scanned');

    await scan(page, code);
    await expect(sample).toContainText('1 of 3 scanned');
    expect(await heard(page)).toEqual([{ shape: 'sine', hertz: 1_320 }]);

    await scan(page, wrongCode);
    const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
    await expect(alarm).toContainText(stranger);
    const tones = await heard(page);
    expect(tones).toHaveLength(6);
    expect(new Set(tones.map(({ shape }) => shape))).toEqual(new Set(['square']));
    await expectAccessible(page);
    // It asks until somebody has answered, whatever becomes of the window.
    await page.reload();
    await expect(alarm).toContainText(stranger);
    // The right label is not taken meanwhile, and that is heard too.
    await scan(page, code);
    await expect(alarm).toContainText('not taken');
    expect(await heard(page)).toHaveLength(6);
    // Nor is the alarm answered by the blanks of a scan, although its answer has the focus.
    await scan(page, '943 476 5919');
    await expect(alarm).toContainText('2 other scans were not taken');
    // A further wrong label is named beside the first, and one answer is for both.
    await scan(page, 'LAB-900001');
    await expect(alarm).toContainText('2 wrong labels');
    await expect(alarm).toContainText(`LAB-900001 is no label of ${person}`);
    await expect(alarm).toContainText(stranger);
    await button(alarm, 'I have checked the tubes').click();
    // What stands below is shown all along; labels are taken again once nothing stands over it.
    await expect(alarm).toHaveCount(0);
    await expect(sample).toContainText('1 of 3 scanned');
    await expect(button(page, 'Collected')).toBeDisabled();
    const refused = history(page).filter({ hasText: 'Wrong label refused' });
    await expect(refused).toContainText(['LAB-900001', wrongCode]);

    // Read twice in a row, as by a held trigger, it is the same label: no further tube is proven. The desk is told of both at once:
    // on a busy machine the second one is typed later than a held trigger reads.
    const told = await withholdNews(page, 'scan.submit');
    await scan(page, code);
    await scan(page, code);
    told();
    await expect(page.getByText(`${code} was scanned a moment ago`)).toBeVisible();
    await expect(sample).toContainText('2 of 3 scanned');
    await page.waitForTimeout(SAME_LABEL_MS);
    await scan(page, code);
    await expect(sample).toContainText('3 of 3 scanned');
    await expect(button(page, 'Collected')).toBeEnabled();
    await scan(page, code);
    await expect(page.getByText(`${code} was scanned already`)).toBeVisible();
    await expect(sample).toContainText('3 of 3 scanned');
  });
});

/** Presses what starts a collection, and scans before the desk has answered it. */
async function scanWhileAsked(
  page: Page,
  start: 'Start collecting' | 'Next person',
  code: string,
): Promise<void> {
  const isAsked = page.waitForRequest((request) => request.postData()?.includes('"visits.move"') === true);
  const answer = await withholdNews(page, 'visits.move');
  await button(page, start).click();
  await isAsked;
  await scan(page, code);
  answer();
}

test('a wrong label that is scanned before the start of the collection is answered raises the alarm @web', async ({
  page,
}) => {
  const [person = '', stranger = ''] = await namesOnBoard(page);
  const [wrongCode = ''] = await printLabelsOf(page, [stranger, person], 1);
  await scanWhileAsked(page, 'Start collecting', wrongCode);
  const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
  await expect(alarm).toContainText(stranger);
  // With everything at twice its size, on the smallest usual screen: whose it is, and the answer, are seen without scrolling.
  for (const [width, height] of [
    [512, 384],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of [stranger, person]) await expect(alarm.getByText(name)).toBeInViewport({ ratio: 1 });
    await expect(button(alarm, 'I have checked the tubes')).toBeInViewport({ ratio: 1 });
  }
  // No date is broken at its hyphens, however narrow the window.
  const dates = alarm.getByText(/^\d\d-[A-Z][a-z]{2}-\d{4}$/);
  await expect(dates).toHaveCount(2);
  for (const width of [320, 360, 400, 440, 480]) {
    await page.setViewportSize({ width, height: 600 });
    const lines = await dates.evaluateAll((all) => all.map((date) => date.getClientRects().length));
    expect(lines, `at ${width}`).toEqual([1, 1]);
  }
});

test('a wrong label that is scanned before Next person is answered raises the alarm @web', async ({
  page,
}) => {
  const [person = '', stranger = ''] = await namesOnBoard(page);
  const [wrongCode = ''] = await printLabelsOf(page, [stranger, person], 1);
  // The stranger was here first and is with somebody else already: the next person is the other one.
  await goTo(page, 'Board');
  await openVisit(page, stranger);
  await button(page, 'Start collecting').click();
  await expect(panel(page, 'Take the sample')).toBeVisible();
  await goTo(page, 'Worklist');
  await scanWhileAsked(page, 'Next person', wrongCode);
  const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
  await expect(alarm).toContainText(stranger);
  await expect(title(page, person)).toBeAttached();
});

test('a wrong label that is scanned while the desk is gone is named and recorded once it is back, each once @web', async ({
  page,
  host,
  context,
}) => {
  test.slow();
  const [person = '', stranger = ''] = await namesOnBoard(page);
  const [wrongCode = ''] = await printLabelsOf(page, [stranger, person], 1);
  await button(page, 'Start collecting').click();
  await scan(page, wrongCode);
  const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
  await expect(alarm).toContainText(stranger);
  await host.kill();
  for (const [code, words] of [
    ['LAB-900001', 'Another scan was not taken'],
    ['LAB-900002', '2 other scans were not taken'],
    ['LAB-900001', '3 other scans were not taken'],
  ] as const) {
    await scan(page, code);
    await expect(alarm).toContainText(words);
  }

  const again = await startHost.web({
    context,
    args: host.args,
    env: process.env,
  });
  await expect(alarm).toContainText('3 wrong labels');
  await expect(alarm).toContainText(`LAB-900001 is no label of ${person}`);
  await expect(alarm).toContainText(`LAB-900002 is no label of ${person}`);
  // The third was one of the two.
  await expect(alarm).toContainText('Another scan was not taken');
  await button(alarm, 'I have checked the tubes').click();
  await expect(alarm).toHaveCount(0);
  const refused = history(page).filter({ hasText: 'Wrong label refused' });
  await expect(refused).toContainText(['LAB-900002', 'LAB-900001', wrongCode]);
  await expect(refused).toHaveCount(3);
  expect(await again.stop()).toBe(0);
});

test('a field that expects a code takes the scan, and is not sent by the scanner’s Enter @web', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const code = await trfCodeOf(page);
  await goTo(page, 'Orders');
  const order = page.getByLabel('Open an order');
  await order.focus();
  await scan(page, `]C0${code.toLowerCase()}`);
  await expect(order).toHaveValue(code);
  await expect(order).toBeFocused();
  await expect(title(page, 'Orders')).toBeVisible();
  // Anywhere else on the same screen it opens the visit.
  await order.fill('');
  await order.blur();
  await scan(page, code);
  await expect(title(page, person)).toBeVisible();
});

test('a scan while a dialog asks something takes nothing away: what was found stands over it @web', async ({
  page,
}) => {
  const [other = ''] = await namesOnBoard(page);
  await openVisit(page, other);
  const code = await trfCodeOf(page);
  await goTo(page, 'Board');
  await openVisitOfTomorrow(page);
  await button(page, 'Cancel appointment').click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox');
  await reason.fill('rang to say that');
  await scan(page, code);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(other);
  await expect(dialog).toBeVisible();
  await expect(reason).toHaveValue('rang to say that');
  await expectAccessible(page);
  await button(found, 'Open this visit').click();
  await expect(title(page, other)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('twenty wrong labels in a row leave the alarm’s title and answer in sight, and the latest one too @web', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 600 });
  const [person = ''] = await namesOnBoard(page);
  await printLabelsOf(page, [person], 1);
  await button(page, 'Start collecting').click();
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');
  const alarm = page.getByRole('alertdialog');
  for (let number = 1; number <= 20; number += 1) {
    await scan(page, `LAB-9000${String(number).padStart(2, '0')}`);
    await expect(alarm).toContainText(number === 1 ? 'Wrong label' : `${number} wrong labels`);
  }
  await expect(alarm.getByRole('heading')).toBeInViewport({ ratio: 1 });
  await expect(button(alarm, 'I have checked the tubes')).toBeInViewport({ ratio: 1 });
  await expect(alarm.getByText('LAB-900020')).toBeInViewport({ ratio: 1 });
  await expect(alarm.getByText('LAB-900001')).not.toBeInViewport();
  await expectAccessible(page);
  // It begins with the latest one, whole, and the list goes by keys too.
  const list = alarm.getByRole('group', { name: 'What was scanned' });
  expect(await list.evaluate((one) => one.scrollTop)).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await expect(alarm.getByText('LAB-900001')).toBeInViewport({ ratio: 1 });
  await expect(alarm.getByRole('heading')).toBeInViewport({ ratio: 1 });
  await button(alarm, 'I have checked the tubes').click();
  await expect(alarm).toHaveCount(0);
});
