// How benchmarks measure and what they print: each figure beside its baseline, both taken turn by turn in one run, so
// that a machine's speed and its noise fall on both alike.

export interface Samples {
  readonly name: string;
  /** Milliseconds. */
  readonly values: readonly number[];
}

export interface BenchResult {
  readonly title: string;
  readonly measured: Samples;
  readonly baseline: Samples;
  /** What is promised for the measured p95: milliseconds, or how many times the baseline's p95. Null where nothing is promised of it. */
  readonly promisedP95: { readonly ms: number } | { readonly timesBaseline: number } | null;
  readonly notes: readonly string[];
}

/**
 * A line of a table: samples with the limit of their p95 in the table's unit; null for what the others are compared with, 'none' for
 * what is compared and has no limit.
 */
export interface TableRow extends Samples {
  readonly limit: number | 'none' | null;
}

/** Many figures of one run, with what they are compared with among them. */
export interface BenchTable {
  readonly title: string;
  /** Milliseconds unless said otherwise. */
  readonly unit?: string;
  readonly rows: readonly TableRow[];
  readonly notes: readonly string[];
}

/** The value below which `share` of the samples lie (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Takes both samples in turn, `rounds` times, after `warmUps` rounds that do not count. */
export async function inTurn(
  rounds: { readonly count: number; readonly warmUps: number },
  measured: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ measured: number[]; baseline: number[] }> {
  const [ofMeasured = [], ofBaseline = []] = await allInTurn(rounds, [measured, baseline]);
  return { measured: ofMeasured, baseline: ofBaseline };
}

/** The same for any number of samples: those of each task, in the order of the tasks. */
export async function allInTurn(
  rounds: { readonly count: number; readonly warmUps: number },
  tasks: readonly (() => Promise<number>)[],
): Promise<number[][]> {
  const taken = tasks.map((): number[] => []);
  for (let round = -rounds.warmUps; round < rounds.count; round += 1) {
    for (const [at, task] of tasks.entries()) {
      const value = await task();
      if (round >= 0) taken[at]?.push(value);
    }
  }
  return taken;
}

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

function row(samples: Samples): string {
  const { values } = samples;
  const [low, middle, p95, high] = [
    Math.min(...values),
    percentile(values, 0.5),
    percentile(values, 0.95),
    Math.max(...values),
  ].map(milliseconds) as [string, string, string, string];
  return `  ${samples.name.padEnd(44)} median ${middle.padStart(10)}   p95 ${p95.padStart(10)}   min ${low.padStart(10)}   max ${high.padStart(10)}   n=${values.length}`;
}

function promiseWords(
  { measured, baseline }: BenchResult,
  promised: NonNullable<BenchResult['promisedP95']>,
): string {
  const p95 = percentile(measured.values, 0.95);
  if ('ms' in promised)
    return `promised p95 ≤ ${promised.ms} ms: ${p95 <= promised.ms ? 'held' : 'NOT HELD'}`;
  const times = p95 / percentile(baseline.values, 0.95);
  const words = `promised p95 ≤ ${promised.timesBaseline} times the baseline’s, is ${times.toFixed(2)} times`;
  return `${words}: ${times <= promised.timesBaseline ? 'held' : 'NOT HELD'}`;
}

export function print(result: BenchResult): void {
  console.log(`\n${result.title}`);
  console.log(row(result.measured));
  console.log(row(result.baseline));
  const medians = percentile(result.measured.values, 0.5) / percentile(result.baseline.values, 0.5);
  const difference = percentile(result.measured.values, 0.5) - percentile(result.baseline.values, 0.5);
  console.log(`  ratio of medians ${medians.toFixed(2)}, difference ${milliseconds(difference)}`);
  if (result.promisedP95 !== null) console.log(`  ${promiseWords(result, result.promisedP95)}`);
  for (const note of result.notes) console.log(`  ${note}`);
}

/** A table: one line a row, with its limit and whether it is held. */
export function printTable(table: BenchTable): void {
  const { unit = 'ms' } = table;
  const figure = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 1).padStart(9);
  const limitOf = (limit: number): string => (limit < 10 ? String(limit) : String(Math.round(limit)));
  const width = Math.max(...table.rows.map(({ name }) => name.length));
  console.log(`\n${table.title}`);
  console.log(
    `  ${''.padEnd(width)} ${[`p50 ${unit}`, `p95 ${unit}`, `max ${unit}`, 'limit'].map((head) => head.padStart(9)).join('')}    n`,
  );
  for (const { name, values, limit } of table.rows) {
    const p95 = percentile(values, 0.95);
    const isLimited = typeof limit === 'number';
    const verdict = !isLimited ? '' : p95 <= limit ? 'held' : 'NOT HELD';
    console.log(
      `  ${name.padEnd(width)} ${figure(percentile(values, 0.5))}${figure(p95)}${figure(Math.max(...values))}${(isLimited ? limitOf(limit) : '').padStart(9)} ${String(values.length).padStart(4)} ${verdict}`,
    );
  }
  for (const note of table.notes) console.log(`  ${note}`);
}
