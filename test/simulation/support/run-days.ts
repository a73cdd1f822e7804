// Runs many simulated days and collects the failures, each with the seed that repeats its day.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SENDING_RULES } from '../../../src/core/outbox/sending-rules.ts';
import type { SendingRules } from '../../../src/core/outbox/sending-rules.ts';
import { brokenPromises } from './oracle.ts';
import { SimulatedDay } from './simulated-day.ts';

export interface DaysResult {
  readonly days: number;
  readonly changes: number;
  readonly powerCuts: number;
  /** Number of answered commands; then of labels sent to the printer, of proofs, of collected visits. */
  readonly pressed: number;
  readonly printed: number;
  readonly proven: number;
  readonly collected: number;
  /** Number of identities confirmed while the service's records disagreed about the person. */
  readonly settled: number;
  readonly answersGarbled: number;
  readonly failures: readonly { readonly seed: number; readonly broken: readonly string[] }[];
}

/** Nothing was simulated. */
export const NO_DAYS: DaysResult = {
  days: 0,
  changes: 0,
  powerCuts: 0,
  pressed: 0,
  printed: 0,
  proven: 0,
  collected: 0,
  settled: 0,
  answersGarbled: 0,
  failures: [],
};

/**
 * Every so many seeds a day has its database in an encrypted file, with what belongs to it: it is made by the migrations, and
 * looked through at each start. The other days have theirs in memory, which is the same to what is proved and half the work.
 */
const ON_FILE_EVERY = 16;

export interface DaysWanted {
  readonly firstSeed: number;
  readonly days: number;
  readonly rules?: SendingRules;
  /** Share of answers that are replaced by invalid ones, from 0 to 1. */
  readonly garbled?: number;
  /** Stops after this many days with failures; 5 when not given. */
  readonly stopAfter?: number;
}

/**
 * Runs the days one after the other.
 *
 * @example expect((await runDays({ firstSeed: 1, days: 400 })).failures).toEqual([])
 */
export async function runDays(wanted: DaysWanted): Promise<DaysResult> {
  // Files are kept in memory if possible: the disk is not tested here, and memory is faster.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'drawdesk-days-'));
  const failures: { seed: number; broken: string[] }[] = [];
  let changes = 0;
  let powerCuts = 0;
  let pressed = 0;
  let printed = 0;
  let proven = 0;
  let collected = 0;
  let settled = 0;
  let answersGarbled = 0;
  let days = 0;
  try {
    for (; days < wanted.days && failures.length < (wanted.stopAfter ?? 5); days += 1) {
      const seed = wanted.firstSeed + days;
      const day = new SimulatedDay({
        seed,
        file: seed % ON_FILE_EVERY === 0 ? join(folder, 'desk.db') : null,
        key: new Uint8Array(32).fill(7),
        rules: wanted.rules ?? SENDING_RULES,
        garbled: wanted.garbled ?? 0,
      });
      try {
        await day.run();
        const broken = brokenPromises(day);
        if (broken.length > 0) failures.push({ seed, broken });
      } catch (thrown) {
        failures.push({
          seed,
          broken: [`threw: ${thrown instanceof Error ? thrown.stack : String(thrown)}`],
        });
      }
      changes += day.pressing.intents.length;
      powerCuts += day.running.powerCuts;
      pressed += day.pressing.pressed;
      printed += day.papers.printed;
      proven += day.papers.proven;
      collected += day.papers.collectedVisits;
      settled += day.papers.settled;
      answersGarbled += day.line.answersGarbled;
      await day.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { days, changes, powerCuts, pressed, printed, proven, collected, settled, answersGarbled, failures };
}
