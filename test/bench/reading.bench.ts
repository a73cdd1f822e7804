// Calls at a desk while it reads 10,000 or 100,000 registrations for the first time, against the same calls once it has
// them; and how long the engine's event loop is held up meanwhile. The promise for 10,000 is a p99 of 20 ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { percentile } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { makeReadingDesk } from './support/reading-desk.ts';
import { watchTurns } from './support/turns.ts';

const REGISTRATIONS = [10_000, 100_000];
const CALL_EVERY_MS = 25;
const CALLS_AFTERWARDS = 400;
const NS_PER_MS = 1e6;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function run(): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const registrations of REGISTRATIONS) results.push(await readAll(registrations));
  return results;
}

async function readAll(registrations: number): Promise<BenchResult> {
  const desk = await makeReadingDesk(registrations);
  const { engine, parts, start } = desk.assembled;
  /** What a window asks: the board, and somebody by the beginning of a name. Milliseconds. */
  async function call(): Promise<number> {
    const begun = performance.now();
    await engine.call({ name: 'board.get', input: {} });
    await engine.call({ name: 'search.find', input: { text: 'oliv' } });
    return performance.now() - begun;
  }

  const reading: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const turns = watchTurns();
  start();
  const begun = performance.now();
  while (parts.sync.freshness().everythingAsOfMs === null) {
    reading.push(await call());
    await wait(CALL_EVERY_MS);
  }
  const readMs = performance.now() - begun;
  delay.disable();
  const turnMs = turns.stop().sort((a, b) => a - b);
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => ns / NS_PER_MS);
  const afterwards: number[] = [];
  for (let count = 0; count < CALLS_AFTERWARDS; count += 1) {
    afterwards.push(await call());
    await wait(CALL_EVERY_MS);
  }

  await desk.close();
  const ms = (values: readonly number[], share: number): string => percentile(values, share).toFixed(1);
  return {
    title: `Board and search at a desk with ${registrations.toLocaleString('en-GB')} registrations`,
    measured: { name: 'while everything is read for the first time', values: reading },
    baseline: { name: 'afterwards', values: afterwards },
    promisedP95: { ms: 100 },
    notes: [
      `read in ${(readMs / 1_000).toFixed(1)} s; calls while reading p99 ${ms(reading, 0.99)} ms`,
      `event loop late by p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms, max ${max?.toFixed(1)} ms (timer of 5 ms included)`,
      `processor time of its turns p50 ${ms(turnMs, 0.5)} ms, p99 ${ms(turnMs, 0.99)} ms, max ${ms(turnMs, 1)} ms (n=${turnMs.length})`,
    ],
  };
}
