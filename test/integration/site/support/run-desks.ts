// Many desks at work at once, over real TLS: the site desk is a process that is killed and started again, the further desks are
// restarted, their lines break, and one is shut out in the middle. At the end board, service and activity must agree: nothing twice,
// nothing lost.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDeskKey } from '../../../../src/app/desk-key.ts';
import { joinSite } from '../../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../../src/app/joined-site.ts';
import { buildOf, readScreenFiles } from '../../../../src/app/screen-files.ts';
import type { Input, OperationName, Output } from '../../../../src/contract/index.ts';
import type { AppError, Result } from '../../../../src/domain/app-error.ts';
import { SeededRandom } from '../../../simulation/support/virtual-time.ts';
import { READY_LINE, startNode } from '../../../support/desk-process.ts';
import type { DeskProcess } from '../../../support/desk-process.ts';
import { webWindow } from '../../../support/web-window.ts';
import { openLossyLine } from './lossy-line.ts';
import type { LossyLine } from './lossy-line.ts';

/** Everything that was entered must have reached the service after this. */
const SENT_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 200;
/** Of so many steps of a desk one has its line broken. */
const STEPS_A_BREAK = 5;
/** Every so manieth desk is started again in the middle. */
const RESTARTED_EACH = 4;

export interface DesksRun {
  /** Further desks, 2 to 20. */
  readonly desks: number;
  /** Steps of each; the one that is shut out works until then. */
  readonly steps: number;
  readonly seed: number;
}

export interface DesksResult {
  /** Commands that the site desk said were done. */
  readonly done: number;
  /** Steps that were refused because somebody else had been quicker. */
  readonly refused: number;
  /** Calls after which a desk did not know whether they were carried out. */
  readonly inDoubt: number;
  readonly linesBroken: number;
  readonly siteKills: number;
  readonly deskRestarts: number;
  /** What does not agree, in words. */
  readonly faults: readonly string[];
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', () => listening()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** The site desk as a process that can be killed and started again. */
class SiteProcess {
  readonly #args: readonly string[];
  #process: DeskProcess | null = null;
  #call: Caller = () => Promise.reject(new Error('not started'));
  #restarting: Promise<void> = Promise.resolve();
  kills = 0;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  async start(): Promise<void> {
    this.#process = startNode(this.#args);
    const [, address = '', , token = ''] = await this.#process.line(READY_LINE);
    const window = webWindow(new URL(address).origin);
    const opened = await window.open(token);
    this.#call = async (call) =>
      (await (await window.post('/api/call', call, opened?.bearer)).json()) as Result<unknown>;
  }

  restart(): Promise<void> {
    this.#restarting = (async () => {
      this.kills += 1;
      await this.end();
      await this.start();
    })();
    return this.#restarting;
  }

  async end(): Promise<void> {
    this.#process?.child.kill('SIGKILL');
    await this.#process?.ended;
  }

  /** Calls of a window on its own machine. */
  readonly call: Caller = async (call) => {
    for (;;) {
      await this.#restarting;
      const asked = this.#restarting;
      try {
        return await this.#call(call);
      } catch (thrown) {
        // Killed under the call: asked again, with the same command id. Anything else is a fault.
        if (asked === this.#restarting) throw thrown;
      }
    }
  };
}

interface Worker {
  readonly number: number;
  readonly name: string;
  readonly folder: string;
  readonly line: LossyLine;
  readonly random: SeededRandom;
  site: JoinedSite;
  /** What the site desk said was done: versions of visits that were moved, and people who were entered. */
  readonly moves: number[];
  readonly entered: string[];
  refused: number;
  inDoubt: number;
  isOut: boolean;
}

/** Resolves when the desk has reached the site desk again, or was shut out. */
function inContact(site: JoinedSite): Promise<void> {
  return new Promise((reached) => {
    const stop = site.subscribe(null, (line) => {
      if (line.type === 'site-link' && line.link.kind === 'away') return;
      reached();
      queueMicrotask(() => stop());
    });
  });
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
    if (answer.error.delivery === 'unknown') worker.inDoubt += 1;
    if (worker.site.link().kind === 'unpaired') return null;
    await inContact(worker.site);
  }
}

