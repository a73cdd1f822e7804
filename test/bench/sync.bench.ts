// What reading costs the desk: processor time of the engine's thread for the first reading of 10,000 and of 100,000 registrations,
// beside a bare loop that requests the same pages and inserts them; then the same reading once more, which finds nothing new.
// The first reading ends when the list is stored whole, which is when the board is. At the pace set here the desk then reads the
// whole list again at once; that is not counted.
// Processor time is counted, so that other programs on the machine make the figures hardly worse.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { get } from '../../src/core/store/db/database.ts';
import { listProducts } from '../../src/core/store/mirror/products.ts';
import type { BenchTable } from './measure.ts';
import { readBare } from './support/bare-reading.ts';
import { boardFromStart } from './support/board-from-start.ts';
import { makeReadingDesk } from './support/reading-desk.ts';

const REGISTRATIONS = [10_000, 100_000];
/** Read by a desk from the start of its process. */
const FROM_START = 10_000;
const LOOK_EVERY_MS = 10;
const NS_PER_MS = 1e6;
const MB = 2 ** 20;
/** Processor time of the first reading of 100,000, in milliseconds. */
const FIRST_READING_LIMIT_MS = 30_000;
const LATE_LIMIT_MS = 20;
/** A timer of so many milliseconds is watched; its own time is part of what is reported. */
const TIMER_MS = 5;
/** Everything again in one go, and nothing of it put off: the limit on requests is of no interest here. */
const PACE = { pullMs: 2_000, fullPullMs: 2_000, pageEveryMs: 1, requestsPerMinute: 1_000_000 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Processor time of this thread until `task` has ended, and the clock's, in milliseconds. */
async function timed(task: () => Promise<void>): Promise<{ usedMs: number; tookMs: number }> {
  const begun = performance.now();
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return { usedMs: (user + system) / 1_000, tookMs: performance.now() - begun };
}

export async function run(): Promise<readonly BenchTable[]> {
  const tables: BenchTable[] = [];
  for (const registrations of REGISTRATIONS) tables.push(await measure(registrations));
  tables.push(await boardFromStart(FROM_START));
  return tables;
}

async function measure(registrations: number): Promise<BenchTable> {
  const desk = await makeReadingDesk(registrations, PACE);
  const bare = await timed(() => readBare(desk.baseUrl));

  const { freshness, pullNow, serverNowMs } = desk.assembled.parts.sync;
  const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
  delay.enable();
  desk.assembled.start();
  const first = await timed(async () => {
    while (freshness().asOfMs === null) await wait(LOOK_EVERY_MS);
  });
  delay.disable();
  const memoryMb = process.memoryUsage.rss() / MB;

  while (freshness().everythingAsOfMs === null) await wait(LOOK_EVERY_MS);
  // Products are read in full two at a reading, and their first time is no second reading: each is opened, as a person would.
  for (const { id: productId } of listProducts(desk.store.db)) {
    const opened = await desk.assembled.own.call({ name: 'catalogue.product', input: { productId } });
    if (!opened.ok) throw new Error(`A product could not be opened: ${JSON.stringify(opened.error)}`);
  }
  const rows = (): number => get<{ n: number }>(desk.store.db, 'SELECT total_changes() AS n')?.n ?? 0;
  const rowsBefore = rows();
  const askedMs = serverNowMs();
  const again = await timed(async () => {
    pullNow();
    while ((freshness().everythingAsOfMs ?? 0) < askedMs) await wait(LOOK_EVERY_MS);
  });
  const rowsAgain = rows() - rowsBefore;
  await desk.close();

  const pages = Math.ceil(registrations / 100);
  const one = (name: string, value: number, limit: number | null) => ({ name, values: [value], limit });
  return {
    title: `Reading ${registrations.toLocaleString('en-GB')} registrations (${pages} pages)`,
    rows: [
      one('processor time, bare loop with bare inserts', bare.usedMs, null),
      one(
        'processor time, first reading',
        first.usedMs,
        registrations > 10_000 ? FIRST_READING_LIMIT_MS : null,
      ),
      one('processor time, everything again, nothing new', again.usedMs, null),
      one('took, bare loop', bare.tookMs, null),
      one('took, first reading until the board was whole', first.tookMs, 2 * bare.tookMs),
      one('event loop late, p99', delay.percentile(99) / NS_PER_MS, LATE_LIMIT_MS),
      one('event loop late, at most', delay.max / NS_PER_MS, null),
    ],
    notes: [
      `the timer of ${TIMER_MS} ms, by which the lateness is told, is included in it`,
      `rows written by the reading that found nothing new: ${rowsAgain}`,
      `memory of the process, the service’s thread included: ${memoryMb.toFixed(0)} MB`,
    ],
  };
}
