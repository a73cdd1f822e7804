// Prints whole pages through a queue of this computer's operating system: CUPS, by its commands `lp` and `lpstat`. See
// `run-command.ts` for how these are run.
import type { CancelAnswer, PageDelivery, PageJob } from '../core/ports.ts';
import { runCommand } from './run-command.ts';

const QUESTION_LIMIT_MS = 5_000;
const HANDING_OVER_LIMIT_MS = 60_000;
const MOST_JOBS_OUTPUT = 64 * 1024;
const REQUEST_ID = /^request id is (\S{1,140}-\d{1,10}) /;

interface Obstacle {
  /** In words. */
  readonly detail: string;
  /** The queue is there and says so itself. */
  readonly isQueues: boolean;
}

async function obstacleAt(queue: string, signal?: AbortSignal): Promise<Obstacle | null> {
  const [accepting, printer] = await Promise.all([
    runCommand('lpstat', ['-a', queue], { limitMs: QUESTION_LIMIT_MS, signal }),
    runCommand('lpstat', ['-p', queue], { limitMs: QUESTION_LIMIT_MS, signal }),
  ]);
  const unanswered = (detail: string): Obstacle => ({ detail, isQueues: false });
  const answered = (detail: string): Obstacle => ({ detail, isQueues: true });
  if (accepting.failure === 'not-there') return unanswered('this computer has no printing system (CUPS)');
  if (accepting.failure !== null) return unanswered('the printing system of this computer does not answer');
  if (accepting.exit !== 0)
    return unanswered(`this computer has no printer queue “${queue}”, or its printing system is off`);
  if (accepting.output.startsWith(`${queue} not accepting`))
    return answered('the queue takes no jobs: let it take jobs in this computer’s printer settings');
  if (printer.output.startsWith(`printer ${queue} disabled`))
    return answered('the queue is paused: resume it in this computer’s printer settings');
  return null;
}

/** Why nothing should be given to the queue now, in words; null when it takes jobs. Once `signal` is aborted, nothing is waited for. */
export const whyNotNow = async (queue: string, signal?: AbortSignal): Promise<string | null> =>
  (await obstacleAt(queue, signal))?.detail ?? null;

/** Gives a PDF to the queue of that name. `taken` says that the computer has it, and nothing about paper. */
export async function printByQueue(queue: string, job: PageJob): Promise<PageDelivery> {
  const obstacle = await obstacleAt(queue);
  if (obstacle !== null) {
    const { detail, isQueues } = obstacle;
    return { outcome: 'not-started', detail, ...(isQueues ? { reached: true } : {}) };
  }
  const document = job.begin();
  if (!document) return { outcome: 'withheld' };
  // Without paper and scaling the page comes out smaller: the system's usual paper may be that of another country.
  const options = ['-d', queue, '-t', job.name, '-n', '1', '-o', 'media=A4', '-o', 'print-scaling=none'];
  const ended = await runCommand('lp', options, { limitMs: HANDING_OVER_LIMIT_MS, input: document });
  if (ended.exit === 0) {
    // “request id is Office-12 (1 file(s))”
    const id = REQUEST_ID.exec(ended.output)?.[1];
    return { outcome: 'taken', printerJob: id?.startsWith(`${queue}-`) === true ? id : null };
  }
  if (ended.failure === 'not-there') {
    return { outcome: 'refused', detail: 'this computer has no printing system (CUPS)', again: true };
  }
  const why = ended.failure === 'too-slow' ? 'did not answer in time' : 'reported a failure';
  return { outcome: 'unsure', detail: `this computer’s printing system ${why} when it was given the job` };
}

/** Takes a job out of its queue; `printerJob` is the queue's own name for it, such as `Office-12`. */
export async function cancelInQueue(printerJob: string): Promise<CancelAnswer> {
  const waiting = await runCommand('lpstat', ['-o'], {
    limitMs: QUESTION_LIMIT_MS,
    mostOutput: MOST_JOBS_OUTPUT,
  });
  if (waiting.failure !== null || waiting.exit !== 0) {
    return { outcome: 'unknown', detail: 'the printing system of this computer does not answer' };
  }
  // `cancel` is content with a job that has ended, so what waits is looked at first.
  const isWaiting = waiting.output.split('\n').some((line) => line.split(/\s+/)[0] === printerJob);
  if (!isWaiting) return { outcome: 'over', report: null };
  const ended = await runCommand('cancel', [printerJob], { limitMs: QUESTION_LIMIT_MS });
  if (ended.exit === 0) return { outcome: 'cancelled' };
  return ended.failure === 'too-slow'
    ? { outcome: 'unknown', detail: 'the printing system of this computer did not answer in time' }
    : { outcome: 'refused', detail: 'the printing system of this computer does not cancel the job' };
}
