// Finds a Chromium for the end-to-end tests: the system's or Playwright's own. Installs one if there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium on this machine; null when there is none. The variable `DRAWDESK_CHROMIUM` takes precedence. */
export function findChromium(): string | null {
  const named = process.env['DRAWDESK_CHROMIUM'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [...(named ? [named] : []), ...onPath, chromium.executablePath(), ...USUAL_PLACES];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * Path of a Chromium. If there is none, installs Debian's package (when this process may) or Playwright's own.
 *
 * @throws Error when none can be installed
 */
export function ensureChromium(): string {
  const present = findChromium();
  if (present !== null) return present;
  console.log('No Chromium on this machine: installing one.');
  const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const playwright = resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const ways = [
    ...(mayUseApt
      ? [['sh', '-c', 'apt-get update -q && apt-get install -qy --no-install-recommends chromium']]
      : []),
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
