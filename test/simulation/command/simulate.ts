// `npm run simulate -- --days=100000 --seed=1`: many simulated days on all processors, in pieces. With a report file a run that was
// ended goes on where it was.
import { availableParallelism } from 'node:os';
import { commandLine } from '../../support/command-line.ts';
import { simulateCommand } from './options.ts';
import { openReport } from './report.ts';
import type { Piece } from './report.ts';
import { startWorker } from './worker-pool.ts';
import { summaryLines } from './summary.ts';

const PROGRESS_MS = 10_000;

const options = commandLine(simulateCommand(availableParallelism()));
const report = openReport(options);
if ('problem' in report) {
  console.error(report.problem);
  process.exit(2);
}

const waiting = [...report.missing];
const done: Piece[] = [...report.done];
const before = {
  days: report.done.reduce((sum, piece) => sum + piece.result.days, 0),
  atMs: performance.now(),
};
let stopped = false;
if (before.days > 0) console.error(`${before.days} of these days stand in ${options.report} already.`);

const daysDone = (): number => done.reduce((sum, piece) => sum + piece.result.days, 0);
const broken = (): number => done.reduce((sum, piece) => sum + piece.result.failures.length, 0);
const progress = setInterval(() => {
  const aSecond = (daysDone() - before.days) / ((performance.now() - before.atMs) / 1_000);
  console.error(
    `${daysDone()} of ${options.days} days, ${aSecond.toFixed(1)} a second, ${broken()} with a broken promise`,
  );
}, PROGRESS_MS);

/** Takes piece after piece until none is left. A process that ends by itself is a failure of its piece. */
const workThrough = async (): Promise<void> => {
  let worker = startWorker();
  for (;;) {
    const range = stopped ? undefined : waiting.shift();
    if (range === undefined) break;
    const startedAtMs = performance.now();
    const result = await worker.run(range);
    if (stopped) break;
    if (result.crashed) worker = startWorker();
    const piece = { ...range, tookMs: Math.round(performance.now() - startedAtMs), result: result.days };
    done.push(piece);
    report.add(piece);
  }
  worker.end();
};

process.once('SIGINT', () => {
  stopped = true;
  clearInterval(progress);
  console.error(
    options.report === null
      ? '\nStopped. Without --report nothing was kept.'
      : '\nStopped. The same command goes on from here; pieces that were not finished begin anew.',
  );
  process.exit(130);
});

await Promise.all(Array.from({ length: Math.min(options.processes, waiting.length) }, workThrough));
clearInterval(progress);
const tookMs = performance.now() - before.atMs;
for (const line of summaryLines(done, { days: daysDone() - before.days, tookMs })) console.log(line);
process.exitCode = broken() > 0 ? 1 : 0;
