// `npm run ui`: every component that screens share, in each of its states, as pictures in test-results/ui/components (see
// test/gallery), and every screen in every state on one page: test-results/ui/index.html. A real training desk answers for the
// screens; their states are made from its answers (screen-states.ts). `-- --component=Button,Dialog` takes these components, `all` all
// of them, and no screen; `-- --state=offline,stale --screen=board` these screens and no component.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { startHost } from '../e2e/desk-hosts.ts';
import { button, checkIn, goTo, namesOnBoard, openVisit } from '../e2e/specs/support/desk.ts';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts';
import { takeGallery } from './gallery.ts';
import { alterAnswer, SCREEN_STATES, type ScreenState } from './screen-states.ts';

/** What skeletons are called. */
const READING = /is being read|is being opened|are being read|Loading/;
const LOOKS = ['light', 'dark'] as const;
/** For the last paint after the answers. */
const SETTLE_MS = 300;
/** So long is waited for a screen's answers; where none come, that is what the picture shows. */
const LONGEST_WAIT_MS = 5_000;

const { values } = parseArgs({
  options: { state: { type: 'string' }, screen: { type: 'string' }, component: { type: 'string' } },
});
const wanted = (given: string | undefined, name: string): boolean =>
  given === undefined || given.split(',').includes(name);

const folder = resolve(import.meta.dirname, '../../test-results/ui');

/** Some people at different points of their visit. Returns the addresses of the screens by name. */
async function prepare(page: Page): Promise<Map<string, string>> {
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, second);
  await checkIn(page);
  await goTo(page, 'Board');
  await openVisit(page, first);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  const screens = new Map([
    ['board', '#/'],
    ['visit', new URL(page.url()).hash],
  ]);
  for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    const hash = new URL((await link.getAttribute('href')) ?? '', page.url()).hash;
    const name = hash.slice(2).split('/')[0] ?? '';
    if (name !== '') screens.set(name, hash);
  }
  screens.set('walk-in', '#/walk-in');
  screens.set('settings', '#/settings');
  return screens;
}

function contactSheet(names: readonly string[], states: readonly string[]): string {
  const rows = names.map((name) => {
    const cells = states.map((state) => {
      const pictures = LOOKS.map(
        (look) =>
          `<a href="${state}/${name}-${look}.png"><img loading="lazy" width="320" height="200" src="${state}/${name}-${look}.png" alt="${name}, ${state}, ${look}"></a>`,
      );
      return `<td>${pictures.join('')}</td>`;
    });
    return `<tr><th>${name}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens and their states</title>
<style>body{font:14px system-ui}th{position:sticky;top:0;background:#fff}td{vertical-align:top}img{display:block;margin:2px;border:1px solid #999}</style>
<table><tr><th></th>${states.map((state) => `<th>${state}</th>`).join('')}</tr>${rows.join('\n')}</table>\n`;
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
if (values.screen === undefined && values.state === undefined) {
  const into = join(folder, 'components');
  const named = values.component === 'all' ? null : (values.component?.split(',') ?? null);
  const count = await takeGallery(browser, into, named);
  console.log(`${count} pictures of components: ${join(into, 'components.html')}`);
}
if (values.component !== undefined) {
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
  const { name } = route.request().postDataJSON() as { name: string };
  try {
    const response = await route.fetch({ maxRetries: 3 });
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
const names = [...screens.keys()].filter((name) => wanted(values.screen, name));
const states = SCREEN_STATES.filter((name) => wanted(values.state, name));
for (state of states) {
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
    await page.waitForTimeout(SETTLE_MS);
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look });
      await page.screenshot({ path: join(folder, state, `${name}-${look}.png`), animations: 'disabled' });
    }
  }
}
await writeFile(join(folder, 'index.html'), contactSheet(names, states));
await host.kill();
await browser.close();
await rm(base, { recursive: true });
console.log(`${names.length * states.length * LOOKS.length} pictures: ${join(folder, 'index.html')}`);
