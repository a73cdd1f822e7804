// Whether a desk stays free when everything comes at once: it reads 100,000 registrations for the first time, fetches forms and reads
// their codes, checks people in and prints their labels. Beside it a bare loop that requests the same pages and inserts them, and does
// nothing else. Windows, printers and the service are answered by the same thread, so none of its turns may be long.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDocumentReader } from '../../src/adapters/document-reader.ts';
import { createDrawText } from '../../src/adapters/draw-text.ts';
import { createRawSocketTransport } from '../../src/adapters/raw-socket.ts';
import type { Input, OperationName, Output } from '../../src/contract/index.ts';
import { operations } from '../../src/contract/index.ts';
import type { EngineOptions } from '../../src/core/assemble-engine.ts';
import { labelPrinter } from '../support/print-parts.ts';
import { silentLog } from '../support/silent-log.ts';
import { percentile } from './measure.ts';
import type { BenchTable } from './measure.ts';
import { readBare } from './support/bare-reading.ts';
import { makeReadingDesk, SITE } from './support/reading-desk.ts';
import type { ReadingDesk } from './support/reading-desk.ts';
import { watchTurns } from './support/turns.ts';

const REGISTRATIONS = Number(process.env.N ?? 100_000);
/** A label is asked for so often, somebody new each time while there is somebody. */
const LABEL_EVERY_MS = 250;
const LATE_LIMIT_MS = { p99: 20, max: 50 };
/** A timer of so many milliseconds is watched; its own time is part of what is reported. */
const TIMER_MS = 5;
const NS_PER_MS = 1e6;
const PACE = { pullMs: 2_000, fullPullMs: 45 * 60_000, pageEveryMs: 1, requestsPerMinute: 1_000_000 };

/** Milliseconds. `turns`: processor time of the turns of the thread. */
interface Lateness {
  readonly p99: number;
  readonly max: number;
  readonly turns: readonly number[];
}

async function whileDoing(task: () => Promise<void>): Promise<Lateness> {
  const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
  delay.enable();
  const turns = watchTurns();
  await task();
  delay.disable();
  return { p99: delay.percentile(99) / NS_PER_MS, max: delay.max / NS_PER_MS, turns: turns.stop() };
}

/** A printer that takes everything. Counts what it was given. */
async function openSink(): Promise<{ readonly port: number; jobs(): number; close(): void }> {
  let jobs = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () => (jobs += 1));
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port, jobs: () => jobs, close: () => server.close() };
}

/** Asks the desk as a window would. @throws Error when it refuses */
function askOf(desk: ReadingDesk) {
  return async <Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
    const isCommand = operations[name].kind === 'command';
    const call = { name, input, ...(isCommand && { commandId: crypto.randomUUID() }) };
    const answer = await desk.assembled.own.call(call);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.value as Output<Name>;
  };
}

/** The demo's first one, which has most of the day's appointments. */
async function chooseLocation(desk: ReadingDesk): Promise<void> {
  const ask = askOf(desk);
  for (;;) {
    const [first] = (await ask('session.get', {})).locations;
    if (first) return void (await ask('session.chooseLocation', { locationId: first.id }));
    await sleep(TIMER_MS);
  }
}

/** Checks people of today in and prints their labels, and the labels of earlier ones again, until the list is read. */
async function receive(desk: ReadingDesk): Promise<void> {
  const ask = askOf(desk);
  const { freshness } = desk.assembled.parts.sync;
  await chooseLocation(desk);
  /** Visits whose label was not printed yet. */
  const unprinted: string[] = [];
  const printed: string[] = [];
  const seen = new Set<string>();
  for (let round = 0; freshness().everythingAsOfMs === null; round += 1) {
    await sleep(LABEL_EVERY_MS);
    const { rows } = await ask('board.get', {});
    const next = rows.find(
      ({ id, deskState, checkInOpen, patientMissing }) =>
        deskState === 'expected' && checkInOpen && !patientMissing && !seen.has(id),
    );
    if (next) {
      seen.add(next.id);
      unprinted.push(next.id);
      await checkIn(desk, next.id);
    }
    const first = unprinted[0];
    if (first !== undefined && (await printNew(desk, first))) {
      unprinted.shift();
      printed.push(first);
    } else if (printed.length > 0) await printAgain(desk, printed[round % printed.length] as string);
  }
}

async function checkIn(desk: ReadingDesk, visitId: string): Promise<void> {
  const ask = askOf(desk);
  const { version } = await ask('visits.get', { visitId });
  const identifiers = (['name', 'date-of-birth'] as const).map((kind) => ({ kind, stated: null }));
  await ask('visits.checkIn', { visitId, seenVersion: version, identifiers });
}

/** False where the laboratory's code is still being read from its document. */
async function printNew(desk: ReadingDesk, visitId: string): Promise<boolean> {
  const ask = askOf(desk);
  const { labelList } = await ask('visits.get', { visitId });
  if (labelList.length === 0 || labelList.some(({ code }) => code === null)) return false;
  await ask('labels.print', { visitId });
  return true;
}

async function printAgain(desk: ReadingDesk, visitId: string): Promise<void> {
  const ask = askOf(desk);
  const [label] = (await ask('visits.get', { visitId })).labelList;
  if (label?.state !== 'printed') return;
  const { id, jobId } = label;
  await ask('labels.print', {
    visitId,
    labelId: id,
    seenJobId: jobId,
    reprintReason: 'The first one was smudged',
  });
}

async function formsThere(desk: ReadingDesk): Promise<number> {
  const ask = askOf(desk);
  let count = 0;
  for (const { id } of (await ask('board.get', {})).rows) {
    const { registrations } = await ask('visits.get', { visitId: id });
    count += registrations.filter(({ trfStored }) => trfStored).length;
  }
  return count;
}

export async function run(): Promise<readonly BenchTable[]> {
  const sink = await openSink();
  const besides: Partial<EngineOptions> = {
    documentReader: createDocumentReader(silentLog),
    printerTransport: createRawSocketTransport(),
    draw: createDrawText(),
    site: { ...SITE, printers: [labelPrinter({ host: '127.0.0.1', port: sink.port })] },
  };
  const desk = await makeReadingDesk(REGISTRATIONS, PACE, besides);
  try {
    const bare = await whileDoing(() => readBare(desk.baseUrl));
    const busy = await whileDoing(async () => {
      desk.assembled.start();
      await receive(desk);
    });
    const one = (name: string, value: number, limit: number | 'none' | null) => ({
      name,
      values: [value],
      limit,
    });
    return [
      {
        title: `Event loop while ${REGISTRATIONS.toLocaleString('en-GB')} registrations are read, forms fetched and labels printed`,
        rows: [
          one('bare loop with bare inserts: late, p99', bare.p99, null),
          one('bare loop with bare inserts: late, at most', bare.max, null),
          one('late, p99', busy.p99, LATE_LIMIT_MS.p99),
          one('late, at most', busy.max, LATE_LIMIT_MS.max),
          one('processor time of a turn, p99', percentile(busy.turns, 0.99), 'none'),
          one('processor time of a turn, at most', percentile(busy.turns, 1), 'none'),
        ],
        notes: [
          `the timer of ${TIMER_MS} ms, by which the lateness is told, is included in it`,
          `labels at the printer meanwhile: ${sink.jobs()}; forms of today’s visits at the desk: ${await formsThere(desk)}`,
        ],
      },
    ];
  } finally {
    await desk.close();
    sink.close();
  }
}
