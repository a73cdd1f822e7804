// Runs a desk in its own process, so that tests can read its output, stop it, kill it and start it again.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** A process and what it has written so far. */
export interface DeskProcess {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match on stdout. Rejects with the whole output when the process ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code or the signal when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Reads the output of a child process whose stdout and stderr are pipes. */
export function followProcess(child: ChildProcess): DeskProcess {
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const watcher of watchers) watcher();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  );
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    line: (pattern) =>
      new Promise((done, failed) => {
        const look = (): void => {
          const match = pattern.exec(stdout);
          if (!match) return;
          watchers.delete(look);
          done(match);
        };
        watchers.add(look);
        look();
        void ended.then(({ code, signal }) =>
          failed(new Error(`The desk ended (${signal ?? code}) before it was ready.\n${stdout}${stderr}`)),
        );
      }),
  };
}

/** The line that a desk prints when it is ready. Groups: address, port, token. */
export const READY_LINE = /^Drawdesk is ready at (http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]+))$/m;

/** The line that a second start on the same data folder prints. The same groups. */
export const RUNS_ALREADY_LINE =
  /^Drawdesk runs already; (?:a window of it opens|open a window of it) at (http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]+))$/m;

/**
 * Starts a Node process with these arguments and reads its output.
 *
 * @example const [, address] = await startNode(['out/main/web-host.js', '--no-open']).line(READY_LINE)
 */
export function startNode(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): DeskProcess {
  return followProcess(spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env }));
}
