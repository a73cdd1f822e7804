// The screens of a desk that has run for years, on a slow machine: how soon a list is there, how evenly it scrolls, how
// soon a key or a click is answered; beside a bare TanStack Virtual list and an empty page of the same build.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { READY_LINE, startNode } from '../support/desk-process.ts';
import type { BenchTable, TableRow } from './measure.ts';
import { startBareHost } from './support/bare-host.ts';
import { openBrowser, openPage, timeOfMark } from './support/browser.ts';
import { filterTimes } from './support/filter-times.ts';
import { makeLargeDesk, ROWS, STATUS_OF_TENTH, surname } from './support/large-desk.ts';
import { timedWindow } from './support/painted.ts';
import type { TimedWindow } from './support/painted.ts';

const SLOW_DOWN = 4;
const OPENINGS = 8;
const STEPS = 30;
const SCROLL_PX = 24_000;
const IDLE_FRAMES = 240;
/** A loaded machine at a quarter of its speed takes its time to start a window. */
const GIVE_UP_MS = 120_000;
/** Frames: two of a screen with 60 frames a second. */
const LIMITS = { openMs: 200, frameMs: 33.4, interactionMs: 100, gzipKb: 200 } as const;
const root = resolve(import.meta.dirname, '../..');
const renderer = join(root, 'out/renderer');
const webHost = join(root, 'out/main/web-host.js');

/** Lists by the words of the rail, with what is in the page when their rows are. */
const LISTS: readonly { readonly rail: string; readonly rows: string; readonly row: string }[] = [
  {
    rail: 'Registrations',
    rows: `${ROWS.registrations.toLocaleString('en-GB')} rows`,
    row: '[aria-label="Registrations"] [data-row] a',
  },
  {
    rail: 'Board',
    rows: `${ROWS.visitsToday.toLocaleString('en-GB')} visits`,
    row: '[aria-label="Visits of today"] [data-row] a',
  },
  { rail: 'Orders', rows: `${ROWS.orders.toLocaleString('en-GB')} known`, row: 'tbody th[scope=row] a' },
  {
    rail: 'Activity',
    rows: `${ROWS.activity.toLocaleString('en-GB')} entries`,
    row: 'tbody tr td time',
  },
  {
    rail: 'Outbox',
    rows: `${ROWS.waitingChanges.toLocaleString('en-GB')} changes`,
    row: 'li[data-about]',
  },
  { rail: 'Catalogue', rows: 'the demo’s', row: '[aria-label="Products"] tbody a' },
];

const isThere = (selector: string): boolean => document.querySelector(selector) !== null;

/** Another screen, so that the list that is opened next is not on the screen. */
async function goAway({ page }: TimedWindow): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await settle(page);
}

/**
 * Until the page has nothing left to do. A slowed down Chromium now and then tells nobody that it is idle after a key was pressed,
 * although nothing runs in it; without the limit the benchmark would wait for ever.
 */
async function settle(page: TimedWindow['page']): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 })),
  );
}

async function openFromRail(desk: TimedWindow, list: (typeof LISTS)[number]): Promise<number> {
  await goAway(desk);
  const link = desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: list.rail });
  return desk.untilPainted(() => link.click(), isThere, list.row);
}

/** Every list, opened for the first time in a window, `OPENINGS` times. */
async function openings(desk: TimedWindow): Promise<TableRow[]> {
  const taken = new Map<string, number[]>(LISTS.map(({ rail }) => [rail, []]));
  for (let round = 0; round < OPENINGS; round += 1) {
    await reload(desk);
    for (const list of LISTS) taken.get(list.rail)?.push(await openFromRail(desk, list));
  }
  return LISTS.map(({ rail, rows }) => ({
    name: `open ${rail.toLowerCase()} (${rows})`,
    values: taken.get(rail) ?? [],
    limit: LIMITS.openMs,
  }));
}

/** A window as after its start: no answer is kept in it, its screens' scripts are there. At full speed. */
async function reload(desk: TimedWindow): Promise<void> {
  await desk.slowDown(1);
  // The board is where the desk marks that it can be used.
  await desk.page.evaluate(() => {
    location.hash = '#/';
  });
  await desk.page.reload();
  await timeOfMark(desk.page, 'drawdesk:board-usable');
  // The scripts of the screens are fetched ahead one after another; this is the last.
  await desk.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/training-[^/]*\.js$/.test(name)),
  );
  await settle(desk.page);
  await desk.slowDown(SLOW_DOWN);
}

