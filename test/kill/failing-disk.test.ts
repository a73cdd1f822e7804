// The real app on a disk that turns read-only, becomes slow, is gone for a while, or is unplugged: the desk says so, confirms nothing that is not
// on the disk, and goes on by itself.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.ts';
import type { Answer, Input, OperationName, Output } from '../../src/contract/index.ts';
import type { AppErrorKind } from '../../src/domain/app-error.ts';
import { READY_LINE, startNode } from '../support/desk-process.ts';
import type { DeskProcess } from '../support/desk-process.ts';
import { webWindow } from '../support/web-window.ts';

const HOST = resolve(import.meta.dirname, '../../out/main/web-host.js');
const FILES = 'desk-training.db';
/** The desk tries its disk again each 15 s. */
const GOES_ON_WITHIN_MS = 90_000;

beforeAll(() => ensureBuilt(), 600_000);

let folder: string;
let dataFolder: string;
let library: string | null;
let desk: Awaited<ReturnType<typeof startDesk>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-disk-'));
  dataFolder = join(folder, 'data');
  library = failingDisk(join(folder, 'failing-disk.so'));
  disk('works');
  desk = await startDesk();
});
afterEach(async () => {
  disk('works');
  desk.process.child.kill('SIGKILL');
  await desk.process.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Null where it cannot be had: it needs Linux and a C compiler. */
function failingDisk(file: string): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const source = join(import.meta.dirname, 'support/failing-disk.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source, '-ldl'], { stdio: 'ignore' });
    return file;
  } catch {
    return null;
  }
}

function disk(state: 'works' | 'read-only' | 'slow', timesPluggedIn = 0): void {
  // Exchanged whole, so that no write reads half of it.
  writeFileSync(join(folder, 'disk-state.new'), `${state} ${timesPluggedIn}`);
  renameSync(join(folder, 'disk-state.new'), join(folder, 'disk-state'));
}

async function startDesk() {
  const started: DeskProcess = startNode([HOST, '--no-open', '--port=0', `--data-dir=${dataFolder}`], {
    ...process.env,
    ...(library && { LD_PRELOAD: library, DISK_STATE: join(folder, 'disk-state'), DISK_FILES: FILES }),
  });
  const [, address = '', , token = ''] = await started.line(READY_LINE);
  const window = webWindow(new URL(address).origin);
  const bearer = (await window.open(token))?.bearer;
  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    commandId?: string,
  ): Promise<Answer<Name>> {
    const body = { name, input, ...(commandId === undefined ? {} : { commandId }) };
    return (await (await window.post('/api/call', body, bearer)).json()) as Answer<Name>;
  }
  return {
    process: started,
    call,
    async ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
      const answer = await call(name, input);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer.value as Output<Name>;
    },
  };
}

/** Presses a button under this id; `saved`, or the kind of the refusal. */
async function enter(lastName: string, commandId: string): Promise<'saved' | 'alike' | AppErrorKind> {
  const answer = await desk.call(
    'patients.create',
    {
      draft: {
        firstName: 'Ada',
        lastName,
        // Nobody is alike, so nobody is asked whether they are the same.
        dateOfBirth: `19${50 + lastName.length}-03-15`,
        gender: 'female',
        email: 'ada@example.org',
      },
    },
    commandId,
  );
  if (!answer.ok) return answer.error.kind;
  return answer.value.kind === 'created' ? 'saved' : 'alike';
}

const noticeKinds = async (): Promise<string[]> =>
  (await desk.ask('session.get', {})).notices.map(({ kind }) => kind);
const found = async (text: string): Promise<number> =>
  (await desk.ask('patients.search', { text })).people.length;

async function startAgain(): Promise<void> {
  desk.process.child.kill('SIGKILL');
  await desk.process.ended;
  desk = await startDesk();
}

