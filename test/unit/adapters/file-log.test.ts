// The log: readable by its owner only, bounded, and without what must not be in it.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileLog } from '../../../src/adapters/file-log.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-log-'));
  file = join(folder, 'logs', 'desk.log');
});
afterEach(() => rm(folder, { recursive: true }));

test('each line is JSON with a time, a message and its fields', async () => {
  const log = openFileLog(file);
  log.warn('printer unreachable', { printer: 'desk-1', attempts: 2 });
  log.close();
  const line = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  expect(line).toMatchObject({ msg: 'printer unreachable', printer: 'desk-1', attempts: 2 });
  expect(Date.parse(String(line['time']))).not.toBeNaN();
});

test('only its owner can read it', async () => {
  openFileLog(file).close();
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('values of telling fields are withheld, also one level down', async () => {
  const log = openFileLog(file);
  log.error('careless', {
    token: 's3cret',
    person: { lastName: 'OLIVER', dateOfBirth: '1984-03-15' },
    code: 'DRW-7',
  });
  log.close();
  expect(await readFile(file, 'utf8')).not.toMatch(/s3cret|OLIVER|1984|DRW-7/);
});

test('a log that has grown large is kept beside a new one', async () => {
  openFileLog(file).close();
  await writeFile(file, 'x'.repeat(5_000_001));
  const log = openFileLog(file);
  log.info('afresh');
  log.close();
  expect((await stat(`${file}.old`)).size).toBe(5_000_001);
  expect(await readFile(file, 'utf8')).toContain('afresh');
});