async function searchingPeople(desk: TimedWindow): Promise<readonly TableRow[]> {
  const { page } = desk;
  await goAway(desk);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
  const field = page.getByRole('searchbox', { name: 'Find a person' });
  const keys: number[] = [];
  const firsts: number[] = [];
  // Names that are spread over all the people.
  for (let round = 0; keys.length < STEPS; round += 1) {
    await field.fill('');
    const typed = surname(7 + round * 997).toLowerCase();
    await field.press(typed[0] as string);
    for (let length = 2; length <= 5; length += 1) {
      const ms = await desk.untilPainted(
        () => field.press(typed[length - 1] as string),
        (text) => {
          const found = [...document.querySelectorAll('[aria-label="Patients"] section')].find((section) =>
            section.textContent.startsWith('People found'),
          );
          const names = [...(found?.querySelectorAll('a') ?? [])].map((line) =>
            (line.textContent || '').toLowerCase().split(/[^a-z]+/),
          );
          return names.length > 0 && names.every((words) => words.some((word) => word.startsWith(text)));
        },
        typed.slice(0, length),
      );
      (length === 2 ? firsts : keys).push(ms);
      await settle(page);
    }
  }
  return [
    { name: 'open people found (many of 100,000)', values: firsts, limit: LIMITS.openMs },
    { name: 'key in the search for people → found', values: keys, limit: LIMITS.interactionMs },
  ];
}

declare global {
  interface Window {
    /** What tells the list of registrations that is shown from another. */
    listShown: () => string;
  }
}

function tellLists(): void {
  window.listShown = () => {
    const head = document.querySelector('header:has(h1) [role=status]')?.textContent ?? '';
    const rows = document.querySelectorAll('[aria-label="Registrations"] [data-row]');
    return `${head} ${rows[0]?.textContent ?? 'none'}`;
  };
}

async function changingFilters(desk: TimedWindow): Promise<TableRow[]> {
  const { page } = desk;
  const rows: TableRow[] = [];
  for (const label of ['Status', 'Product', 'Location']) {
    const values: number[] = [];
    while (values.length < STEPS) {
      await reload(desk);
      await openFromRail(desk, LISTS[0] as (typeof LISTS)[number]);
      const field = page.getByRole('combobox', { name: label });
      const options = await field
        .locator('option')
        .evaluateAll((all) =>
          all.map((one) => ({ value: (one as HTMLOptionElement).value, words: one.textContent })),
        );
      // A status that no registration has leaves nothing to wait for.
      const choices = options.filter(
        ({ value, words }) => value !== '' && (label !== 'Status' || /\d/.test(words)),
      );
      for (const { value } of choices) {
        if (values.length === STEPS) break;
        values.push(
          await desk.untilPainted(
            () => field.selectOption(value).then(() => undefined),
            (before) =>
              window.listShown() !== before && document.querySelector('[data-row][aria-busy]') === null,
            await page.evaluate(() => window.listShown()),
          ),
        );
        await settle(page);
      }
    }
    rows.push({ name: `filter by ${label.toLowerCase()} → list`, values, limit: LIMITS.interactionMs });
  }
  return rows;
}

async function usingRows(desk: TimedWindow): Promise<TableRow[]> {
  const { page } = desk;
  const arrows: number[] = [];
  const records: number[] = [];
  await reload(desk);
  await openFromRail(desk, LISTS[0] as (typeof LISTS)[number]);
  await page.locator('[aria-label="Registrations"] [data-row] a').first().focus();
  for (let step = 0; step < STEPS; step += 1) {
    const before = await page.evaluate(() => document.activeElement?.textContent ?? '');
    arrows.push(
      await desk.untilPainted(
        () => page.keyboard.press('ArrowDown'),
        (told) => {
          const now = document.activeElement;
          return now?.closest('[data-row]') != null && now.textContent !== told;
        },
        before,
      ),
    );
  }
  for (let step = 0; step < STEPS; step += 1) {
    await goAway(desk);
    await openFromRail(desk, LISTS[0] as (typeof LISTS)[number]);
    const link = page.locator('[aria-label="Registrations"] [data-row] a').nth(step % 8);
    const code = (await link.textContent()) ?? '';
    records.push(
      await desk.untilPainted(
        () => link.click(),
        (told) =>
          document.querySelector('h1')?.textContent === told && document.querySelector('dl dd') !== null,
        code,
      ),
    );
  }
  return [
    { name: 'arrow down in registrations', values: arrows, limit: LIMITS.interactionMs },
    { name: 'open a registration', values: records, limit: LIMITS.interactionMs },
  ];
}

async function scrolling(desk: TimedWindow): Promise<TableRow[]> {
  const { page } = desk;
  await reload(desk);
  await openFromRail(desk, LISTS[0] as (typeof LISTS)[number]);
  const scroller = 'div:has(> [role=table])';
  const whole = await desk.framesOfScrolling(scroller, SCROLL_PX);
  await page.getByRole('combobox', { name: 'Status' }).selectOption(STATUS_OF_TENTH);
  await page.waitForFunction(() =>
    /^1\d,\d{3} fit|^9,\d{3} fit/.test(
      document.querySelector('header:has(h1) [role=status]')?.textContent ?? '',
    ),
  );
  await settle(page);
  const tenth = await desk.framesOfScrolling(scroller, SCROLL_PX);
  await openFromRail(desk, LISTS[1] as (typeof LISTS)[number]);
  const board = await desk.framesOfScrolling(scroller, SCROLL_PX);
  return [
    { name: 'frames, registrations of 100,000', values: whole, limit: LIMITS.frameMs },
    { name: 'frames, registrations of 10,000', values: tenth, limit: LIMITS.frameMs },
    { name: 'frames, board of 1,000', values: board, limit: LIMITS.frameMs },
  ];
}

