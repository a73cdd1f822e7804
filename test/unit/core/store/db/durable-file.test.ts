// A small file is replaced whole and on the disk, or not at all.
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeDurably } from '../../../../../src/core/store/db/durable-file.ts';

let folder: string;
let file: string;
const { fsyncSync, renameSync } = fs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-durable-'));
  file = join(folder, 'keys.json');
});
afterEach(() => {
  Object.assign(fs, { fsyncSync, renameSync });
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

/** Puts `replacements` in place of what the operating system does, for the rest of the test. */
function replace(replacements: Partial<Pick<typeof fs, 'fsyncSync' | 'renameSync'>>): void {
  Object.assign(fs, replacements);
  syncBuiltinESMExports();
}

it('is for its owner only, whatever the old one was', () => {
  writeFileSync(file, 'old', { mode: 0o644 });
  writeDurably(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

it('puts the content on the disk before it takes the old one away, and then the folder', () => {
  const steps: string[] = [];
  replace({
    fsyncSync: (handle) => {
      steps.push(fs.fstatSync(handle).isDirectory() ? 'sync folder' : 'sync file');
      fsyncSync(handle);
    },
    renameSync: (from, to) => {
      steps.push('rename');
      renameSync(from, to);
    },
  });
  writeDurably(file, 'new');
  expect(steps).toEqual(['sync file', 'rename', 'sync folder']);
});

it('keeps the old content and leaves nothing beside it when the disk is full', () => {
  writeFileSync(file, 'old');
  replace({
    fsyncSync: () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    },
  });
  expect(() => writeDurably(file, 'new')).toThrow('no space left');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['keys.json']);
});
