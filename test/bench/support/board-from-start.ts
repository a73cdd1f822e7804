// How soon today's board is there at a desk that has read nothing yet, from the start of its process: the built web host, started as `npm start` does, beside a service
// in a process of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../../build/build.ts';
import { startNode } from '../../support/desk-process.ts';
import type { BenchTable } from '../measure.ts';
import { readBare } from './bare-reading.ts';
import { windowOf } from './desk-window.ts';
import { TOKEN } from './reading-desk.ts';
import { liveUntilCompiled, startCommand } from './start-command.ts';

const SERVICE_LINE = /^Service at (\S+)$/m;
const ROUNDS = 5;
const LOOK_EVERY_MS = 20;
/** From the start of the process until today's board has all of its rows. */
const ROWS_LIMIT_MS = 2_000;

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** Milliseconds from before a process is started. */
interface Start {
  /** The desk answers a window. */
  readonly answersMs: number;
  /** Today's board has as many rows as in the end. */
  readonly rowsMs: number;
  /** The list was read whole, so the board says as of when it is. */
  readonly wholeMs: number;
  readonly rows: number;
}

async function startOnce(service: string, location: string): Promise<Start> {
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  const config = join(base, 'site.json');
  const settings = {
    service: { address: service, tokenFromEnvironment: 'DESK_TOKEN' },
    passphraseFromEnvironment: 'DESK_PASSPHRASE',
    location,
    people: { signIn: 'initials' },
  };
  await writeFile(config, JSON.stringify(settings));
  const startedAt = performance.now();
  const sinceMs = (): number => performance.now() - startedAt;
  const host = startNode(
    [...startCommand(), '--host=web', '--no-open', `--data-dir=${join(base, 'desk')}`, `--config=${config}`],
    { ...process.env, DESK_TOKEN: TOKEN, DESK_PASSPHRASE: 'plum tractor evening hinge' },
  );
  try {
    const { ask } = await windowOf(host);
    const answersMs = sinceMs();
    const grew: { readonly rows: number; readonly atMs: number }[] = [];
    for (;;) {
      const { rows, asOfMs } = await ask('board.get', {});
      if (rows.length !== grew.at(-1)?.rows) grew.push({ rows: rows.length, atMs: sinceMs() });
      if (asOfMs !== null) break;
      await wait(LOOK_EVERY_MS);
    }
    const { rows = 0, atMs = Number.NaN } = grew.at(-1) ?? {};
    return { answersMs, rowsMs: atMs, wholeMs: sinceMs(), rows };
  } finally {
    host.child.kill('SIGTERM');
    await host.ended;
    await rm(base, { recursive: true, force: true });
  }
}

/** The program was started before, for training: what Node compiled then is kept. */
async function trainedOnce(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  await liveUntilCompiled(folder);
  await rm(folder, { recursive: true, force: true });
}

/** The location that has most of the day's appointments is the demo's first. */
async function ownLocation(service: string): Promise<string> {
  const answer = await fetch(`${service}/api/test_location/`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { items } = (await answer.json()) as { items: readonly { readonly id: string }[] };
  return items[0]?.id ?? '';
}

/** Starts beside a bare loop that requests the same pages and inserts them, in turn. */
export async function boardFromStart(registrations: number): Promise<BenchTable> {
  await ensureBuilt();
  const service = startNode([
    join(import.meta.dirname, 'large-service-process.ts'),
    TOKEN,
    String(registrations),
  ]);
  try {
    const [, address = ''] = await service.line(SERVICE_LINE);
    const location = await ownLocation(address);
    await trainedOnce();
    const starts: Start[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await readBare(address);
      bare.push(performance.now() - begun);
      starts.push(await startOnce(address, location));
    }
    const row = (name: string, values: readonly number[], limit: number | 'none' | null) => ({
      name,
      values,
      limit,
    });
    return {
      title: `First start → today’s board, ${registrations.toLocaleString('en-GB')} registrations (processes of their own)`,
      rows: [
        row('bare loop with bare inserts, without a start', bare, null),
        row(
          'process started → a window is answered',
          starts.map(({ answersMs }) => answersMs),
          'none',
        ),
        row(
          'process started → all rows of today',
          starts.map(({ rowsMs }) => rowsMs),
          ROWS_LIMIT_MS,
        ),
        row(
          'process started → the whole list was read',
          starts.map(({ wholeMs }) => wholeMs),
          'none',
        ),
      ],
      notes: [
        `${starts.at(-1)?.rows ?? 0} rows on today’s board, whose registrations are among the newest of the list, which is in order of creation`,
        `a window asks for the board every ${LOOK_EVERY_MS} ms meanwhile`,
      ],
    };
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
}
