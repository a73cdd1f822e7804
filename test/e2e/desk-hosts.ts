// The three ways to run a whole desk for a test: web host, desktop app under the electron double, real Electron.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _electron } from '@playwright/test';
import type { BrowserContext, ElectronApplication, Page } from '@playwright/test';
import { findElectronRuntime } from '../../build/electron-runtime.ts';
import { hasDisplay } from '../../src/app/display.ts';
import { CHROMIUM_ARGS, withoutChromiumLines } from '../support/chromium.ts';
import { READY_LINE, RUNS_ALREADY_LINE, startNode } from '../support/desk-process.ts';
import type { DeskProcess } from '../support/desk-process.ts';
import { launchElectronDouble } from '../support/electron-double/launch.ts';

export const HOST_KINDS = ['web', 'electron-double', 'electron'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

const root = resolve(import.meta.dirname, '../..');

/** Variable of a spec's `deskEnv`: a file of this folder that is loaded into its desk in a browser before the desk's own code. */
export const PRELOAD = 'DRAWDESK_E2E_PRELOAD';

/** A desk that runs now. */
export interface RunningHost {
  readonly page: Page;
  /** One more window of the same desk, opened the way a person would get one. */
  openWindow(): Promise<Page>;
  /** What it said on stderr. */
  stderr(): string;
  /** The id of its process. */
  readonly pid: number;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Ends it as Ctrl+C would; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface HostStart {
  readonly context: BrowserContext;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why this kind cannot run here; null when it can. */
export function lackOf(kind: HostKind): string | null {
  if (kind !== 'electron') return null;
  if (findElectronRuntime() === null) return "Electron's runtime is not installed (npx install-electron)";
  return hasDisplay(process.env, process.platform) ? null : 'there is no display for Electron';
}

async function end(desk: DeskProcess, signal: NodeJS.Signals): Promise<number | null> {
  desk.child.kill(signal);
  return (await desk.ended).code;
}

async function startWeb({ context, args, env }: HostStart): Promise<RunningHost> {
  const preloads = ['record-requests.ts', ...(env[PRELOAD] ? [env[PRELOAD]] : [])];
  const desk = startNode(
    [
      ...preloads.flatMap((file) => ['--import', pathToFileURL(resolve(import.meta.dirname, file)).href]),
      join(root, 'out/main/web-host.js'),
      '--no-open',
      ...args,
    ],
    env,
  );
  const [, address = ''] = await desk.line(READY_LINE);
  const open = async (url: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const page = await open(address);
  return {
    page,
    // As a person without a window does it: by starting Drawdesk once more.
    openWindow: async () => {
      const again = startNode([join(root, 'out/main/web-host.js'), '--no-open', ...args], env);
      const [, link = ''] = await again.line(RUNS_ALREADY_LINE);
      return open(link);
    },
    stderr: desk.stderr,
    pid: desk.child.pid ?? 0,
    kill: async () => void (await end(desk, 'SIGKILL')),
    stop: () => end(desk, 'SIGTERM'),
  };
}

async function startElectronDouble(start: HostStart): Promise<RunningHost> {
  const app = launchElectronDouble(start);
  const { page } = await app.window(0);
  let opened = 1;
  return {
    page,
    openWindow: async () => {
      await page.evaluate(() =>
        (window as unknown as { drawdesk: { openWindow(): Promise<void> } }).drawdesk.openWindow(),
      );
      opened += 1;
      return (await app.window(opened - 1)).page;
    },
    stderr: app.process.stderr,
    pid: app.process.child.pid ?? 0,
    kill: async () => void (await end(app.process, 'SIGKILL')),
    stop: () => end(app.process, 'SIGTERM'),
  };
}

async function startElectron({ args, env }: HostStart): Promise<RunningHost> {
  const executablePath = findElectronRuntime();
  if (executablePath === null) throw new Error("Electron's runtime is not installed.");
  const app: ElectronApplication = await _electron.launch({
    executablePath,
    args: [...CHROMIUM_ARGS, root, ...args],
    // The tests drive it through the doors that the app otherwise refuses.
    env: definedOnly({ ...env, DRAWDESK_ALLOW_DEBUGGING: '1' }),
  });
  let stderr = '';
  app.process().stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const page = await app.firstWindow();
  const ended = new Promise<number | null>((done) => app.process().once('exit', done));
  const endBy = async (signal: NodeJS.Signals): Promise<number | null> => {
    app.process().kill(signal);
    return ended;
  };
  return {
    page,
    openWindow: async () => {
      const next = app.waitForEvent('window');
      await page.evaluate(() =>
        (window as unknown as { drawdesk: { openWindow(): Promise<void> } }).drawdesk.openWindow(),
      );
      return next;
    },
    stderr: () => withoutChromiumLines(stderr),
    pid: app.process().pid ?? 0,
    kill: async () => void (await endBy('SIGKILL')),
    stop: () => endBy('SIGTERM'),
  };
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export const startHost: Readonly<Record<HostKind, (start: HostStart) => Promise<RunningHost>>> = {
  web: startWeb,
  'electron-double': startElectronDouble,
  electron: startElectron,
};
