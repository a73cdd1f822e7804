// Runs a command of the operating system without a shell, so nothing in a name or a title is a command.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** What the commands need of the environment; the rest (it may hold secrets) is not given to them. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'CUPS_SERVER', 'SystemRoot', 'windir', 'PATHEXT', 'TEMP'];
const MOST_OUTPUT = 8_192;

/** How a command ended. */
export interface EndedCommand {
  /** Null: it could not be started, or took too long. */
  readonly exit: number | null;
  /** What it wrote, up to `mostOutput` characters. */
  readonly output: string;
  readonly failure: 'not-there' | 'too-slow' | 'broken' | null;
}

/** What a command may take and is given. */
export interface CommandWork {
  readonly limitMs: number;
  readonly input?: Uint8Array;
  /** An open file that it gets as its file 3. As its input the system would have the file wait from then on, here too. */
  readonly descriptor?: number;
  readonly mostOutput?: number;
  /** Once it is aborted the command is killed: `broken`. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a command to its end; one that takes longer than `limitMs` is killed. Never rejects. */
export type RunCommand = (
  command: string,
  options: readonly string[],
  work: CommandWork,
) => Promise<EndedCommand>;

/** @example const { exit } = await runCommand('lpstat', ['-e'], { limitMs: 5_000 }); */
export const runCommand: RunCommand = (command, options, work) =>
  new Promise((resolve) => {
    const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    // What the commands say is read in one language, whatever the computer's.
    // Its input and both outputs are pipes, so none of them is null.
    const child = spawn(command, [...options], {
      env: { ...env, LC_ALL: 'C' },
      shell: false,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(work.descriptor === undefined ? [] : [work.descriptor])],
    }) as ChildProcessWithoutNullStreams;
    const most = work.mostOutput ?? MOST_OUTPUT;
    let output = '';
    let failure: EndedCommand['failure'] = null;
    const end = (exit: number | null): void => {
      clearTimeout(limit);
      work.signal?.removeEventListener('abort', stop);
      resolve({ exit, output: output.slice(0, most), failure });
    };
    const stop = (): void => {
      failure ??= 'broken';
      child.kill('SIGKILL');
    };
    if (work.signal?.aborted === true) stop();
    else work.signal?.addEventListener('abort', stop);
    const limit = setTimeout(() => {
      failure = 'too-slow';
      child.kill('SIGKILL');
    }, work.limitMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < most) output += text;
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
