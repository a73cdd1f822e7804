// `npm run ui`: every component that screens share, in each of its states, as pictures in test-results/ui/components (see
// test/gallery), and every screen in every state on one page: test-results/ui/index.html. A real training desk answers for the
// screens; their states are made from its answers (screen-states.ts), and without a connection they are its own. A picture that does
// not differ from the screen's normal one is marked as such on the page. `-- --help` tells how to take some of them, and the screens
// at another size of the window or of everything in it, into a folder of that name.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { startHost } from '../e2e/desk-hosts.ts';
import {
  boardRows,
  button,
  checkIn,
  closeVisit,
  connection,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  placeOrder,
} from '../e2e/specs/support/desk.ts';
import { openResultsOfThePast } from '../e2e/specs/support/past-results.ts';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts';
import { commandLine } from './command-line.ts';
import { takeGallery } from './gallery.ts';
import { alterAnswer, SCREEN_STATES, type ScreenState } from './screen-states.ts';
import { SCREENS_BY_ADDRESS, SCREENS_OF_A_RECORD } from './ui-screens.ts';

/** What skeletons are called. */
const READING = /is being read|is being opened|are being read|Loading/;
const LOOKS = ['light', 'dark'] as const;
/** For the last paint after the answers. */
const SETTLE_MS = 300;
/** So long is waited for a screen's answers; where none come, that is what the picture shows. */
const LONGEST_WAIT_MS = 5_000;

const options = commandLine({
  name: 'ui',
  says: 'Takes pictures of every component and every screen in each of its states, light and dark, into test-results/ui.',
  options: {
    component: { kind: 'text', placeholder: 'A,B', says: 'these components, or all, and no screen' },
    screen: { kind: 'text', placeholder: 'A,B', says: 'these screens and no component' },
    state: {
      kind: 'text',
      placeholder: 'A,B',
      says: `these states of screens, of ${SCREEN_STATES.join(', ')}`,
    },
    width: { kind: 'whole', usual: 1_280, from: 320, to: 7_680, says: 'of the window' },
    height: { kind: 'whole', usual: 800, from: 240, to: 4_320, says: 'of the window' },
    text: {
      kind: 'choice',
      usual: '100',
      of: ['100', '125', '150', '175', '200'],
      says: 'size of everything, in percent',
    },
  },
});
const { width, height } = options;
const wanted = (given: string | null, name: string): boolean =>
  given === null || given.split(',').includes(name);

const usual = width === 1_280 && height === 800 && options.text === '100';
const folder = resolve(
  import.meta.dirname,
  '../../test-results/ui',
  usual ? '.' : `${width}x${height}-${options.text}`,
);

