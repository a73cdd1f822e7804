// Processes that simulate days. Each does one piece after the other; one that dies says so as a broken promise of its piece.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { NO_DAYS } from '../support/run-days.ts';
import type { DaysResult } from '../support/run-days.ts';
import type { Range } from './report.ts';

export interface DaysWorker {
  run(range: Range): Promise<{ readonly days: DaysResult; readonly crashed: boolean }>;
  end(): void;
}

/**
 * A day makes many objects and keeps few: with more room for new ones they are looked through less often. What was compiled is kept,
 * although a function of one kind of day is not called for minutes.
 */
const FOR_MANY_DAYS = ['--max-semi-space-size=32', '--min-semi-space-size=32', '--no-flush-bytecode'];

/** Starts a process. It ends with this one. */
export function startWorker(): DaysWorker {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: [...process.execArgv, ...FOR_MANY_DAYS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    run: (range) =>
      new Promise((resolve) => {
        const onAnswer = (days: unknown): void => {
          child.off('exit', onExit);
          resolve({ days: days as DaysResult, crashed: false });
        };
        const onExit = (code: number | null, signal: string | null): void => {
          child.off('message', onAnswer);
          const broken = [`the process of ${range.days} days from here ended (${signal ?? code})`];
          resolve({
            days: { ...NO_DAYS, days: range.days, failures: [{ seed: range.firstSeed, broken }] },
            crashed: true,
          });
        };
        child.once('message', onAnswer);
        child.once('exit', onExit);
        child.send(range);
      }),
    end() {
      child.disconnect();
    },
  };
}