const isError = (value: object): value is AppError => 'kind' in value && 'retry' in value;

/** A name without digits, which names may not have, for a person whom this desk enters at this step. */
function lastNameOf(worker: number, step: number): string {
  const letter = (number: number): string => String.fromCharCode(97 + (number % 26));
  return ['Desk', worker, step, Math.floor(step / 26)]
    .map((part) => (typeof part === 'string' ? part : letter(part)))
    .join('');
}

/** Enters a person, or moves one of the first visits of the board, so that desks meet. False: this desk was shut out. */
async function workOnce(worker: Worker, step: number): Promise<boolean> {
  const { random } = worker;
  if (random.chance(1 / STEPS_A_BREAK)) worker.line.loseNext(random.pick(['answer', 'answer', 'request']));
  if (random.chance(1 / 4)) {
    const lastName = lastNameOf(worker.number, step);
    const answer = await insist(worker, 'patients.create', {
      draft: {
        firstName: 'Ada',
        lastName,
        dateOfBirth: `19${50 + worker.number}-0${1 + (step % 9)}-11`,
        gender: 'female',
        email: `${lastName.toLowerCase()}@example.test`,
      },
      acceptDuplicates: true,
    });
    if (answer !== null && !isError(answer) && answer.kind === 'created') worker.entered.push(lastName);
    return answer !== null;
  }
  const board = await insist(worker, 'board.get', {});
  if (board === null) return false;
  if (isError(board)) throw new Error(board.detail);
  const rows = board.rows.filter(
    ({ deskState, appointment }) => appointment && ['expected', 'no-show'].includes(deskState),
  );
  if (rows.length === 0) return true;
  const row = random.pick(rows.slice(0, 6));
  const answer = await insist(worker, 'visits.move', {
    visitId: row.id,
    seenVersion: row.version,
    to: row.deskState === 'expected' ? 'no-show' : 'expected',
  });
  if (answer === null) return false;
  if (!isError(answer)) worker.moves.push(answer.version);
  else if (answer.kind === 'conflict' && answer.reason === 'changed') worker.refused += 1;
  else throw new Error(`A step was refused for another reason: ${JSON.stringify(answer)}`);
  return true;
}

