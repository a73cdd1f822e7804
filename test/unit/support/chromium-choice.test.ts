// Which browser the specs take, of those that a machine has.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findChromium, findChromiumOffScreen } from '../../support/chromium.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-browsers-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('DRAWDESK_CHROMIUM', '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function install(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

it('is the headless shell where there is one, and the whole browser for a window', () => {
  const whole = install('chromium');
  const shell = install('chromium-headless-shell');
  expect(findChromiumOffScreen()).toBe(shell);
  expect(findChromium()).toBe(whole);
});

it('is the whole browser where there is no shell', () => {
  const whole = install('chromium');
  expect(findChromiumOffScreen()).toBe(whole);
});

it('is the one that was named before all others', () => {
  install('chromium-headless-shell');
  const own = install('own-browser');
  vi.stubEnv('DRAWDESK_CHROMIUM', own);
  expect(findChromiumOffScreen()).toBe(own);
  expect(findChromium()).toBe(own);
});
