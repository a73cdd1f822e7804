// Finds a Chromium for the end-to-end tests: the system's or Playwright's own. Installs one if there is none. The specs take the system's
// headless shell where it can be had: the same engine without a browser's own windows, for two thirds of the processor time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const SHELL = 'chromium-headless-shell';
/** A machine without a line to its packages must not wait for them for long: the browser it has does as well, slower. */
const SHELL_INSTALLED_WITHIN_MS = 90_000;

const onPath = (names: readonly string[]): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const firstThere = (paths: readonly string[]): string | null =>
  paths.find((path) => path !== '' && existsSync(path)) ?? null;
const named = (): string => process.env['DRAWDESK_CHROMIUM'] ?? '';
const mayUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Path of a Chromium on this machine; null when there is none. The variable `DRAWDESK_CHROMIUM` takes precedence. */
export function findChromium(): string | null {
  return firstThere([named(), ...onPath(NAMES), chromium.executablePath(), ...USUAL_PLACES]);
}

/** What the specs' pages are drawn by, off the screen: as `findChromium`, and before all that is not named the headless shell. */
export function findChromiumOffScreen(): string | null {
  return firstThere([named(), ...onPath([SHELL])]) ?? findChromium();
}

/** Installs Debian's headless shell where it is missing and this process may; without it the specs run in the whole browser. */
export function ensureHeadlessShell(): void {
  if (named() !== '' || !mayUseApt() || firstThere(onPath([SHELL])) !== null) return;
  console.log('No headless shell of Chromium on this machine: installing one.');
  const { status } = spawnSync('sh', ['-c', `apt-get update -q && ${installing(SHELL)}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: SHELL_INSTALLED_WITHIN_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.log('It could not be installed: the specs run in the whole browser.');
}

const installing = (name: string): string => `apt-get install -qy --no-install-recommends ${name}`;

/**
 * Path of a Chromium. If there is none, installs Debian's package (when this process may) or Playwright's own.
 *
 * @throws Error when none can be installed
 */
export function ensureChromium(): string {
  const present = findChromium();
  if (present !== null) return present;
  console.log('No Chromium on this machine: installing one.');
  const playwright = resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const ways = [
    ...(mayUseApt() ? [['sh', '-c', `apt-get update -q && ${installing('chromium')}`]] : []),
    [process.execPath, playwright, 'install', 'chromium'],
  ];
  for (const [command = '', ...args] of ways) {
    spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Error('The end-to-end tests need a Chromium, and none could be installed.');
}

/**
 * Options for Chromium: no background requests during a test, and no sandbox for root, because it does not start
 * otherwise.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Beside these for pages off the screen, which are open for seconds: drawn without pretending a graphics card, and their scripts compiled once
 * and simply. What V8 spends on making them quicker for later is a seventh of all processor time of the specs, and later does not come.
 */
export const OFF_SCREEN_ARGS: readonly string[] = [
  ...CHROMIUM_ARGS,
  '--disable-gpu',
  '--js-flags=--no-opt --no-maglev --always-sparkplug',
];

/** A log line of Chromium: `[4711:0312/094130.123456:ERROR:dbus/bus.cc:408] …`, with or without process id and time. */
const CHROMIUM_LOG_LINE =
  /^\[(?:\d+:)?(?:\d+:)?(?:\d{4}\/\d{6}[.\d]*:)?(?:VERBOSE\d*|INFO|WARNING|ERROR|FATAL):[^\]]+\]/;
/** The lines that Node and Chromium print when a debugger is used, as the tests do. */
const DEBUGGER_LINE =
  /^(?:DevTools listening on ws:|Debugger (?:listening on ws:|attached\.|ending on ws:)|For help, see: https:\/\/nodejs\.org|Waiting for the debugger)/;

/** The text that the app wrote to stderr, without the lines that Chromium and Node write there themselves. */
export function withoutChromiumLines(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !CHROMIUM_LOG_LINE.test(line) && !DEBUGGER_LINE.test(line))
    .join('\n')
    .replace(/^\n+$/, '');
}