/** The built app must be there. */
export async function runDesks({ desks, steps, seed }: DesksRun): Promise<DesksResult> {
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-many-desks-'));
  const port = await freePort();
  const config = join(base, 'site.json');
  await writeFile(config, JSON.stringify({ site: { address: '127.0.0.1', port } }));
  const script = resolve(import.meta.dirname, '../../../../out/main/web-host.js');
  const site = new SiteProcess([
    script,
    '--no-open',
    `--data-dir=${join(base, 'site')}`,
    `--config=${config}`,
  ]);
  const build = buildOf(readScreenFiles(resolve(import.meta.dirname, '../../../../out/renderer')));
  const workers: Worker[] = [];
  let deskRestarts = 0;
  const joinDesk = async (folder: string, line: LossyLine): Promise<JoinedSite> => {
    const deskKey = await openDeskKey(folder, `127.0.0.1:${line.port}`);
    return joinSite({ address: { host: '127.0.0.1', port: line.port }, deskKey, build });
  };

  try {
    await site.start();
    for (let number = 1; number <= desks; number += 1) {
      const [folder, line] = [await mkdtemp(join(base, 'desk-')), await openLossyLine(port)];
      const joined = await joinDesk(folder, line);
      const worker: Worker = {
        number,
        name: `Room ${number}`,
        folder,
        line,
        random: new SeededRandom(seed * 1_000 + number),
        site: joined,
        moves: [],
        entered: [],
        refused: 0,
        inDoubt: 0,
        isOut: false,
      };
      workers.push(worker);
      await done(site.call, 'desks.openPairing', {}, crypto.randomUUID());
      const { pairing } = await done(site.call, 'desks.list', {});
      const outcome = await joined.pair({ code: pairing?.code ?? '', name: worker.name });
      if (outcome.kind !== 'paired') throw new Error(`${worker.name} was not paired: ${outcome.kind}`);
    }

    const killedBefore = [Math.floor(steps / 3), Math.floor((steps * 2) / 3)];
    const work = async (worker: Worker): Promise<void> => {
      const isLast = worker.number === desks;
      for (let step = 0; step < steps || isLast; step += 1) {
        if (worker.number === 1 && killedBefore.includes(step)) await site.restart();
        if (worker.number === 1 && step === Math.floor(steps / 2)) {
          const { items } = await done(site.call, 'desks.list', {});
          const deskId = items.find(({ name }) => name === `Room ${desks}`)?.id ?? '';
          await done(site.call, 'desks.shutOut', { deskId }, crypto.randomUUID());
        }
        if (worker.number % RESTARTED_EACH === 3 && step === Math.floor(steps / 2)) {
          // Nothing is kept in the process: its key is in its folder.
          worker.site.close();
          worker.site = await joinDesk(worker.folder, worker.line);
          deskRestarts += 1;
        }
        if (!(await workOnce(worker, step))) return void (worker.isOut = true);
      }
    };
    await Promise.all(workers.map(work));
    const faults = await whatDisagrees(site.call, workers);
    const sum = (of: (worker: Worker) => number): number =>
      workers.reduce((total, worker) => total + of(worker), 0);
    return {
      done: sum(({ moves, entered }) => moves.length + entered.length),
      refused: sum(({ refused }) => refused),
      inDoubt: sum(({ inDoubt }) => inDoubt),
      linesBroken: sum(({ line }) => line.broken()),
      siteKills: site.kills,
      deskRestarts,
      faults,
    };
  } finally {
    for (const { site: joined, line } of workers) {
      joined.close();
      await line.close();
    }
    await site.end();
    await rm(base, { recursive: true });
  }
}

/** Compares what each desk was told with the board, the service and the activity. */
async function whatDisagrees(onSite: Caller, workers: readonly Worker[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, number, isOut } of workers) {
    if (isOut !== (number === workers.length)) faults.push(`${name} ${isOut ? 'was' : 'was not'} shut out`);
  }

  // Everything that was entered reaches the service.
  const began = performance.now();
  for (;;) {
    const { items } = await done(onSite, 'outbox.list', { show: 'open' });
    if (items.length === 0) break;
    if (performance.now() - began > SENT_WITHIN_MS) {
      faults.push(`${items.length} changes never reached the service`);
      break;
    }
    await new Promise((passed) => setTimeout(passed, LOOK_AGAIN_MS));
  }

  // One board for all.
  const said = (board: Output<'board.get'>): string =>
    JSON.stringify(board.rows.map(({ id, version, deskState }) => [id, version, deskState]));
  const atSite = said(await done(onSite, 'board.get', {}));
  for (const worker of workers.filter(({ isOut }) => !isOut)) {
    const board = await insist(worker, 'board.get', {});
    if (board === null || isError(board) || said(board) !== atSite)
      faults.push(`${worker.name} shows another board`);
  }

  // The activity has each thing that was confirmed to somebody once, under the desk where it was done. Of the desk that was
  // shut out one command may have been carried out and not confirmed any more.
  for (const { name: desk, moves, entered, isOut } of workers) {
    const count = async (kind: 'moved' | 'patient-created'): Promise<number> =>
      (await done(onSite, 'activity.list', { filter: { desk, kind }, limit: 2_000 })).items.length;
    const moreMoves = (await count('moved')) - moves.length;
    const moreEntered = (await count('patient-created')) - entered.length;
    if (moreMoves < 0 || moreEntered < 0 || moreMoves + moreEntered > (isOut ? 1 : 0))
      faults.push(`the activity has ${moreMoves} moves and ${moreEntered} people more than ${desk} was told`);
  }

  // Each person who was entered is there once.
  for (const lastName of workers.flatMap(({ entered }) => entered)) {
    const { people } = await done(onSite, 'patients.search', { text: lastName });
    if (people.length !== 1) faults.push(`${lastName} is there ${people.length} times`);
  }
  return faults;
}