/** Some people at different points of their visit, and an order. Returns the addresses of the screens by name. */
async function prepare(page: Page): Promise<Map<string, string>> {
  const here = (): string => new URL(page.url()).hash;
  // A desk that has just started reads for longer than the specs' helpers wait outside their runner.
  await boardRows(page).nth(23).waitFor({ state: 'attached' });
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, second);
  await checkIn(page);
  await goTo(page, 'Board');
  await openVisit(page, first);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  const screens = new Map<string, string>(Object.entries(SCREENS_BY_ADDRESS));
  const note = (name: keyof typeof SCREENS_OF_A_RECORD): void => {
    if (!here().startsWith(SCREENS_OF_A_RECORD[name]))
      throw new Error(`${here()} is not the screen “${name}”`);
    screens.set(name, here());
  };
  note('visit');
  await closeVisit(page);
  await openResultsOfThePast(page);
  note('result');
  await page.getByRole('link', { name: 'Results document (PDF)' }).click();
  await page.getByRole('img', { name: 'Page 1 of the results document' }).waitFor();
  note('document');
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill(first.split(', ')[0] ?? '');
  await page.getByRole('region', { name: 'People found' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Identity and contact' }).waitFor();
  note('patient');
  await goTo(page, 'Catalogue');
  await page.getByRole('table', { name: 'Products' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Biomarkers' }).waitFor();
  note('product');
  await goTo(page, 'Registrations');
  await page.getByRole('table', { name: 'Registrations' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Products and biomarkers' }).waitFor();
  note('registration');
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.getByRole('radio', { name: /appointment/i }).check();
  await page.getByLabel('Last name').fill('Oliver');
  await page.getByLabel('First name').fill('James');
  await page.getByLabel('E-mail').fill('james@example.org');
  await placeOrder(page);
  await page.getByRole('heading', { level: 1, name: /^Order ORD-/ }).waitFor();
  note('order');
  return screens;
}

function contactSheet(
  names: readonly string[],
  states: readonly string[],
  asNormal: ReadonlySet<string>,
): string {
  const rows = names.map((name) => {
    const cells = states.map((state) => {
      const pictures = LOOKS.map(
        (look) =>
          `<a href="${state}/${name}-${look}.png"><img loading="lazy" width="320" height="200" src="${state}/${name}-${look}.png" alt="${name}, ${state}, ${look}"></a>`,
      );
      const note = asNormal.has(`${state}/${name}`) ? '<small>as in the normal state</small>' : '';
      return `<td>${pictures.join('')}${note}</td>`;
    });
    return `<tr><th>${name}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens and their states</title>
<style>body{font:14px system-ui}th{position:sticky;top:0;background:#fff}td{vertical-align:top}img{display:block;margin:2px;border:1px solid #999}</style>
<table><tr><th></th>${states.map((state) => `<th>${state}</th>`).join('')}</tr>${rows.join('\n')}</table>\n`;
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
if (options.screen === null && options.state === null) {
  const into = join(folder, 'components');
  const named = options.component === 'all' ? null : (options.component?.split(',') ?? null);
  const count = await takeGallery(browser, into, named);
  console.log(`${count} pictures of components: ${join(into, 'components.html')}`);
}
if (options.component !== null) {
  await browser.close();
  process.exit(0);
}
await ensureBuilt();
const base = await mkdtemp(join(tmpdir(), 'drawdesk-ui-'));
const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  locale: 'en-GB',
});
let state: ScreenState = 'normal';
await context.route('**/api/call', async (route) => {
  const call = route.request().postDataJSON() as { name: string; input: object };
  const { name } = call;
  // What the service took is refused in the pictures, so it must be in the list first.
  const asked =
    state === 'refused' && name === 'outbox.list' ? { ...call, input: { ...call.input, show: 'all' } } : call;
  try {
    const response = await route.fetch({ maxRetries: 3, postData: asked });
    const altered = alterAnswer(state, name, (await response.json()) as { ok: boolean });
    // Never answered: the screen goes on waiting until the page is left.
    if (altered !== null) await route.fulfill({ response, json: altered });
  } catch {
    // The page was left while the engine was asked.
  }
});
const host = await startHost.web({ context, args: [`--data-dir=${join(base, 'desk')}`], env: process.env });
const { page } = host;
const screens = await prepare(page);
await page.setViewportSize({ width, height });
await page.evaluate((size) => window.localStorage.setItem('drawdesk.text-size', size), options.text);
const names = [...screens.keys()].filter((name) => wanted(options.screen, name));
if (names.length === 0)
  console.error(`There is no such screen. There are: ${[...screens.keys()].join(', ')}.`);
const states = SCREEN_STATES.filter((name) => wanted(options.state, name));
/** The pictures of the normal state, to see what a state changes. */
const normal = new Map<string, string>();
const asNormal = new Set<string>();
for (state of states) {
  // The line is really cut: every answer is then the one that the engine gives without it.
  if (state === 'offline') await goOffline(page);
  await mkdir(join(folder, state), { recursive: true });
  for (const name of names) {
    await page.goto(new URL(screens.get(name) ?? '', page.url()).href);
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    if (state !== 'loading') {
      const reading = page.getByRole('status', { name: READING });
      await expect(reading)
        .toHaveCount(0, { timeout: LONGEST_WAIT_MS })
        .catch(() => console.log(`${state}: ${name} still waits`));
    }
    if (state === 'offline') await expect(connection(page)).toContainText('Connection: Down');
    await page.waitForTimeout(SETTLE_MS);
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look });
      const picture = await page.screenshot({
        path: join(folder, state, `${name}-${look}.png`),
        animations: 'disabled',
      });
      const pixels = picture.toString('base64');
      if (state === 'normal') normal.set(`${name}-${look}`, pixels);
      else if (normal.get(`${name}-${look}`) === pixels) asNormal.add(`${state}/${name}`);
    }
  }
  if (state === 'offline') {
    await goTo(page, 'Training');
    await page.getByRole('switch', { name: 'Go offline' }).uncheck();
    await expect(connection(page)).not.toContainText('Connection: Down');
  }
}
await writeFile(join(folder, 'index.html'), contactSheet(names, states, asNormal));
await host.kill();
await browser.close();
await rm(base, { recursive: true });
console.log(`${names.length * states.length * LOOKS.length} pictures: ${join(folder, 'index.html')}`);
