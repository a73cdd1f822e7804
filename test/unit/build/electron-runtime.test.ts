// Finding Electron's runtime without asking its package.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findElectronRuntime } from '../../../build/electron-runtime.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-runtime-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('in a package without a runtime none is found, and the package stays unchanged', () => {
  expect(findElectronRuntime({}, folder)).toBeNull();
});

test('a path to a program that does not exist is no runtime', async () => {
  await writeFile(join(folder, 'path.txt'), 'electron');
  expect(findElectronRuntime({}, folder)).toBeNull();
});

test('an installed runtime is found', async () => {
  await writeFile(join(folder, 'path.txt'), 'electron');
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'electron'), '');
  expect(findElectronRuntime({}, folder)).toBe(join(folder, 'dist', 'electron'));
});

test('a runtime elsewhere is found through the override, if it exists', async () => {
  expect(findElectronRuntime({ ELECTRON_OVERRIDE_DIST_PATH: folder }, folder)).toBeNull();
  await writeFile(join(folder, 'electron'), '');
  expect(findElectronRuntime({ ELECTRON_OVERRIDE_DIST_PATH: folder }, folder)).toBe(join(folder, 'electron'));
});
