// `npm run screenshots`: takes a picture of every screen, light and dark, at 1280 × 800; `-- --help` names its options. Those that the
// user guide and the README show are written to docs/guide/pictures and docs/screenshots too. Every shared component in its states is in
// its folder `components`.
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { picturesOf, readGuide } from '../../build/guide.ts';
import { startHost } from '../e2e/desk-hosts.ts';
import { expect } from '../e2e/fixtures.ts';
import {
  button,
  checkIn,
  chooseTest,
  connection,
  enterPerson,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  placeOrder,
  rowsWithoutPatient,
  searchBox,
  trfCodeOf,
} from '../e2e/specs/support/desk.ts';
import { openResultsOfThePast } from '../e2e/specs/support/past-results.ts';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts';
import { commandLine } from './command-line.ts';
import { takeGallery } from './gallery.ts';
import { scan } from './scanner.ts';

const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];
const SIZE = { width: 1280, height: 800 };
/** For what can be pressed; on a machine that is busy with something else each screen comes late, and never not. */
const LONGEST_WAIT_MS = 120_000;

/** So many of its pixels are dark once a page of text is drawn, and not only its paper. */
const LEAST_DARK_PIXELS = 200;

const { into } = commandLine({
  name: 'screenshots',
  says: 'Takes the pictures of README and guide, light and dark, in a desk of its own.',
  options: {
    into: { kind: 'text', placeholder: 'FOLDER', says: 'where to; test-results/screenshots when not given' },
  },
});
const folder = resolve(into ?? join(import.meta.dirname, '../../test-results/screenshots'));

/** Waits until a page of a document shows its text: it stands there as white paper before. */
async function pageIsDrawn(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('img', { name });
  await sheet.waitFor();
  await expect
    .poll(
      () =>
        sheet.evaluate((element) => {
          const canvas = element as HTMLCanvasElement;
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
            data: [],
          };
          let dark = 0;
          for (let at = 0; at < data.length; at += 4) {
            const light = (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255);
            if ((data[at + 3] ?? 0) > 128 && light < 300) dark += 1;
          }
          return dark;
        }),
      { timeout: LONGEST_WAIT_MS },
    )
    .toBeGreaterThan(LEAST_DARK_PIXELS);
}

