// `npm start`: builds when needed, chooses what shows the screens, and hands over to it.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay } from '../src/app/display.ts';
import { parseStartOptions, START_HELP } from '../src/app/options.ts';
import type { StartOptions } from '../src/app/options.ts';
import { StartProblem } from '../src/app/start-problem.ts';
import { BuildFailed, ensureBuilt } from './build.ts';
import { findElectronRuntime } from './electron-runtime.ts';

const root = resolve(import.meta.dirname, '..');
const PARENT_WATCH_MS = 250;

/** The runtime to start the desktop window with, or null for the browser; says why when it is not what was hoped for. */
function chooseRuntime({ host }: StartOptions): string | null {
  if (host === 'web') return null;
  const runtime = findElectronRuntime();
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

/** Runs the desktop app as a child that gets our signals and gives us its exit code. */
function runElectron(runtime: string, args: readonly string[]): void {
  const child = spawn(runtime, [root, ...args], { stdio: 'inherit' });
  // The terminal sends Ctrl+C to the child as well; other signals reach only this process.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * npm runs this script through a shell, and when npm is told to end, the shell ends without passing the word on.
 * A changed parent is the only sign of it that reaches us.
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

async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const options = parseStartOptions(args);
  if (options.help) {
    process.stdout.write(START_HELP);
    return;
  }
  const runtime = chooseRuntime(options);
  await ensureBuilt();
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent();
  if (runtime !== null) runElectron(runtime, args);
  // In this very process: nothing to orphan, and every signal arrives where it is dealt with.
  else await import(pathToFileURL(join(root, 'out/main/web-host.js')).href);
}

function fail(error: unknown): never {
  if (error instanceof StartProblem || error instanceof BuildFailed)
    console.error(`Drawdesk: ${error.message}`);
  else console.error(error);
  process.exit(1);
}

start().catch(fail);
