// The log: readable by its owner only, bounded, and without what must not be in it.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

test('values of fields that may hold a secret or name a person are withheld, also one level down', async () => {
  const log = openFileLog(file);
  log.error('careless', {
    token: 's3cret',
    person: { lastName: 'OLIVER', dateOfBirth: '1984-03-15' },
    code: 'DRW-7',
  });
  log.close();
  expect(await readFile(file, 'utf8')).not.toMatch(/s3cret|OLIVER|1984|DRW-7/);
});

describe('its size', () => {
  test('is bounded while the desk runs: what was before is kept beside it, and two files are all there ever is', async () => {
    const log = openFileLog(file, { largestBytes: 2_000 });
    for (let number = 0; number < 100; number += 1) log.info(`message ${number}`, { number });
    log.close();
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['desk.log', 'desk.log.old']);
    const now = await readFile(file, 'utf8');
    const before = await readFile(`${file}.old`, 'utf8');
    expect(Math.max(now.length, before.length)).toBeLessThanOrEqual(2_000);
    expect(now).toContain('message 99');
    const numbers = [...before.matchAll(/message (\d+)/g), ...now.matchAll(/message (\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  test('counts what an earlier run wrote', async () => {
    openFileLog(file).close();
    await writeFile(file, 'x'.repeat(1_999));
    const log = openFileLog(file, { largestBytes: 2_000 });
    log.info('afresh');
    log.close();
    expect((await stat(`${file}.old`)).size).toBe(1_999);
    expect((await stat(`${file}`)).mode & 0o077).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('afresh');
  });
});

test('a message that repeats for ever leaves room for others, and the log says how many were left out', async () => {
  let nowMs = 0;
  const log = openFileLog(file, { monotonicMs: () => nowMs });
  for (let number = 0; number < 10_000; number += 1) log.error('web host failed', { number });
  log.info('label delivered');
  nowMs += 60_000;
  log.error('web host failed', { number: 10_000 });
  log.close();
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(lines.filter(({ msg }) => msg === 'label delivered')).toHaveLength(1);
  expect(
    lines.filter(({ msg }) => msg === 'lines left out: this message came too often in a minute'),
  ).toMatchObject([{ of: 'web host failed', lines: 9_880 }]);
  expect(lines.at(-1)).toMatchObject({ msg: 'web host failed', number: 10_000 });
  expect(lines).toHaveLength(123);
});

describe('a log that cannot be written', () => {
  test('stops nobody when its folder is a file or its own name is a folder', async () => {
    await writeFile(join(folder, 'logs'), '');
    const troubles: string[] = [];
    const log = openFileLog(file, { onTrouble: (code) => troubles.push(code) });
    log.error('unheard');
    log.error('unheard');
    log.close();
    expect(troubles).toHaveLength(1);
    await mkdir(join(folder, 'other', 'desk.log'), { recursive: true });
    openFileLog(join(folder, 'other', 'desk.log')).error('unheard');
  });

  // A device that is always full.
  test.skipIf(!existsSync('/dev/full'))(
    'on a full disk stops nobody, says so once, and goes on when there is room',
    async () => {
      let nowMs = 0;
      const troubles: string[] = [];
      await mkdir(join(folder, 'logs'));
      await symlink('/dev/full', file);
      const log = openFileLog(file, { onTrouble: (code) => troubles.push(code), monotonicMs: () => nowMs });
      for (let number = 0; number < 5; number += 1) log.error('unheard');
      expect(troubles).toEqual(['ENOSPC']);
      await rm(file);
      nowMs += 5_000;
      log.info('heard again');
      log.close();
      expect(await readFile(file, 'utf8')).toMatch(
        /heard again[^]*"lines":5,"msg":"lines lost: the log file could not be written for a while"/,
      );
    },
  );
});
