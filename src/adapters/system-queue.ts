// Prints whole pages, labels and tickets through a queue of this computer's operating system: CUPS, by its commands `lp` and `lpstat`. See
// `run-command.ts` for how these are run.
import type {
  AwaitedJob,
  AwaitedPageJob,
  CancelAnswer,
  PageDelivery,
  PrinterDelivery,
} from '../core/ports/printers.ts';
import { pageAddressOf } from '../domain/printer-address.ts';
import { printerNamed } from './find/network-printers.ts';
import { runCommand } from './run-command.ts';

const QUESTION_LIMIT_MS = 5_000;
const HANDING_OVER_LIMIT_MS = 60_000;
const MOST_JOBS_OUTPUT = 64 * 1024;
const NO_PRINTING_SYSTEM = 'this computer has no printing system (CUPS)';
/** Whoever looks at the queue reads it, so it names nobody. */
const RAW_TITLE = 'Drawdesk';
const REQUEST_ID = /^request id is (\S{1,140}-\d{1,10}) /;

/**
 * What no name of CUPS has. Blanks and commas part several names for `lpstat`, which then says that all is well of others; what follows a
 * slash are somebody's options.
 */
const LISTS_OTHERS = /[\s,/#]/;

const noQueue = (queue: string): string =>
  `this computer has no printer queue “${queue}”, or its printing system is off`;

interface Obstacle {
  /** In words. */
  readonly detail: string;
  /** The queue is there and says so itself. */
  readonly isQueues: boolean;
}

async function obstacleAt(queue: string, signal?: AbortSignal): Promise<Obstacle | null> {
  if (LISTS_OTHERS.test(queue)) return { detail: noQueue(queue), isQueues: false };
  const [accepting, printer] = await Promise.all([
    runCommand('lpstat', ['-a', queue], { limitMs: QUESTION_LIMIT_MS, signal }),
    runCommand('lpstat', ['-p', queue], { limitMs: QUESTION_LIMIT_MS, signal }),
  ]);
  const unanswered = (detail: string): Obstacle => ({ detail, isQueues: false });
  const answered = (detail: string): Obstacle => ({ detail, isQueues: true });
  if (accepting.failure === 'not-there') return unanswered(NO_PRINTING_SYSTEM);
  if (accepting.failure !== null) return unanswered('the printing system of this computer does not answer');
  if (accepting.exit !== 0) return unanswered(noQueue(queue));
  if (accepting.output.startsWith(`${queue} not accepting`))
    return answered('the queue takes no jobs: let it take jobs in this computer’s printer settings');
  if (printer.output.startsWith(`printer ${queue} disabled`))
    return answered('the queue is paused: resume it in this computer’s printer settings');
  return null;
}

/** Why nothing should be given to the queue now, in words; null when it takes jobs. Once `signal` is aborted, nothing is waited for. */
export const whyNotNow = async (queue: string, signal?: AbortSignal): Promise<string | null> =>
  (await obstacleAt(queue, signal))?.detail ?? null;

/** `dnssd://Office%20Laser._ipp._tcp.local./?uuid=…`, also as `ipp://`: a printer that the queue knows by its name on the network. */
const BY_NAME = /^(?:dnssd|ipps?):\/\/([^/?#]{1,250})\._ipps?\._tcp\.local\.?(?::\d+)?(?:[/?]|$)/i;

function nameIn(device: string): string | null {
  try {
    return decodeURIComponent(BY_NAME.exec(device)?.[1] ?? '') || null;
  } catch {
    return null;
  }
}

/** Finds a printer by its name on the network: its http URL, or null. */
export type FindByName = (name: string, options: { readonly signal?: AbortSignal }) => Promise<string | null>;

/**
 * The printer behind a queue, as an http URL, where the queue reaches it over IPP, at an address or by its name on the network; null
 * where it is reached in another way, or nobody answers to the name. Once `signal` is aborted, nothing is waited for.
 */
export async function ippPrinterBehind(
  queue: string,
  signal?: AbortSignal,
  findByName: FindByName = printerNamed,
): Promise<string | null> {
  if (LISTS_OTHERS.test(queue)) return null;
  const told = await runCommand('lpstat', ['-v', queue], { limitMs: QUESTION_LIMIT_MS, signal });
  const lead = `device for ${queue}: `;
  const device = told.output
    .split('\n')
    .find((one) => one.startsWith(lead))
    ?.slice(lead.length)
    .trim();
  const name = nameIn(device ?? '');
  if (name !== null) return findByName(name, signal ? { signal } : {});
  // What follows a question mark are settings of the queue.
  const address = pageAddressOf(device?.split('?')[0] ?? '');
  return address?.kind === 'ipp' ? address.url : null;
}

type Handing =
  | { readonly outcome: 'taken'; readonly request: string | null }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unsure'; readonly detail: string };

async function hand(options: readonly string[], input: Uint8Array): Promise<Handing> {
  const ended = await runCommand('lp', options, { limitMs: HANDING_OVER_LIMIT_MS, input });
  // “request id is Office-12 (1 file(s))”
  if (ended.exit === 0) return { outcome: 'taken', request: REQUEST_ID.exec(ended.output)?.[1] ?? null };
  if (ended.failure === 'not-there') return { outcome: 'none' };
  const why = ended.failure === 'too-slow' ? 'did not answer in time' : 'reported a failure';
  return { outcome: 'unsure', detail: `this computer’s printing system ${why} when it was given the job` };
}

const notNow = ({ detail, isQueues }: Obstacle): Extract<PageDelivery, { outcome: 'not-started' }> => ({
  outcome: 'not-started',
  detail,
  ...(isQueues ? { reached: true } : {}),
});

/** Gives a PDF to the queue of that name. `taken` says that the computer has it, and nothing about paper. */
export async function printByQueue(queue: string, job: AwaitedPageJob): Promise<PageDelivery> {
  const obstacle = await obstacleAt(queue);
  if (obstacle !== null) return notNow(obstacle);
  const document = await job.begin();
  if (!document) return { outcome: 'withheld' };
  // Without paper and scaling the page comes out smaller: the system's usual paper may be that of another country.
  const options = ['-d', queue, '-t', job.name, '-n', '1', '-o', 'media=A4', '-o', 'print-scaling=none'];
  const handed = await hand(options, document);
  if (handed.outcome === 'none') return { outcome: 'refused', detail: NO_PRINTING_SYSTEM, again: true };
  if (handed.outcome === 'unsure') return handed;
  const { request } = handed;
  return { outcome: 'taken', printerJob: request?.startsWith(`${queue}-`) === true ? request : null };
}

/** Gives a label or a ticket to the queue as it is (raw), whatever driver the queue has; `taken` says as little as above. */
export async function printRawByQueue(queue: string, job: AwaitedJob): Promise<PrinterDelivery> {
  const obstacle = await obstacleAt(queue, job.signal);
  if (job.signal?.aborted) return { outcome: 'withheld' };
  if (obstacle !== null) return notNow(obstacle);
  const bytes = await job.begin();
  if (!bytes) return { outcome: 'withheld' };
  const handed = await hand(['-d', queue, '-t', RAW_TITLE, '-n', '1', '-o', 'raw'], bytes);
  if (handed.outcome === 'none') return { outcome: 'refused', detail: NO_PRINTING_SYSTEM, again: true };
  return handed.outcome === 'unsure' ? handed : { outcome: 'taken', printerJob: null };
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
