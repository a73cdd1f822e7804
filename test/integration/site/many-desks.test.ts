// Eight desks at work at once: the site desk is a process that is killed and started again, the further desks are restarted,
// and one is shut out in the middle. At the end board, service and activity agree: nothing twice, nothing lost.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { openDeskKey } from '../../../src/app/desk-key.ts';
import { joinSite } from '../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../src/app/joined-site.ts';
import { buildOf, readScreenFiles } from '../../../src/app/screen-files.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import type { AppError, Result } from '../../../src/domain/app-error.ts';
import { READY_LINE, startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import { webWindow } from '../../support/web-window.ts';

const DESKS = 8;
const STEPS = 24;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Desks whose process is started again in the middle. */
const RESTARTED = [3, 4];
/** Steps of the first desk before which the site desk is killed. */
const KILLED_BEFORE = [7, 15];

let base: string;
let port: number;
let build: string;
let process: DeskProcess | null = null;

beforeAll(async () => {
  await ensureBuilt();
  base = await mkdtemp(join(tmpdir(), 'drawdesk-many-desks-'));
  build = buildOf(readScreenFiles(resolve('out/renderer')));
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', () => done()));
  ({ port } = probe.address() as AddressInfo);
  await new Promise((done) => probe.close(done));
  await writeFile(join(base, 'site.json'), JSON.stringify({ site: { address: '127.0.0.1', port } }));
}, 600_000);
afterAll(async () => {
  process?.child.kill('SIGKILL');
  await process?.ended;
  await rm(base, { recursive: true });
});

/** Starts the site desk and returns the calls of a window on its own machine. */
async function startSite(): Promise<Caller> {
  process = startNode([
    resolve('out/main/web-host.js'),
    '--no-open',
    `--data-dir=${join(base, 'site')}`,
    `--config=${join(base, 'site.json')}`,
  ]);
  const [, address = '', , token = ''] = await process.line(READY_LINE);
  const window = webWindow(new URL(address).origin);
  const opened = await window.open(token);
  return async (call) =>
    (await (await window.post('/api/call', call, opened?.bearer)).json()) as Result<unknown>;
}

type Caller = (call: unknown) => Promise<Result<unknown>>;

async function ask<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: Input<Name>,
  commandId?: string,
): Promise<Result<Output<Name>>> {
  return (await caller({ name, input, ...(commandId === undefined ? {} : { commandId }) })) as Result<
    Output<Name>
  >;
}

async function done<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: Input<Name>,
  commandId?: string,
): Promise<Output<Name>> {
  const answer = await ask(caller, name, input, commandId);
  if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
  return answer.value;
}

/** Numbers that are the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    // The low bits of such a generator go round in a few steps.
    return Math.floor(state / 65_536) % below;
  };
}

interface Worker {
  readonly name: string;
  readonly folder: string;
  site: JoinedSite;
  /** What the site desk said was done: visits that were called in, and people who were entered. */
  readonly calledIn: string[];
  readonly moves: number[];
  readonly entered: string[];
  isOut: boolean;
}

