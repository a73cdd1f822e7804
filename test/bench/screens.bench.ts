// The screens of a desk that has run for years: how soon a list is there and how evenly it scrolls on a slow machine, how soon a
// key or a click is answered; beside a bare TanStack Virtual list and an empty page of the same build.
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
import { searchTimes } from './support/search-times.ts';
import { keptLargeDesk, ROWS } from './support/large-desk.ts';
import { timedWindow } from './support/painted.ts';
import type { TimedWindow } from './support/painted.ts';
import {
  changingFilters,
  searchingPeople,
  tellLists,
  usingBareList,
  usingBoard,
  usingRegistrations,
  type Taken,
} from './support/screen-interactions.ts';
import { openingBareList, openingLists, scrollingBareList, scrollingLists } from './support/screen-lists.ts';
import { LIMITS, SLOW_DOWN } from './support/timed-desk.ts';

/** A loaded machine at a quarter of its speed takes its time to start a window. */
const GIVE_UP_MS = 120_000;
const GZIP_LIMIT_KB = 200;
const root = resolve(import.meta.dirname, '../..');
const renderer = join(root, 'out/renderer');
const webHost = join(root, 'out/main/web-host.js');

/** The two windows of a run, one of them in front. */
interface Windows {
  readonly desk: TimedWindow;
  readonly bare: TimedWindow;
}

type Interactions = (desk: TimedWindow, rate: number) => Promise<Taken>;

const INTERACTIONS: Readonly<Record<string, Interactions>> = {
  search: searchingPeople,
  filters: changingFilters,
  rows: usingRegistrations,
  board: usingBoard,
};

/** What `--part` takes. */
const PARTS = ['lists', 'frames', ...Object.keys(INTERACTIONS), 'engine'];

const withLimit = (taken: Taken, limit: TableRow['limit']): TableRow[] =>
  taken.map(([name, values]) => ({ name, values, limit }));

/** Measures in the desk's window, before and afterwards in the bare one: how far these are apart is the noise of the machine. */
async function besideBare(
  { desk, bare }: Windows,
  bareTimes: () => Promise<Taken>,
  times: () => Promise<readonly TableRow[]>,
): Promise<TableRow[]> {
  const bareRows = async (when: string): Promise<TableRow[]> => {
    await bare.page.bringToFront();
    const taken = await bareTimes();
    return taken.map(([words, values]) => ({ name: `${words}, ${when}`, values, limit: null }));
  };
  const before = await bareRows('before');
  await desk.page.bringToFront();
  const rows = await times();
  return [...before, ...rows, ...(await bareRows('afterwards'))];
}

async function tablesOf(windows: Windows, parts: ReadonlySet<string>): Promise<BenchTable[]> {
  const { desk, bare } = windows;
  const tables: BenchTable[] = [];
  if (parts.has('lists')) {
    say('opening lists');
    tables.push({
      title: `Lists opened, at ${SLOW_DOWN}× CPU slow-down`,
      rows: await besideBare(
        windows,
        () => openingBareList(bare),
        () => openingLists(desk),
      ),
      notes: ['Each list is opened in a window that has not shown it since it was loaded.'],
    });
  }
  if (parts.has('frames')) {
    say('scrolling');
    tables.push({
      title: `Frames of scrolling, at ${SLOW_DOWN}× CPU slow-down`,
      rows: await besideBare(
        windows,
        () => scrollingBareList(bare),
        () => scrollingLists(desk),
      ),
      notes: ['From one frame to the next.'],
    });
  }
  const wanted = Object.entries(INTERACTIONS).filter(([part]) => parts.has(part));
  const speeds = [
    { rate: 1, words: 'at the machine’s own speed', limit: LIMITS.interactionMs },
    { rate: SLOW_DOWN, words: `at ${SLOW_DOWN}× CPU slow-down, for which no limit is set`, limit: 'none' },
  ] as const;
  for (const { rate, words, limit } of wanted.length > 0 ? speeds : []) {
    const measured = async (): Promise<TableRow[]> => {
      const rows: TableRow[] = [];
      for (const [part, times] of wanted) {
        say(`${part}, ${words}`);
        rows.push(...withLimit(await times(desk, rate), limit));
      }
      return rows;
    };
    tables.push({
      title: `Keys and clicks, ${words}`,
      rows: await besideBare(windows, () => usingBareList(bare, rate), measured),
      notes: ['From the key or click to the end of the frame that shows the answer.'],
    });
  }
  return tables;
}

/** It takes minutes, and whoever waits sees that it goes on. */
const say = (words: string): void => console.error(`screens: ${words} …`);

/** Kilobytes (1,000 bytes) after gzip of the scripts that the start page names. */
async function initialScriptKb(): Promise<number> {
  const page = await readFile(join(renderer, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1] as string);
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (path) => gzipSync(await readFile(join(renderer, path))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Measures a desk whose data folder {@link keptLargeDesk} has made. `scratch`: an empty folder for what is built. */
async function measureScreens(
  folder: string,
  scratch: string,
  parts: ReadonlySet<string>,
): Promise<BenchTable[]> {
  const tables: BenchTable[] = [];
  if (parts.has('engine')) {
    say('filters in the engine');
    tables.push({
      title: 'Filters in the engine, processor time',
      rows: await filterTimes(folder),
      notes: [],
    });
    say('searches in the engine');
    tables.push({
      title: 'Searches among 100,000 people in the engine, processor time',
      rows: await searchTimes(folder),
      notes: [],
    });
    if (parts.size === 1) return tables;
  }
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
    return [...(await tablesOf({ desk, bare }, parts)), ...tables];
  } finally {
    await browser.close();
    host.child.kill('SIGTERM');
    await host.ended;
    bareHost.close();
  }
}

/**
 * `parts`: some of {@link PARTS}; none for all. `folder`: where the desk is made and stays, so that the next run of the same day
 * need not make it anew; null for one that is removed.
 *
 * @throws Error for a part that there is not
 */
export async function run(options: {
  readonly parts: readonly string[];
  readonly folder: string | null;
}): Promise<readonly BenchTable[]> {
  const unknown = options.parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are: ${PARTS.join(', ')}.`);
  const parts = new Set(options.parts.length > 0 ? options.parts : PARTS);
  await ensureBuilt();
  const scratch = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  try {
    say('making the desk');
    const folder = await keptLargeDesk(options.folder ?? join(scratch, 'desk'), webHost);
    const loadBefore = loadavg()[0] ?? 0;
    const tables = await measureScreens(folder, scratch, parts);
    const kb = await initialScriptKb();
    const notes = [
      `${ROWS.registrations.toLocaleString('en-GB')} registrations and patients in the cache (web host, Chromium)`,
      `initial script ${kb.toFixed(1)} kB gzip, limit ${GZIP_LIMIT_KB} kB: ${kb <= GZIP_LIMIT_KB ? 'held' : 'NOT HELD'}`,
      `load ${loadBefore.toFixed(2)} at the beginning, ${(loadavg()[0] ?? 0).toFixed(2)} at the end`,
    ];
    return tables.map((table, index) =>
      index === tables.length - 1 ? { ...table, notes: [...table.notes, ...notes] } : table,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
