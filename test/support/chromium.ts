// A Chromium for the end-to-end tests: the system's, Playwright's own, or one that is installed now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium on this machine; null when there is none. `DRAWDESK_CHROMIUM` names another one. */
export function findChromium(): string | null {
  const named = process.env['DRAWDESK_CHROMIUM'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [...(named ? [named] : []), ...onPath, chromium.executablePath(), ...USUAL_PLACES];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Path of a Chromium, installed when there is none: Debian's package where we may, Playwright's own otherwise. */
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

/** Chromium refuses to sandbox itself for root; and it should not talk to its maker during a test. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** `[4711:0312/094130.123456:ERROR:dbus/bus.cc:408] …`, with or without the process and the time. */
const CHROMIUM_LOG_LINE =
  /^\[(?:\d+:)?(?:\d+:)?(?:\d{4}\/\d{6}[.\d]*:)?(?:VERBOSE\d*|INFO|WARNING|ERROR|FATAL):[^\]]+\]/;
/** What Node and Chromium say to whoever asked for a debugger, as the tests do. */
const DEBUGGER_LINE =
  /^(?:DevTools listening on ws:|Debugger (?:listening on ws:|attached\.|ending on ws:)|For help, see: https:\/\/nodejs\.org|Waiting for the debugger)/;

/** What an app wrote to stderr, less what the runtime wrote there by itself: that says nothing of the app. */
export function withoutChromiumLines(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !CHROMIUM_LOG_LINE.test(line) && !DEBUGGER_LINE.test(line))
    .join('\n')
    .replace(/^\n+$/, '');
}