describe('a disk that turns read-only', () => {
  it('confirms nothing, is said, and is no more once it can be written again', async (test) => {
    if (library === null) return test.skip('needs Linux and a C compiler');
    const commandId = crypto.randomUUID();
    expect(await enter('Before', crypto.randomUUID())).toBe('saved');
    disk('read-only');
    expect(await enter('Meanwhile', commandId)).toBe('storage-full');
    await expect.poll(noticeKinds, { timeout: 60_000 }).toContain('disk-stuck');
    // What was saved can be looked at.
    expect(await found('Before')).toBe(1);
    expect(await found('Meanwhile')).toBe(0);
    disk('works');
    await expect.poll(noticeKinds, { timeout: GOES_ON_WITHIN_MS }).not.toContain('disk-stuck');
    expect(await enter('Meanwhile', commandId)).toBe('saved');
    await startAgain();
    expect(await found('Meanwhile')).toBe(1);
  }, 180_000);
});

describe('a slow disk', () => {
  it('makes each answer wait until what it says is on the disk, and loses nothing', async (test) => {
    if (library === null) return test.skip('needs Linux and a C compiler');
    disk('slow');
    const names = ['Crane', 'Bittern', 'Shoveler'];
    const startedAtMs = performance.now();
    for (const name of names) expect(await enter(name, crypto.randomUUID())).toBe('saved');
    // Three commits, each brought to the disk before its answer: 0.3 s at least.
    expect(performance.now() - startedAtMs).toBeGreaterThan(3 * 300);
    desk.process.child.kill('SIGKILL');
    disk('works');
    await startAgain();
    for (const name of names) expect(await found(name)).toBe(1);
    expect(await noticeKinds()).not.toContain('disk-stuck');
  }, 180_000);
});

describe('a data folder that is gone for a while', () => {
  it('has nothing confirmed, is said, and is used again when it is back', async () => {
    const commandId = crypto.randomUUID();
    expect(await enter('Before', crypto.randomUUID())).toBe('saved');
    renameSync(dataFolder, `${dataFolder}-away`);
    expect(await enter('Meanwhile', commandId)).toBe('storage-lost');
    await expect.poll(noticeKinds, { timeout: 60_000 }).toContain('store-lost');
    renameSync(`${dataFolder}-away`, dataFolder);
    await expect.poll(noticeKinds, { timeout: GOES_ON_WITHIN_MS }).toContain('store-mended');
    expect(await enter('Meanwhile', commandId)).toBe('saved');
    await startAgain();
    expect(await found('Before')).toBe(1);
    expect(await found('Meanwhile')).toBe(1);
  }, 180_000);
});

describe('a disk that is unplugged and plugged in again', () => {
  it('has nothing confirmed meanwhile, and is opened anew by itself, twice: the same window goes on', async (test) => {
    if (library === null) return test.skip('needs Linux and a C compiler');
    expect(await enter('Before', crypto.randomUUID())).toBe('saved');
    for (const [times, name] of [
      [1, 'Meanwhile'],
      [2, 'Once more'],
    ] as const) {
      const commandId = crypto.randomUUID();
      renameSync(dataFolder, `${dataFolder}-away`);
      expect(await enter(name, commandId)).toBe('storage-lost');
      await expect.poll(noticeKinds, { timeout: 60_000 }).toContain('store-lost');
      disk('works', times);
      renameSync(`${dataFolder}-away`, dataFolder);
      await expect.poll(noticeKinds, { timeout: GOES_ON_WITHIN_MS }).toContain('store-mended');
      expect(await noticeKinds()).not.toContain('store-lost');
      expect(await enter(name, commandId)).toBe('saved');
    }
    await startAgain();
    for (const name of ['Before', 'Meanwhile', 'Once more']) expect(await found(name)).toBe(1);
    expect(await noticeKinds()).not.toContain('store-behind');
  }, 180_000);

  it('is opened anew also where it was back at once, with the number that it had: each path leads to the same file', async (test) => {
    if (library === null) return test.skip('needs Linux and a C compiler');
    const commandId = crypto.randomUUID();
    expect(await enter('Before', crypto.randomUUID())).toBe('saved');
    disk('works', 1);
    expect(await enter('Meanwhile', commandId)).toBe('storage-full');
    await expect.poll(noticeKinds, { timeout: 2 * GOES_ON_WITHIN_MS }).toContain('store-mended');
    expect(await enter('Meanwhile', commandId)).toBe('saved');
    await startAgain();
    for (const name of ['Before', 'Meanwhile']) expect(await found(name)).toBe(1);
  }, 300_000);
});