/** Goes to a place of the rail, and waits until its screen has taken the one of before: a picture would show that one. */
async function show(page: Page, place: string): Promise<void> {
  await goTo(page, place);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place });
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Goes through the screens of a day at the desk and calls `take` with a name for each picture. */
async function walkThrough(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  const [first = '', second = '', third = '', fourth = ''] = await namesOnBoard(page);
  await page.getByText(/as of \d\d:\d\d/).waitFor();
  for (const name of [third, fourth]) {
    await openVisit(page, name);
    await checkIn(page);
  }
  await openVisit(page, second);
  const strangeCode = await trfCodeOf(page);
  await openVisit(page, first);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await page.getByLabel('What the person states').fill('1 1 1901');
  await take('check-in');
  await page.getByLabel('What the person states').fill('');
  await checkIn(page);
  await show(page, 'Board');
  await take('board');
  await button(page, 'Day list').click();
  await page.getByRole('dialog', { name: /^Day list of/ }).waitFor();
  await take('day-list');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await searchBox(page).fill('ahmed');
  await page.getByRole('option').first().waitFor();
  await take('search');
  await searchBox(page).fill('');
  await show(page, 'Worklist');
  await take('worklist');
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await page.getByRole('list', { name: 'People whose labels can be printed' }).waitFor();
  await take('label-batch');

  await show(page, 'Board');
  await openVisit(page, first);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await labels(page).filter({ hasText: 'Scan it back' }).waitFor();
  await take('collecting');
  await button(panel(page, 'Visit ticket'), 'Print ticket').click();
  await scan(page, strangeCode);
  await page.getByText('This is the form of', { exact: false }).waitFor();
  await take('form-scanned');
  await button(page, 'Close what was found').click();
  await scan(page, 'QQQ-404404');
  await page.getByText('Wrong label', { exact: true }).waitFor();
  await take('wrong-label');
  await button(page, 'I have checked the tubes').click();
  await page.getByRole('button', { name: /^No sample for/ }).click();
  await button(page, 'The draw failed').click();
  await take('no-sample');
  await page.getByRole('dialog').getByRole('button', { name: 'No sample taken', exact: true }).click();
  await page.getByText('Destroy this label').waitFor();
  await take('destroy-label');
  await button(page, 'It is destroyed, or never came out').click();
  await button(page, 'Take it after all').click();
  await button(page, 'Open form').click();
  await pageIsDrawn(page, 'Page 1 of the form');
  await take('form');
  await button(page, 'Close').click();

  await show(page, 'Board');
  await rowsWithoutPatient(page).first().getByRole('link').click();
  await button(page, 'New person').waitFor();
  await take('patient-missing');
  await button(page, 'New person').click();
  await button(page, 'Create person').click();
  await take('new-person-problems');
  await enterPerson(page, {
    firstName: first.split(', ')[1] ?? '',
    lastName: first.split(', ')[0] ?? '',
    birth: ['1', '2', '1960'],
    gender: 'Female',
    email: 'somebody@example.org',
  });
  await button(page, 'Create person').click();
  await button(page, 'Use this person').first().waitFor();
  await take('duplicates');
  await scan(page, 'QQQ-404404');
  await page.getByText('Not known here').waitFor();
  await take('unknown-code');
  await button(page, 'Close what was found').click();

  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill(second);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await chooseTest(page, 'vita');
  await take('walk-in');
  await button(page, 'Hold slot').click();
  await page.getByRole('timer', { name: 'Held for' }).waitFor();
  await take('walk-in-held');

  await show(page, 'Board');
  await openResultsOfThePast(page);
  await page.getByRole('table', { name: /^Results of/ }).waitFor();
  await take('results');
  await page.getByRole('link', { name: 'Results document (PDF)' }).click();
  await pageIsDrawn(page, 'Page 1 of the results document');
  await take('document');
  await show(page, 'Patients');
  await page.getByLabel('Find a person').fill(first.split(', ')[0] ?? '');
  await page.getByRole('region', { name: 'People found' }).getByRole('link').first().waitFor();
  await take('patients');
  await page.getByRole('region', { name: 'People found' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Identity and contact' }).waitFor();
  await take('patient');
  await show(page, 'Patients');
  await button(page, 'New person').click();
  await page.getByLabel('First line').waitFor();
  await take('new-patient');
  await show(page, 'Catalogue');
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await take('catalogue');
  await page.getByRole('table', { name: 'Products' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Biomarkers' }).waitFor();
  await take('product');
  await show(page, 'Registrations');
  await page.getByText(/^[\d,]+ registrations$/).waitFor();
  await take('registrations');
  await page.getByRole('table', { name: 'Registrations' }).getByRole('link').first().click();
  await button(page, 'Read the products').click();
  await page
    .getByRole('region', { name: 'Products and biomarkers' })
    .getByText('Biomarkers', { exact: true })
    .waitFor();
  await take('registration');
  await show(page, 'Board');
  await page.getByRole('link', { name: 'All locations' }).click();
  await page
    .getByRole('list', { name: /^Visits at/ })
    .first()
    .waitFor();
  await take('side-by-side');

  await show(page, 'Orders');
  await take('orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.getByRole('radio', { name: /appointment/i }).check();
  await take('order-new');
  for (const [field, text] of [
    ['Last name', 'Oliver'],
    ['First name', 'James'],
    ['E-mail', 'james@example.org'],
  ] as const) {
    await page.getByLabel(field).fill(text);
  }
  await placeOrder(page);
  await page.getByRole('heading', { level: 1, name: /^Order ORD-/ }).waitFor();
  await take('order');
  await show(page, 'Calendar');
  await page.getByRole('list', { name: 'Booked' }).getByRole('listitem').first().waitFor();
  await take('calendar');
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .click();
  // Tomorrow: late in the evening today has no free slot.
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /, tomorrow$/ }).waitFor();
  await page
    .getByRole('grid', { name: /^Slots of/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await take('move-appointment');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await show(page, 'Training');
  await page
    .getByRole('img', { name: /^Label received/ })
    .first()
    .waitFor();
  await take('training');
  const ticket = page.getByRole('img', { name: /^Ticket received/ }).first();
  await ticket.waitFor();
  await ticket.scrollIntoViewIfNeeded();
  await take('ticket');
  await page.getByRole('switch', { name: 'Go offline' }).check();
  await page
    .getByRole('group', { name: 'How the printer behaves', exact: true })
    .getByRole('radio', { name: 'Breaks off' })
    .check({ force: true });
  await button(page, 'Walk-in').click();
  await button(page, `Go on with ${second}`).click();
  await button(page, 'Confirm walk-in').click();
  await page.getByText('is on the board').waitFor();
  await take('walk-in-offline');
  await show(page, 'Board');
  await openVisit(page, third);
  await button(page, 'Print label').click();
  await connection(page)
    .getByText(/Connection: Down/)
    .waitFor();
  await show(page, 'Outbox');
  await take('outbox');
  await show(page, 'Print queue');
  await page.getByText('Not sure whether it printed').waitFor();
  await take('printing');
  await show(page, 'Activity');
  await take('activity');
  await show(page, 'People');
  await page.getByRole('button', { name: 'Change RT' }).waitFor();
  await take('people');
  await show(page, 'Desks');
  await take('desks');
  await show(page, 'Service');
  await page.getByRole('table', { name: 'Last answers' }).waitFor();
  await take('service');
  await show(page, 'Help');
  await take('guide');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await take('palette');
  await page.keyboard.press('Escape');
  await button(page, 'Desk settings').click();
  await page.getByRole('heading', { level: 1, name: 'Desk settings' }).waitFor();
  await take('settings');
  await page.getByRole('link', { name: 'Set up the printers' }).click();
  // Not on the one that was made to break the line above.
  await page.getByRole('button', { name: 'Print a test label on Training printer (EPL2)' }).click();
  await page.getByText('Sent to the printer').waitFor();
  await take('printers');
  await button(page, 'Add a printer').click();
  await page.getByRole('dialog').waitFor();
  await take('printer-new');
  await page.keyboard.press('Escape');
}

async function photograph(context: BrowserContext, look: Look): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-screenshots-'));
  const host = await startHost.web({
    context,
    args: [`--data-dir=${join(base, 'desk')}`],
    env: process.env,
  });
  const reading = host.page.getByRole('status', {
    name: /is being read|is being opened|are being read|Loading/,
  });
  const take = async (name: string): Promise<void> => {
    await expect(reading).toHaveCount(0);
    await host.page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled' });
  };
  await walkThrough(host.page, take);
  await host.kill();
  await host.page.getByText('Drawdesk has stopped.').waitFor();
  await take('engine-stopped');
  await rm(base, { recursive: true });
}

await ensureBuilt();
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
for (const look of LOOKS) {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  await photograph(context, look);
  await context.close();
}
await takeGallery(browser, join(folder, 'components'), null);
await browser.close();

const guide = resolve(import.meta.dirname, '../../docs/guide');
for (const file of picturesOf(readGuide(guide))) {
  await copyFile(join(folder, file.replace('.png', '-light.png')), join(guide, 'pictures', file));
}
const readme = resolve(import.meta.dirname, '../../docs/screenshots');
for (const file of await readdir(readme)) await copyFile(join(folder, file), join(readme, file));
