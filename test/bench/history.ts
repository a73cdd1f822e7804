// What a run of the benchmarks is compared with: the last one that was written down. Only ratios to the baseline of the same run are
// compared, because bare times of two days differ more by the machine than by the build.
import { percentile } from './measure.ts';
import type { BenchResult, BenchTable, Samples } from './measure.ts';

/** A figure beside the baseline of its own run. */
export interface Figure {
  /** Benchmark, title and name: what it is known by in later runs. */
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Median to the baseline's median. */
  readonly ratio: number;
  /** By which share the ratio may be wrong, from the spread of the samples: one standard error. */
  readonly error: number;
}

/** A line of `bench/history.jsonl`. */
export interface WrittenRun {
  /** ISO 8601. */
  readonly at: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

interface Slower {
  readonly what: string;
  readonly before: number;
  readonly now: number;
  /** When the run was written that it is compared with. */
  readonly since: string;
}

/** Fewer samples say nothing about their spread. */
const LEAST_SAMPLES = 5;
/** A difference of so many standard errors is no chance: one figure in some hundreds is called slower without being so. */
const ERRORS = 3;
/** Two builds of the same code differ by as much, where their code happens to lie in memory. */
const LEAST_SHARE = 0.1;
/** From the median of the distances to the median to a standard deviation, and from that to the error of a median. */
const TO_DEVIATION = 1.4826;
const OF_MEDIAN = 1.2533;

/** Four digits are more than any measurement here is worth; the file is read by people too. */
const short = (value: number): number => Number(value.toPrecision(4));

/** The standard error of the median, as a share of it. */
function errorOf({ values }: Samples): number {
  const middle = percentile(values, 0.5);
  const distances = values.map((value) => Math.abs(value - middle));
  return (OF_MEDIAN * TO_DEVIATION * percentile(distances, 0.5)) / Math.sqrt(values.length) / middle;
}

/** Median to the baseline's median, and by which share that may be wrong: one standard error. */
export function ratioOf(
  measured: Samples,
  baseline: Samples,
): { readonly ratio: number; readonly error: number } {
  return {
    ratio: percentile(measured.values, 0.5) / percentile(baseline.values, 0.5),
    error: Math.hypot(errorOf(measured), errorOf(baseline)),
  };
}

function figure(what: string, measured: Samples, baseline: Samples): Figure[] {
  if (Math.min(measured.values.length, baseline.values.length) < LEAST_SAMPLES) return [];
  const medianMs = percentile(measured.values, 0.5);
  const { ratio, error } = ratioOf(measured, baseline);
  if (!Number.isFinite(ratio) || !Number.isFinite(error)) return [];
  const p95Ms = percentile(measured.values, 0.95);
  return [{ what, medianMs: short(medianMs), p95Ms: short(p95Ms), ratio: short(ratio), error: short(error) }];
}

/**
 * The figures of a benchmark that have a baseline. In a table the rows without a limit are what the others are compared with:
 * the samples of all of them together.
 */
export function figuresOf(bench: string, result: BenchResult | BenchTable): Figure[] {
  if (!('rows' in result)) {
    return figure(`${bench}: ${result.title}: ${result.measured.name}`, result.measured, result.baseline);
  }
  const bare = result.rows.filter(({ limit }) => limit === null);
  const baseline = { name: 'baselines', values: bare.flatMap(({ values }) => values) };
  return result.rows
    .filter(({ limit }) => limit !== null)
    .flatMap((row) => figure(`${bench}: ${result.title}: ${row.name}`, row, baseline));
}

/** Runs that were written, the oldest first. @throws Error for a line that is not one */
export function readHistory(text: string): WrittenRun[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const run = JSON.parse(line) as WrittenRun;
      if (!Array.isArray(run.figures)) throw new Error(`Line ${index + 1} of the history has no figures.`);
      return run;
    });
}

/** What is slower than when it was last written, beyond what the spread of both runs explains; the most so first. */
export function slowerThan(history: readonly WrittenRun[], figures: readonly Figure[]): Slower[] {
  return figures
    .flatMap((now) => {
      const run = history.findLast(({ figures: written }) => written.some(({ what }) => what === now.what));
      const before = run?.figures.find(({ what }) => what === now.what);
      if (!run || !before) return [];
      const share = Math.max(LEAST_SHARE, ERRORS * Math.hypot(now.error, before.error));
      if (now.ratio <= before.ratio * (1 + share)) return [];
      return [{ what: now.what, before: before.ratio, now: now.ratio, since: run.at }];
    })
    .sort((one, other) => other.now / other.before - one.now / one.before);
}
