// Backups that fail: after some hours people are told, with the reason, until one is made.
import { beforeEach, expect, it } from 'vitest';
import { createBackups } from '../../../src/core/backups.ts';
import type { Backups } from '../../../src/core/backups.ts';
import { DeskProcess, VirtualTime } from '../../simulation/support/virtual-time.ts';
import { silentLog } from '../../support/silent-log.ts';

const START_MS = Date.parse('2026-11-20T09:00:00Z');
const HOUR_MS = 3_600_000;

let time: VirtualTime;
/** What the next backup comes to. */
let backUp: () => Promise<string>;
let lastMs: number | null;
let isLost: boolean;
let told: string[];
let logged: string[];

const fault = (code: string): Error => Object.assign(new Error('it went wrong'), { code });
const fails = (thrown: Error) => (): Promise<string> => Promise.reject(thrown);
const goes = async (): Promise<string> => {
  lastMs = START_MS + time.nowMs;
  return 'backup';
};

function startBackups(): Backups {
  const { clock } = new DeskProcess(time, () => START_MS);
  const backups = createBackups({
    store: {
      backUp: () => backUp(),
      isBackedUp: () => lastMs !== null,
      backedUpAtMs: () => lastMs,
      isLost: () => isLost,
    },
    clock,
    timeZone: 'Europe/London',
    log: { ...silentLog, error: (message) => logged.push(message) },
    onChange: (topics) => told.push(...topics),
  });
  backups.start();
  return backups;
}

async function runUntil(untilMs: number): Promise<void> {
  while ((time.nextAtMs() ?? Infinity) <= untilMs && (await time.step()));
}

beforeEach(() => {
  time = new VirtualTime();
  lastMs = START_MS;
  isLost = false;
  told = [];
  logged = [];
  backUp = fails(fault('SQLITE_FULL'));
});

it('that fail are said three hours after the first of them was due, and no more once one is made', async () => {
  const backups = startBackups();
  await runUntil(3.9 * HOUR_MS);
  expect(backups.trouble()).toBeNull();
  expect(told).toEqual([]);
  await runUntil(4.1 * HOUR_MS);
  expect(backups.trouble()).toEqual({
    kind: 'not-backed-up',
    id: expect.stringContaining('not-backed-up') as string,
    detail: 'No backup of this desk’s records since 09:00: the disk has too little room.',
  });
  expect(told).toEqual(['session']);
  await runUntil(7.1 * HOUR_MS);
  expect(told).toEqual(['session']);
  backUp = goes;
  await runUntil(8.1 * HOUR_MS);
  expect(backups.trouble()).toBeNull();
  expect(told).toEqual(['session', 'session']);
});

it('that fail are tried more often once people are told, so that the notice ends soon after there is room', async () => {
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  expect(backups.trouble()).not.toBeNull();
  const tried = logged.length;
  backUp = goes;
  await runUntil(4.2 * HOUR_MS);
  expect(tried).toBe(4);
  expect(backups.trouble()).toBeNull();
  expect(told).toEqual(['session', 'session']);
  // Then hourly again.
  const madeAtMs = lastMs;
  await runUntil(5.1 * HOUR_MS);
  expect(lastMs).toBe(madeAtMs);
});

it('that fail have another notice for another reason or time, and none for another day', async () => {
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  const [before, detail] = [backups.trouble()?.id, backups.trouble()?.detail];
  expect(before).toBeDefined();
  // Past midnight the words have the date.
  await runUntil(16.1 * HOUR_MS);
  expect(backups.trouble()?.detail).not.toBe(detail);
  expect(backups.trouble()?.id).toBe(before);
  backUp = fails(fault('EACCES'));
  await runUntil(17.1 * HOUR_MS);
  const otherReason = backups.trouble()?.id;
  expect(otherReason).not.toBe(before);
  backUp = goes;
  await runUntil(18.1 * HOUR_MS);
  backUp = fails(fault('EACCES'));
  await runUntil(23.1 * HOUR_MS);
  expect(backups.trouble()?.id).toBeDefined();
  expect(backups.trouble()?.id).not.toBe(otherReason);
});

it('that fail between others that go are said nowhere', async () => {
  const backups = startBackups();
  for (let hour = 1; hour <= 12; hour += 1) {
    backUp = hour % 3 === 0 ? goes : fails(fault('SQLITE_FULL'));
    await runUntil((hour + 0.1) * HOUR_MS);
    expect(backups.trouble()).toBeNull();
  }
  expect(told).toEqual([]);
});

it.each([
  ['SQLITE_FULL', ': the disk has too little room.'],
  ['ENOSPC', ': the disk has too little room.'],
  ['SQLITE_READONLY_DIRECTORY', ': nothing may be written beside the data file.'],
  ['EACCES', ': nothing may be written beside the data file.'],
  ['SQLITE_CANTOPEN', ': no new file can be made beside the data file.'],
  ['SQLITE_IOERR_WRITE', ': the disk cannot be read or written.'],
  ['SQLITE_CORRUPT', ': the data file is damaged.'],
  ['SQLITE_BUSY', '.'],
])('that fail with %s are said with the reason in plain words, where it is known', async (code, words) => {
  backUp = fails(fault(code));
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  expect(backups.trouble()?.detail).toBe(`No backup of this desk’s records since 09:00${words}`);
});

it('that fail for another reason are said anew', async () => {
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  backUp = fails(fault('EACCES'));
  await runUntil(5.1 * HOUR_MS);
  expect(backups.trouble()?.detail).toContain('nothing may be written');
  expect(told).toEqual(['session', 'session']);
});

it('of which there is none yet are said without a time', async () => {
  lastMs = null;
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  expect(backups.trouble()?.detail).toBe('No backup of this desk’s records: the disk has too little room.');
});

it('that fail are said at once where the newest is older than a day, with its date', async () => {
  lastMs = START_MS - 47 * HOUR_MS;
  const backups = startBackups();
  await runUntil(1.1 * HOUR_MS);
  expect(backups.trouble()?.detail).toBe(
    'No backup of this desk’s records since 10:00 on 18-Nov-2026: the disk has too little room.',
  );
});

it('that are only late after a night or a weekend are said nowhere', async () => {
  lastMs = START_MS - 60 * HOUR_MS;
  backUp = goes;
  const backups = startBackups();
  expect(backups.trouble()).toBeNull();
  await runUntil(5.1 * HOUR_MS);
  expect(backups.trouble()).toBeNull();
  expect(told).toEqual([]);
});

it('of a store that was lost are not spoken of: its own notice says more', async () => {
  const backups = startBackups();
  await runUntil(4.1 * HOUR_MS);
  isLost = true;
  expect(backups.trouble()).toBeNull();
});

it('that the end of the desk cuts short are no failure', async () => {
  lastMs = START_MS - 47 * HOUR_MS;
  let cut: (thrown: Error) => void = () => {};
  backUp = () => new Promise((_done, failed) => (cut = failed));
  const backups = startBackups();
  await runUntil(1.1 * HOUR_MS);
  const closed = backups.close();
  cut(new Error('its thread ended with 1'));
  await closed;
  expect(backups.trouble()).toBeNull();
  expect([told, logged]).toEqual([[], []]);
});