/** Sends a command until somebody says what became of it, always with the same id. Null: this desk was shut out. */
async function insist<Name extends OperationName>(
  worker: Worker,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name> | AppError | null> {
  const commandId = crypto.randomUUID();
  for (;;) {
    const answer = await ask((call) => worker.site.call(call), name, input, commandId);
    if (answer.ok) return answer.value;
    if (answer.error.kind === 'forbidden') return null;
    if (answer.error.kind !== 'offline') return answer.error;
    if (worker.site.link().kind === 'unpaired') return null;
    await inContact(worker.site);
  }
}

/** Resolves when the desk has reached the site desk again, or was shut out. */
function inContact(site: JoinedSite): Promise<void> {
  return new Promise((done) => {
    const stop = site.subscribe(null, (line) => {
      if (line.type === 'site-link' && line.link.kind === 'away') return;
      done();
      queueMicrotask(() => stop());
    });
  });
}

const isError = (value: object): value is AppError => 'kind' in value && 'retry' in value;

it('agree at the end, whatever is killed, restarted and shut out', { timeout: 300_000 }, async () => {
  let site = await startSite();
  let restarting: Promise<void> = Promise.resolve();
  const onSite: Caller = async (call) => {
    for (;;) {
      await restarting;
      const asked = restarting;
      try {
        return await site(call);
      } catch (thrown) {
        // Killed under the call: asked again, with the same command id. Anything else is a fault.
        if (asked === restarting) throw thrown;
      }
    }
  };

  const joinDesk = async (folder: string): Promise<JoinedSite> => {
    const deskKey = await openDeskKey(folder, `127.0.0.1:${port}`);
    return joinSite({ address: { host: '127.0.0.1', port }, deskKey, build });
  };
  const workers: Worker[] = [];
  for (let number = 1; number <= DESKS; number += 1) {
    const name = `Room ${number}`;
    const folder = await mkdtemp(join(base, 'desk-'));
    const joined = await joinDesk(folder);
    await done(onSite, 'desks.openPairing', {}, crypto.randomUUID());
    const { pairing } = await done(onSite, 'desks.list', {});
    expect(await joined.pair({ code: pairing?.code ?? '', name })).toEqual({ kind: 'paired' });
    workers.push({ name, folder, site: joined, calledIn: [], moves: [], entered: [], isOut: false });
  }

  // The desk that is shut out works until then.
  const work = async (worker: Worker, seed: number): Promise<void> => {
    const chance = seeded(seed);
    for (let step = 0; step < STEPS || seed === DESKS; step += 1) {
      if (seed === 1 && KILLED_BEFORE.includes(step)) {
        restarting = (async () => {
          process?.child.kill('SIGKILL');
          await process?.ended;
          site = await startSite();
        })();
        await restarting;
      }
      if (RESTARTED.includes(seed) && step === 10) {
        // Nothing is kept in the process: its key is in its folder.
        worker.site.close();
        worker.site = await joinDesk(worker.folder);
      }
      if (seed === 2 && step === 12) {
        const { items } = await done(onSite, 'desks.list', {});
        const deskId = items.find(({ name }) => name === 'Room 8')?.id ?? '';
        await done(onSite, 'desks.shutOut', { deskId }, crypto.randomUUID());
      }
      if (chance(4) === 0) {
        const lastName = [
          'Desk',
          LETTERS[seed],
          LETTERS[step % 26],
          LETTERS[Math.floor(step / 26) % 26],
        ].join('');
        const answer = await insist(worker, 'patients.create', {
          draft: {
            firstName: 'Ada',
            lastName,
            dateOfBirth: `19${50 + seed}-0${1 + (step % 9)}-11`,
            gender: 'female',
            email: `${lastName.toLowerCase()}@example.test`,
          },
          acceptDuplicates: true,
        });
        if (answer === null) return void (worker.isOut = true);
        if (!isError(answer) && answer.kind === 'created') worker.entered.push(lastName);
        continue;
      }
      const board = await insist(worker, 'board.get', {});
      if (board === null) return void (worker.isOut = true);
      if (isError(board)) throw new Error(board.detail);
      const rows = board.rows.filter(
        ({ deskState, appointment }) => appointment && ['expected', 'no-show'].includes(deskState),
      );
      // Many at few visits, so that they meet.
      const row = rows[chance(Math.min(6, rows.length))];
      if (!row) continue;
      const answer = await insist(worker, 'visits.move', {
        visitId: row.id,
        seenVersion: row.version,
        to: row.deskState === 'expected' ? 'no-show' : 'expected',
      });
      if (answer === null) return void (worker.isOut = true);
      if (isError(answer)) expect(answer).toMatchObject({ kind: 'conflict', reason: 'changed' });
      else worker.moves.push(answer.version);
    }
  };
  await Promise.all(workers.map((worker, index) => work(worker, index + 1)));

  expect(workers.map(({ isOut }) => isOut)).toEqual([...Array<boolean>(DESKS - 1).fill(false), true]);
  await restarting;
  // Everything that was entered reaches the service.
  await expect
    .poll(async () => (await done(onSite, 'outbox.list', { show: 'open' })).items.length, {
      timeout: 120_000,
    })
    .toBe(0);

  // One board for all.
  const atSite = await done(onSite, 'board.get', {});
  for (const worker of workers.filter(({ isOut }) => !isOut)) {
    const board = await done((call) => worker.site.call(call), 'board.get', {});
    expect(board.rows.map(({ id, version, deskState }) => [id, version, deskState])).toEqual(
      atSite.rows.map(({ id, version, deskState }) => [id, version, deskState]),
    );
  }

  // The activity has each thing that was confirmed to somebody once, under the desk where it was done. Of the desk that was
  // shut out one command may have been carried out and not confirmed any more.
  const { items } = await done(onSite, 'activity.list', { limit: 2_000 });
  for (const worker of workers) {
    const own = items.filter(({ desk }) => desk === worker.name);
    const moves = own.filter(({ kind }) => kind === 'moved').length;
    const entered = own.filter(({ kind }) => kind === 'patient-created').length;
    const unconfirmed = moves - worker.moves.length + (entered - worker.entered.length);
    expect([worker.name, moves >= worker.moves.length, entered >= worker.entered.length]).toEqual([
      worker.name,
      true,
      true,
    ]);
    expect(unconfirmed).toBeLessThanOrEqual(worker.isOut ? 1 : 0);
  }
  expect(workers.flatMap(({ moves }) => moves).length).toBeGreaterThan(DESKS);

  // Each person who was entered is there once.
  for (const lastName of workers.flatMap(({ entered }) => entered)) {
    const found = await done(onSite, 'patients.search', { text: lastName });
    expect([lastName, found.people.length]).toEqual([lastName, 1]);
  }
  for (const worker of workers) worker.site.close();
});
