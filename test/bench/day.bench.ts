// The work of an eight-hour day at the built app, one person right after the other: the web host in its own process, a Chromium window
// that is used all the while, 200 people who are served. What all processes use, beside an empty page of the same build in the same
// Chromium. How much processor a desk takes that nobody uses is measured by itself, over a minute.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { DEFAULT_TIME_ZONE, instantOf, wallClockAt } from '../../src/domain/site-time.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { KilledDesk } from '../kill/support/killed-desk.ts';
import { startPaperTray } from '../kill/support/paper-tray.ts';
import { letPeopleCome } from '../kill/support/people-at-desk.ts';
import type { People } from '../kill/support/people-at-desk.ts';
import { SeededRandom } from '../simulation/support/virtual-time.ts';
import { startNode } from '../support/desk-process.ts';
import { percentile } from './measure.ts';
import type { BenchTable } from './measure.ts';
import { openBrowser, openPage, timeOfMark } from './support/browser.ts';
import { EMPTY_MARK } from './support/empty-page.ts';
import { familyOf, familyProcessorS, memoryMb, processesOf, processorS } from './support/process-use.ts';
import type { BrowserProcesses } from './support/process-use.ts';

const TOKEN = 'token-of-the-day';
const HOURS = 8;
/** Three serve people, each one every seven minutes of a real day. */
const PEOPLE_AN_HOUR = 25;
const OPENS_AT = '09:00';
const LOOK_EVERY_MS = 250;
const SAMPLES_OF_EMPTY = 12;
/** A loaded machine takes its time. */
const GIVE_UP_MS = 120_000;
/** For a part of the day in which nobody is served any more; some sixty times what it takes on a machine at rest. */
const HOUR_GIVE_UP_MS = 900_000;
/** For what the desk shows a person only when the service has answered. */
const PATIENCE_MS = 60_000;
const IDLE_MS = 60_000;
/** What was begun before ends within this time, and processes give back what they do not need. */
const SETTLING_MS = 20_000;
const LIMITS = { memoryMb: 300, growthPercent: 5, idlePercent: 0.5 } as const;
/** The screens that people go to all day, by their addresses. */
const SCREENS = [
  '/',
  '/worklist',
  '/calendar',
  '/patients',
  '/registrations',
  '/catalogue',
  '/orders',
  '/waiting',
  '/printing',
  '/activity',
  '/service',
  '/settings',
];

interface Use {
  /** Megabytes of the web host, with its threads and the processes that it started. */
  readonly hostMb: number;
  /** Of these the processes that it started. */
  readonly besideMb: number;
  readonly browserMb: number;
  readonly rendererMb: number;
}
const totalMb = ({ hostMb, browserMb }: Use): number => hostMb + browserMb;

const pause = (ms: number): Promise<void> => new Promise((due) => setTimeout(due, ms));

async function useNow(hostId: number, processes: BrowserProcesses): Promise<Use> {
  const list = await processes.list();
  const sum = (ids: readonly { readonly id: number }[]): number =>
    ids.reduce((total, { id }) => total + memoryMb(id), 0);
  const [, ...beside] = familyOf(hostId);
  const besideMb = sum(beside.map((id) => ({ id })));
  return {
    hostMb: memoryMb(hostId) + besideMb,
    besideMb,
    browserMb: sum(list),
    rendererMb: sum(list.filter(({ type }) => type === 'renderer')),
  };
}

async function samples(times: number, apartMs: number, take: () => Promise<Use>): Promise<Use[]> {
  const taken: Use[] = [];
  for (let time = 0; time < times; time += 1) {
    await pause(apartMs);
    taken.push(await take());
  }
  return taken;
}

/** Percent of one processor, of the host and of the browser, over some time in which nobody does anything. */
async function idle(hostId: number, processes: BrowserProcesses): Promise<{ host: number; browser: number }> {
  const ids = (await processes.list()).map(({ id }) => id);
  const used = (): { host: number; browser: number } => ({
    host: familyProcessorS(hostId),
    browser: ids.reduce((total, id) => total + processorS(id), 0),
  });
  const before = used();
  const startMs = performance.now();
  await pause(IDLE_MS);
  const tookS = (performance.now() - startMs) / 1_000;
  const after = used();
  const percent = (name: 'host' | 'browser'): number => ((after[name] - before[name]) / tookS) * 100;
  return { host: percent('host'), browser: percent('browser') };
}

interface Baseline {
  readonly memory: readonly Use[];
  readonly idle: { readonly host: number; readonly browser: number };
}

async function measureEmpty(browser: Browser, processes: BrowserProcesses): Promise<Baseline> {
  const host = startNode([join(import.meta.dirname, 'support/empty-host.ts')]);
  try {
    const [, address = ''] = await host.line(/^Empty page at (\S+)$/m);
    const page = await openPage(browser);
    await page.goto(address);
    await timeOfMark(page, EMPTY_MARK);
    const hostId = host.child.pid ?? 0;
    await pause(SETTLING_MS);
    const memory = await samples(SAMPLES_OF_EMPTY, LOOK_EVERY_MS, () => useNow(hostId, processes));
    const used = await idle(hostId, processes);
    await page.context().close();
    return { memory, idle: used };
  } finally {
    host.child.kill('SIGTERM');
    await host.ended;
  }
}

