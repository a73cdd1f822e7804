// What the copy in PostgreSQL costs a command: the same command at two desks in turn, of which one is copied while it works.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../../src/contract/index.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import { postgresMissing, startPostgres } from '../../support/postgres.ts';
import { ratioOf } from '../history.ts';
import { inTurn } from '../measure.ts';
import type { BenchResult } from '../measure.ts';
import { timed, windowOf } from './desk-window.ts';
import type { Ask } from './desk-window.ts';

const ROUNDS = { count: 1_000, warmUps: 60 };
const LEAST_VISITS = 20;
/** How much longer a command may take because of the copy, at most. */
const MOST_RATIO = 1.1;

type Row = Output<'board.get'>['rows'][number];

/**
 * Visits that go to no-show and back, one after the other: each time a row, an entry of the activity, and an answer are written.
 * With one visit alone its history would grow, and each answer with it, beyond that of any visit that people work with.
 */
async function mover(ask: Ask): Promise<() => Promise<unknown>> {
  const expected = async (): Promise<Row[]> =>
    (await ask('board.get', {})).rows.filter(
      ({ deskState, appointment }) => deskState === 'expected' && appointment !== null,
    );
  let rows = await expected();
  // The first reading of a new desk is not over at once.
  for (const began = performance.now(); rows.length < LEAST_VISITS; rows = await expected()) {
    if (performance.now() - began > 60_000) throw new Error(`only ${rows.length} are expected`);
  }
  const visits: Pick<Row, 'id' | 'version' | 'deskState'>[] = rows.slice(0, LEAST_VISITS);
  let next = 0;
  return async () => {
    const index = next++ % visits.length;
    const { id, version, deskState } = visits[index] as Row;
    const to = deskState === 'expected' ? 'no-show' : 'expected';
    const moved = await ask('visits.move', { visitId: id, seenVersion: version, to });
    visits[index] = { id, version: moved.version, deskState: moved.deskState };
  };
}

/** Null where there is no PostgreSQL. `script` starts a desk; `base` is a folder for what it keeps. */
export async function copyCost(script: string, base: string): Promise<BenchResult | null> {
  if (postgresMissing !== null) {
    console.log(`The cost of the copy is not measured: ${postgresMissing}.`);
    return null;
  }
  const postgres = await startPostgres();
  // A desk in training is not copied.
  const sandbox = await startSandbox({ dataFile: ':memory:', token: 'token-of-the-bench', seed: 'demo' });
  const desks: DeskProcess[] = [];
  try {
    await postgres.addSite('leeds', 'leeds_desk');
    const env = {
      ...process.env,
      BENCH_COPY: postgres.connectionString('leeds_desk'),
      BENCH_TOKEN: 'token-of-the-bench',
      BENCH_PASSPHRASE: 'a long enough passphrase',
    };
    const open = async (name: string, more: object): Promise<Ask> => {
      const settings = {
        service: { address: sandbox.baseUrl, tokenFromEnvironment: 'BENCH_TOKEN' },
        passphraseFromEnvironment: 'BENCH_PASSPHRASE',
        people: { signIn: 'initials' },
        ...more,
      };
      const file = join(base, `${name}.json`);
      await writeFile(file, JSON.stringify(settings));
      const folder = await mkdtemp(join(base, 'copy-'));
      const args = [script, '--host=web', '--no-open', `--data-dir=${folder}`, `--config=${file}`];
      const desk = startNode(args, env);
      desks.push(desk);
      return (await windowOf(desk)).ask;
    };
    const copied = await open('copied', {
      site: { copy: { site: 'leeds', connectionFromEnvironment: 'BENCH_COPY' } },
    });
    const alone = await open('alone', {});
    const [moveCopied, moveAlone] = [await mover(copied), await mover(alone)];
    const taken = await inTurn(
      ROUNDS,
      () => timed(moveCopied),
      () => timed(moveAlone),
    );
    // Everything that was measured is in the database, or the copy has cost nothing because it did nothing.
    const began = performance.now();
    for (;;) {
      const { stage, waiting } = await copied('copy.get', {});
      if (stage === 'copied' && waiting === 0) break;
      if (performance.now() - began > 60_000)
        throw new Error(`the copy is ${stage}, ${waiting} changes wait`);
    }
    const measured = { name: 'at a desk that is copied to PostgreSQL', values: taken.measured };
    const baseline = { name: 'at a desk without a copy', values: taken.baseline };
    const { ratio, error } = ratioOf(measured, baseline);
    return {
      title: 'A command that saves, from the request of the window to its answer',
      measured,
      baseline,
      promisedP95: null,
      notes: [
        `promised: the median at most ${MOST_RATIO} times the one without a copy; ${ratio.toFixed(3)} ± ${(ratio * error).toFixed(3)} (one standard error): ${ratio <= MOST_RATIO ? 'held' : 'NOT HELD'}`,
        'The changes of one command are sent while the next one is asked for; PostgreSQL runs on the same machine.',
      ],
    };
  } finally {
    for (const desk of desks) {
      desk.child.kill('SIGTERM');
      await desk.ended;
    }
    await sandbox.close();
    await postgres.remove();
  }
}
