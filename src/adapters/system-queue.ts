// Prints whole pages through a queue of this computer's operating system: CUPS, by its commands `lp` and `lpstat`. They
// are run without a shell, so nothing in a name or a title is a command.
import { spawn } from 'node:child_process';
import type { PageDelivery, PageJob } from '../core/ports.ts';

const QUESTION_LIMIT_MS = 5_000;
const HANDING_OVER_LIMIT_MS = 60_000;
const MOST_OUTPUT = 8_192;
/** What the commands need of the environment; the rest (it may hold secrets) is not given to them. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'CUPS_SERVER'];

interface Ended {
  /** Null: it could not be started, or took too long. */
  readonly exit: number | null;
  readonly output: string;
  readonly failure: 'not-there' | 'too-slow' | 'broken' | null;
}

function run(
  command: 'lp' | 'lpstat',
  options: readonly string[],
  work: { readonly limitMs: number; readonly input?: Uint8Array },
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    // What the commands say is read in one language, whatever the computer's.
    const child = spawn(command, [...options], { env: { ...env, LC_ALL: 'C' }, shell: false });
    let output = '';
    let failure: Ended['failure'] = null;
    const end = (exit: number | null): void => {
      clearTimeout(limit);
      resolve({ exit, output, failure });
    };
    const limit = setTimeout(() => {
      failure = 'too-slow';
      child.kill('SIGKILL');
    }, work.limitMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    child.stderr.resume();
    child.once('error', (thrown: NodeJS.ErrnoException) => {
      failure = thrown.code === 'ENOENT' ? 'not-there' : 'broken';
      end(null);
    });
    child.once('close', (exit) => end(failure === null ? exit : null));
    // It may end before it has read all; its exit says so.
    child.stdin.on('error', () => undefined);
    child.stdin.end(work.input ?? '');
  });
}

/** Why nothing should be given to the queue now, in words; null when it takes jobs. */
async function whyNotNow(queue: string): Promise<string | null> {
  const [accepting, printer] = await Promise.all([
    run('lpstat', ['-a', queue], { limitMs: QUESTION_LIMIT_MS }),
    run('lpstat', ['-p', queue], { limitMs: QUESTION_LIMIT_MS }),
  ]);
  if (accepting.failure === 'not-there') return 'this computer has no printing system (CUPS)';
  if (accepting.failure !== null) return 'the printing system of this computer does not answer';
  if (accepting.exit !== 0)
    return `this computer has no printer queue “${queue}”, or its printing system is off`;
  if (accepting.output.startsWith(`${queue} not accepting`))
    return 'the queue takes no jobs: let it take jobs in this computer’s printer settings';
  if (printer.output.startsWith(`printer ${queue} disabled`))
    return 'the queue is paused: resume it in this computer’s printer settings';
  return null;
}

/** Gives a PDF to the queue of that name. `taken` says that the computer has it, and nothing about paper. */
export async function printByQueue(queue: string, job: PageJob): Promise<PageDelivery> {
  const obstacle = await whyNotNow(queue);
  if (obstacle !== null) return { outcome: 'not-started', detail: obstacle };
  const document = job.begin();
  if (!document) return { outcome: 'withheld' };
  // Without paper and scaling the page comes out smaller: the system's usual paper may be that of another country.
  const options = ['-d', queue, '-t', job.name, '-n', '1', '-o', 'media=A4', '-o', 'print-scaling=none'];
  const ended = await run('lp', options, { limitMs: HANDING_OVER_LIMIT_MS, input: document });
  if (ended.exit === 0) return { outcome: 'taken', printerJob: null };
  if (ended.failure === 'not-there') {
    return { outcome: 'refused', detail: 'this computer has no printing system (CUPS)', again: true };
  }
  const why = ended.failure === 'too-slow' ? 'did not answer in time' : 'reported a failure';
  return { outcome: 'unsure', detail: `this computer’s printing system ${why} when it was given the job` };
}