/** The empty page and the bare list: what the browser itself takes on this machine now. */
async function bareTimes(bare: TimedWindow, when: string): Promise<TableRow[]> {
  const { page } = bare;
  await page.bringToFront();
  await bare.slowDown(SLOW_DOWN);
  const empty: number[] = [];
  const list: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    list.push(await bare.untilPainted(() => page.keyboard.press('l'), isThere, '[data-row] a'));
    empty.push(await bare.untilPainted(() => page.keyboard.press('e'), isThere, '[data-empty]'));
  }
  await page.keyboard.press('l');
  await page.locator('[data-row] a').first().focus();
  const arrows: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = await page.evaluate(() => document.activeElement?.textContent ?? '');
    const moved = (told: string): boolean => document.activeElement?.textContent !== told;
    arrows.push(await bare.untilPainted(() => page.keyboard.press('ArrowDown'), moved, before));
  }
  await page.locator('[data-scroller]').evaluate((element) => element.scrollTo(0, 0));
  const frames = await bare.framesOfScrolling('[data-scroller]', SCROLL_PX);
  await page.keyboard.press('e');
  const idle = await bare.framesOfIdling(IDLE_FRAMES);
  return [
    { name: `empty page: key → paint, ${when}`, values: empty, limit: null },
    { name: `empty page: frames, ${when}`, values: idle, limit: null },
    { name: `bare list of 100,000: open, ${when}`, values: list, limit: null },
    { name: `bare list of 100,000: frames, ${when}`, values: frames, limit: null },
    { name: `bare list of 100,000: arrow down, ${when}`, values: arrows, limit: null },
  ];
}

/** Kilobytes (1,000 bytes) after gzip of the scripts that the start page names. */
async function initialScriptKb(): Promise<number> {
  const page = await readFile(join(renderer, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1] as string);
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (path) => gzipSync(await readFile(join(renderer, path))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

const PARTS: readonly (readonly [string, (desk: TimedWindow) => Promise<readonly TableRow[]>])[] = [
  ['opening lists', openings],
  ['searching people', searchingPeople],
  ['changing filters', changingFilters],
  ['using rows', usingRows],
  ['scrolling', scrolling],
];

/** Measures a desk whose data folder {@link makeLargeDesk} has made. `scratch`: an empty folder for what is built. */
export async function measureScreens(folder: string, scratch: string): Promise<BenchTable> {
  const loadBefore = loadavg()[0] ?? 0;
  const filters = await filterTimes(folder);
  const bareHost = await startBareHost(join(scratch, 'bare'));
  const host = startNode([webHost, '--no-open', `--data-dir=${folder}`]);
  const browser: Browser = await openBrowser();
  try {
    const [, address = ''] = await host.line(READY_LINE);
    const bare = await timedWindow(await openPage(browser));
    await bare.page.goto(`${bareHost.address}?rows=${ROWS.registrations}`);
    const desk = await timedWindow(await openPage(browser));
    desk.page.setDefaultTimeout(GIVE_UP_MS);
    await desk.page.addInitScript(() => localStorage.setItem('drawdesk.tour', 'seen'));
    await desk.page.addInitScript(tellLists);
    await desk.page.goto(address);
    await timeOfMark(desk.page, 'drawdesk:board-usable');

    const begin = await bareTimes(bare, 'at the beginning');
    await desk.page.bringToFront();
    const product: TableRow[] = [];
    for (const [words, part] of PARTS) {
      // It takes minutes, and whoever waits sees that it goes on.
      console.error(`screens: ${words} …`);
      product.push(...(await part(desk)));
    }
    const end = await bareTimes(bare, 'at the end');
    const kb = await initialScriptKb();
    return {
      title: `Screens at ${SLOW_DOWN}× CPU slow-down, ${ROWS.registrations.toLocaleString('en-GB')} registrations and patients in the cache (web host, Chromium)`,
      rows: [...begin, ...product, ...filters, ...end],
      notes: [
        `initial script ${kb.toFixed(1)} kB gzip, limit ${LIMITS.gzipKb} kB: ${kb <= LIMITS.gzipKb ? 'held' : 'NOT HELD'}`,
        `load ${loadBefore.toFixed(2)} at the beginning, ${(loadavg()[0] ?? 0).toFixed(2)} at the end`,
        'Milliseconds from the key or click to the end of the frame that shows the answer; of frames, from one to the next.',
        'Each list is opened in a window that has not shown it since it was loaded. The filters in the engine are not slowed down.',
      ],
    };
  } finally {
    await browser.close();
    host.child.kill('SIGTERM');
    await host.ended;
    bareHost.close();
  }
}

export async function run(): Promise<readonly BenchTable[]> {
  await ensureBuilt();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  try {
    await makeLargeDesk(join(base, 'desk'), webHost);
    return [await measureScreens(join(base, 'desk'), base)];
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}
