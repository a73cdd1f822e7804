// The screens' files are in memory soon after a start, and a build made anew later changes nothing.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildOf, openScreenFiles, readInTurn } from '../../../src/app/screen-files.ts';
import { StartProblem } from '../../../src/app/start-problem.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-screens-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>One</title>');
  await writeFile(join(folder, 'assets/help-1.js'), 'one()');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const textOf = (body: Uint8Array | undefined): string => Buffer.from(body ?? []).toString();

it('what was read stays as it was when the build is made anew or goes away', async () => {
  const files = openScreenFiles(folder);
  await readInTurn(files);
  const build = buildOf(files);
  await writeFile(join(folder, 'index.html'), '<title>Two</title>');
  await rm(join(folder, 'assets'), { recursive: true });
  expect(textOf(files.get('/')?.body)).toBe('<title>One</title>');
  expect(textOf(files.get('/assets/help-1.js')?.body)).toBe('one()');
  expect(buildOf(files)).toBe(build);
  expect(files.get('/assets/help-1.js')).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  });
});

it('a file is read when it is asked for, once', async () => {
  const files = openScreenFiles(folder);
  await writeFile(join(folder, 'assets/help-1.js'), 'asked()');
  expect(textOf(files.get('/assets/help-1.js')?.body)).toBe('asked()');
  await writeFile(join(folder, 'assets/help-1.js'), 'later()');
  expect(textOf(files.get('/assets/help-1.js')?.body)).toBe('asked()');
});

it('others are answered while the files are read', async () => {
  const files = openScreenFiles(folder);
  const said: string[] = [];
  setImmediate(() => said.push('answered'));
  await readInTurn(files);
  expect(said).toEqual(['answered']);
});

it('a start whose screens were built anew before they were read says so', async () => {
  const files = openScreenFiles(folder);
  await rm(join(folder, 'assets'), { recursive: true });
  await expect(readInTurn(files)).rejects.toThrow(StartProblem);
});

it('a folder without a start page is no build', async () => {
  await rm(join(folder, 'index.html'));
  expect(() => openScreenFiles(folder)).toThrow('has no index.html');
  expect(() => openScreenFiles(join(folder, 'nowhere'))).toThrow('cannot be read');
});
