// What `npm start` does: builds if needed, chooses between desktop window and browser, and starts it. It is part of the build as well, where
// a current build finds it in one file with what the host itself begins with.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay } from '../src/app/display.ts';
import { parseStartOptions, START_HELP } from '../src/app/options.ts';
import type { StartOptions } from '../src/app/options.ts';
import { StartProblem } from '../src/app/start-problem.ts';
import { BuildFailed } from './build-failed.ts';
import { findElectronRuntime } from './electron-runtime.ts';

const PARENT_WATCH_MS = 250;

/**
 * Path of Electron's runtime for the desktop window; null for the browser. Prints why when `auto` cannot take the
 * window.
 */
function chooseRuntime({ host, site }: StartOptions, root: string): string | null {
  if (host === 'web') return null;
  if (site) {
    if (host === 'auto') return null;
    throw new StartProblem('A site desk shows its screens in a browser; use --host=web.');
  }
  const runtime = findElectronRuntime(process.env, join(root, 'node_modules/electron'));
  const lack =
    runtime === null
      ? "Electron's runtime is not installed"
      : hasDisplay(process.env, process.platform)
        ? null
        : 'there is no display';
  if (lack === null) return runtime;
  if (host === 'electron') {
    const remedy = runtime === null ? ' Run "npx install-electron", or use --host=web.' : ' Use --host=web.';
    throw new StartProblem(`The desktop window cannot open: ${lack}.${remedy}`);
  }
  console.error(`No desktop window: ${lack}. Serving the same app to a browser.`);
  return null;
}

/** Runs the desktop app as a child process. It gets our signals, and its exit code becomes ours. */
function runElectron(runtime: string, root: string, args: readonly string[]): void {
  const child = spawn(runtime, [root, ...args], { stdio: 'inherit' });
  // The terminal sends Ctrl+C to the child too. Other signals reach only this process and must be passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Ends this process when its parent ends. npm runs this script through a shell; when npm is ended, the shell ends
 * without telling this process, and the only sign is that the parent has another process id.
 */
function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_WATCH_MS);
  watch.unref();
}

interface StartWays {
  /** The project's folder. */
  readonly root: string;
  /** Builds if needed. */
  readonly ensureBuilt: () => Promise<void>;
}

async function begin({ root, ensureBuilt }: StartWays): Promise<void> {
  const args = process.argv.slice(2);
  const options = parseStartOptions(args);
  if (options.help) {
    process.stdout.write(START_HELP);
    return;
  }
  const runtime = chooseRuntime(options, root);
  await ensureBuilt();
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent();
  if (runtime !== null) runElectron(runtime, root, args);
  // The web host runs in this process and not in a child, so that it gets every signal itself and cannot be left
  // behind.
  else await import(pathToFileURL(join(root, 'out/main/web-host.js')).href);
}

function fail(error: unknown): never {
  if (error instanceof StartProblem || error instanceof BuildFailed)
    console.error(`Drawdesk: ${error.message}`);
  else console.error(error);
  process.exit(1);
}

/** Ends the process, with a line that says why, where the desk cannot be started. */
export function start(ways: StartWays): void {
  begin(ways).catch(fail);
}
