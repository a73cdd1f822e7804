// The threads load where the runtime takes a file for an ES module only if its name or its package says so. Electron brings
// a Node of its own, which may be older than the one that the tests run on.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { followProcess } from '../../support/desk-process.ts';

const root = resolve(import.meta.dirname, '../../..');

it.each([
  'src/app/training-label-worker.ts',
  'src/app/training-page-worker.ts',
  'src/adapters/document-worker.ts',
  'src/adapters/page-maker-worker.ts',
  'src/adapters/picture-worker.ts',
  'src/adapters/raster/page-raster-worker.ts',
])('%s', async (file) => {
  // Outside of a thread each of them ends with its own error as soon as everything that it imports has been loaded.
  const load = `import(${JSON.stringify(pathToFileURL(resolve(root, file)).href)}).catch((thrown) => console.log(String(thrown)))`;
  const child = spawn(process.execPath, ['--no-experimental-detect-module', '--eval', load], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const loading = followProcess(child);
  await loading.ended;
  expect(loading.stdout().trim()).toBe('Error: this code runs only as a thread');
});