/** Kilobytes of the database with its log of writes, and of the desk's own log. */
function filesKb(desk: KilledDesk): { database: number; log: number } {
  const size = (file: string): number => (existsSync(file) ? statSync(file).size / 1_024 : 0);
  const logs = join(desk.dataFolder, 'logs');
  return {
    database: size(desk.databaseFile) + size(`${desk.databaseFile}-wal`),
    log: existsSync(logs) ? readdirSync(logs).reduce((total, name) => total + size(join(logs, name)), 0) : 0,
  };
}

/** What the script of the window holds once what nobody needs is gone: megabytes, elements, listeners. */
async function heapOf(page: Page): Promise<{ mb: number; nodes: number; listeners: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { mb: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Goes through the screens until `isOver`, and opens a visit on the board each time. */
async function useWindow(page: Page, isOver: () => boolean): Promise<number> {
  let opened = 0;
  for (let turn = 0; !isOver(); turn += 1) {
    const path = SCREENS[turn % SCREENS.length] ?? '/';
    await page.evaluate((to) => void (location.hash = `#${to}`), path);
    await page.locator('h1').first().waitFor();
    if (path === '/') {
      const row = page.locator('[aria-label="Visits of today"] [data-row] a').nth(turn % 7);
      if (await row.isVisible()) await row.click();
    }
    opened += 1;
    await pause(LOOK_EVERY_MS);
  }
  return opened;
}

/** A window on the board. */
async function openWindow(browser: Browser, desk: KilledDesk): Promise<Page> {
  const page = await openPage(browser);
  page.setDefaultTimeout(GIVE_UP_MS);
  await page.goto(await desk.windowAddress());
  await timeOfMark(page, 'drawdesk:board-usable');
  return page;
}

/** Looks until so many people were served in all. */
async function untilServed(
  { people, desk }: { people: People; desk: KilledDesk },
  count: number,
  take: () => Promise<Use>,
): Promise<Use[]> {
  const taken: Use[] = [];
  const servedBefore = people.work.states.size;
  const startedAtMs = performance.now();
  do {
    await pause(LOOK_EVERY_MS);
    taken.push(await take());
    if (performance.now() - startedAtMs > HOUR_GIVE_UP_MS) {
      throw new Error(
        `Only ${people.work.states.size - servedBefore} people were served: ${desk.stderr().slice(-2_000)}`,
      );
    }
  } while (people.work.states.size < count);
  return taken;
}

export async function run(): Promise<readonly BenchTable[]> {
  if (process.platform !== 'linux') throw new Error('This benchmark reads what Linux says of processes.');
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-bench-day-'));
  // People come from the morning on, whenever the benchmark is run. The desk goes by the service's time.
  const morningMs = instantOf(wallClockAt(Date.now(), DEFAULT_TIME_ZONE).date, OPENS_AT, DEFAULT_TIME_ZONE);
  const offsetMs = morningMs - Date.now();
  const now = (): number => Date.now() + offsetMs;
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo', now });
  const tray = await startPaperTray(new SeededRandom(2), 0);
  const desk = new KilledDesk({
    folder,
    serviceUrl: sandbox.baseUrl,
    token: TOKEN,
    printer: tray.address,
    random: new SeededRandom(3),
    env: {},
    // A day's requests in some minutes: at the pace of a day they would wait for their turn.
    settings: { syncSeconds: undefined, requestsPerMinute: 3_000 },
  });
  const browser = await openBrowser();
  const processes = await processesOf(browser);
  try {
    const empty = await measureEmpty(browser, processes);

    await desk.start().ready;
    const page = await openWindow(browser, desk);
    const hostId = desk.processId ?? 0;
    const people = letPeopleCome(desk, new SeededRandom(4), tray, PATIENCE_MS);
    let isOver = false;
    const using = useWindow(page, () => isOver);
    // What ends the day earlier closes the window under it; that is not what went wrong.
    using.catch(() => undefined);
    const hours: {
      use: Use[];
      files: { database: number; log: number };
      heap: { mb: number; nodes: number; listeners: number };
    }[] = [];
    for (let hour = 1; hour <= HOURS; hour += 1) {
      const use = await untilServed({ people, desk }, hour * PEOPLE_AN_HOUR, () => useNow(hostId, processes));
      hours.push({ use, files: filesKb(desk), heap: await heapOf(page) });
    }
    isOver = true;
    const opened = await using;
    await people.goHome();
    const workedS = familyProcessorS(hostId);
    await page.evaluate(() => void (location.hash = '#/'));
    await pause(SETTLING_MS);
    const rested = await useNow(hostId, processes);
    await page.context().close();

    // The same desk after the day, started as it is by itself: what it does when nobody does anything.
    await desk.kill();
    desk.changeSettings({ syncSeconds: undefined, requestsPerMinute: undefined });
    await desk.start().ready;
    const idlePage = await openWindow(browser, desk);
    await pause(SETTLING_MS);
    const idleDesk = await idle(desk.processId ?? 0, processes);
    await idlePage.context().close();

    const [, second] = hours;
    const last = hours.at(-1);
    if (!second || !last) throw new Error('The day had no hours.');
    const middle = (uses: readonly Use[], of: (use: Use) => number): number => percentile(uses.map(of), 0.5);
    const growth = (of: (use: Use) => number): number =>
      (middle(last.use, of) / middle(second.use, of) - 1) * 100;
    const emptyOf = (of: (use: Use) => number): number => middle(empty.memory, of);
    /** What the desk takes over an empty page and its bare server. */
    const ours = (use: Use): number => totalMb(use) - emptyOf(totalMb);
    const perHour = (of: (hour: (typeof hours)[number]) => number, digits = 0): string =>
      hours.map((hour) => of(hour).toFixed(digits)).join(', ');
    return [
      {
        title: `Memory of all processes over the work of a day of ${HOURS} hours: web host, and browser, GPU, utility and renderer processes`,
        unit: 'MB',
        rows: [
          { name: 'an empty page and its bare server', values: empty.memory.map(totalMb), limit: null },
          { name: 'the desk, in the last hour', values: last.use.map(totalMb), limit: LIMITS.memoryMb },
        ],
        notes: [
          `Of the empty page: server ${middle(empty.memory, ({ hostMb }) => hostMb).toFixed(0)}, renderer ${middle(empty.memory, ({ rendererMb }) => rendererMb).toFixed(0)}, browser in all ${middle(empty.memory, ({ browserMb }) => browserMb).toFixed(0)} MB.`,
          `Of the desk: web host ${middle(last.use, ({ hostMb }) => hostMb).toFixed(0)}, renderer ${middle(last.use, ({ rendererMb }) => rendererMb).toFixed(0)}, browser in all ${middle(last.use, ({ browserMb }) => browserMb).toFixed(0)} MB.`,
          `Over the empty page: ${middle(last.use, ours).toFixed(0)} MB, of it ${(middle(last.use, ({ rendererMb }) => rendererMb) - emptyOf(({ rendererMb }) => rendererMb)).toFixed(0)} of the renderer and ${(middle(last.use, ({ hostMb }) => hostMb) - emptyOf(({ hostMb }) => hostMb)).toFixed(0)} of the server. The limit leaves ${(LIMITS.memoryMb - emptyOf(totalMb)).toFixed(0)} MB over it.`,
          `By the hour over the empty page: ${perHour(({ use }) => middle(use, ours))} MB; renderer ${perHour(({ use }) => middle(use, ({ rendererMb }) => rendererMb))} MB; processes beside the web host ${perHour(({ use }) => middle(use, ({ besideMb }) => besideMb))} MB.`,
          `All, by the hour: ${perHour(({ use }) => middle(use, totalMb))} MB; web host ${perHour(({ use }) => middle(use, ({ hostMb }) => hostMb))} MB.`,
          `Script of the window after its garbage was collected: ${perHour(({ heap }) => heap.mb, 1)} MB; elements ${perHour(({ heap }) => heap.nodes)}; listeners ${perHour(({ heap }) => heap.listeners)}.`,
          `After the day, once nobody came any more: web host ${rested.hostMb.toFixed(0)}, all ${totalMb(rested).toFixed(0)} MB.`,
          `The web host took ${workedS.toFixed(0)} s of a processor. ${people.work.states.size} visits were served and ${opened} screens opened. Load at the end ${(loadavg()[0] ?? 0).toFixed(1)}.`,
        ],
      },
      {
        title: 'Growth from the second hour to the last',
        unit: '%',
        rows: [
          { name: 'memory of all processes', values: [growth(totalMb)], limit: LIMITS.growthPercent },
          {
            name: 'of what is over the empty page',
            values: [growth(ours)],
            limit: LIMITS.growthPercent,
          },
          {
            name: 'of the web host alone',
            values: [growth(({ hostMb }) => hostMb)],
            limit: LIMITS.growthPercent,
          },
        ],
        notes: [
          `Database with its log of writes: ${perHour(({ files }) => files.database)} kB; log of the desk: ${perHour(({ files }) => files.log, 1)} kB.`,
        ],
      },
      {
        title: `A desk that nobody uses, with its window open, over ${IDLE_MS / 1_000} s`,
        unit: '%',
        rows: [
          { name: 'empty page: its bare server', values: [empty.idle.host], limit: null },
          { name: 'empty page: the browser', values: [empty.idle.browser], limit: null },
          { name: 'the desk: web host', values: [idleDesk.host], limit: LIMITS.idlePercent },
          { name: 'the desk: the browser', values: [idleDesk.browser], limit: LIMITS.idlePercent },
        ],
        notes: ['Percent of one processor, by the time that the processes used, not by the clock.'],
      },
    ];
  } finally {
    await browser.close();
    await desk.kill();
    await tray.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
