// End-to-end specs: all of them in a browser and, where Electron's runtime is installed, in the desktop window; those of the
// shell also in the desktop window with a replacement of `electron`. A spec that is about one host carries its tag.
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromiumOffScreen, OFF_SCREEN_ARGS } from '../support/chromium.ts';
import { keepWhatIsCompiled } from '../support/compile-cache.ts';

const root = resolve(import.meta.dirname, '../..');
const executablePath = findChromiumOffScreen();
keepWhatIsCompiled();
// What a desktop window can do otherwise than a browser: start, keys, scans, messages to the engine, losing the engine, and
// one whole day's work. The screens are the same script in both, so the other specs would show the same thing twice.
const SHELL_SPECS = [
  'by-name-and-key',
  'connection',
  'hosts',
  'main-job',
  'offline',
  'scan',
  'twice',
  'walk-in',
].map((name) => `specs/${name}.spec.ts`);
// Two runs at once must not clear each other's results.
const results = process.env['DRAWDESK_TEST_RESULTS'] ?? resolve(root, 'test-results');

const REAL_KEYS = '**/real-keys.spec.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: resolve(results, 'e2e'),
  globalSetup: resolve(import.meta.dirname, 'prepared-folder.ts'),
  fullyParallel: true,
  forbidOnly: true,
  // A desk, a service and a browser on a busy machine: one lost race among 250 specs says something about that spec, and nothing about
  // the others. What passes only the second time is named at the end of the run, to be looked into: that is how a fault shows first.
  retries: 1,
  workers: 2,
  // No spec is about how fast the machine is. A whole walk-in with three looks for accessibility takes a loaded one over a minute,
  // and a screen that comes at once elsewhere comes there after many seconds. What is fulfilled is not waited for any longer.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: resolve(results, 'e2e.json') }]],
  use: {
    viewport: { width: 1280, height: 800 },
    // The machine's zone must not matter; this one is far from every site's.
    timezoneId: 'Pacific/Auckland',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every run costs a tenth of its time; `--trace=on` records the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...OFF_SCREEN_ARGS], ...(executablePath === null ? {} : { executablePath }) },
  },
  projects: [
    { name: 'web', grepInvert: /@desktop/, testIgnore: REAL_KEYS },
    // After all others: on a machine that they keep busy, keys come slower than any scanner sends them.
    { name: 'real-keys', testMatch: REAL_KEYS, dependencies: ['web', 'electron-double'] },
    { name: 'electron-double', grepInvert: /@web/, testMatch: SHELL_SPECS },
    { name: 'electron', grepInvert: /@web/, testIgnore: REAL_KEYS },
  ],
});
