// What the command line of the simulation asks for.
import { parseArgs } from 'node:util';

export interface SimulateOptions {
  readonly days: number;
  readonly seed: number;
  /** Share of the service's answers that are replaced by invalid ones, from 0 to 1. */
  readonly garbled: number;
  readonly processes: number;
  /** Where each finished piece is written; null when nothing is kept. */
  readonly report: string | null;
}

export const USAGE = `npm run simulate -- [options]
  --days=N         how many days, 1 to 100,000,000 (1,000 when not given)
  --seed=S         the seed of the first day (1); each following day has the next one
  --garbled=SHARE  share of the service's answers that are invalid, 0 to 1 (0)
  --processes=P    how many processes work at once (one for each processor)
  --report=FILE    keeps each finished piece, so that the same command goes on after it was ended`;

const MOST_DAYS = 100_000_000;
const MOST_PROCESSES = 256;

/** Reads the arguments, or says in words what is wrong with them. */
export function readOptions(
  given: readonly string[],
  processors: number,
): SimulateOptions | { readonly problem: string } {
  let values: Partial<Record<'days' | 'seed' | 'garbled' | 'processes' | 'report', string>>;
  const text = { type: 'string' } as const;
  try {
    ({ values } = parseArgs({
      args: [...given],
      options: { days: text, seed: text, garbled: text, processes: text, report: text },
    }));
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  const problems: string[] = [];
  const number = (
    name: 'days' | 'seed' | 'garbled' | 'processes',
    usual: number,
    from: number,
    to: number,
  ) => {
    const value = values[name] === undefined ? usual : Number(values[name]);
    const isWhole = name === 'garbled' || Number.isSafeInteger(value);
    if (values[name] === '' || !isWhole || !(value >= from && value <= to)) {
      problems.push(
        `--${name}=${values[name] ?? ''} is no ${name === 'garbled' ? '' : 'whole '}number from ${from} to ${to}.`,
      );
    }
    return value;
  };
  const options = {
    days: number('days', 1_000, 1, MOST_DAYS),
    seed: number('seed', 1, 0, 2 ** 32),
    garbled: number('garbled', 0, 0, 1),
    processes: number('processes', processors, 1, MOST_PROCESSES),
    report: values.report ?? null,
  };
  if (options.report === '') problems.push('--report needs the name of a file.');
  return problems.length > 0 ? { problem: problems.join('\n') } : options;
}
