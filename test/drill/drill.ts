// The take-over drill: a desk at work is killed, another takes its place from the copy, the old one comes back. Again and again,
// each time from the machine that took over last.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createPostgresCopy } from '../../src/adapters/postgres-copy.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { takeOverSite } from '../../src/core/copy/take-over.ts';
import { readCopyState } from '../../src/core/store/copy/copy-state.ts';
import { all } from '../../src/core/store/db/database.ts';
import { openStore } from '../../src/core/store/open.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { startPostgres } from '../support/postgres.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { silentLog } from '../support/silent-log.ts';
import { storeFolder, TEST_KEY } from '../support/store-fixture.ts';
import type { StoreFolder } from '../support/store-fixture.ts';

const TOKEN = 'drill-token';
const SITE = 'drill';
const LOGIN = 'drill_desk';
const DESK = fileURLToPath(new URL('support/copied-desk.ts', import.meta.url));
/** Saved walk-ins before a kill: between one and so many, and a moment. */
const MOST_SAVED = 8;

/** What happened in all rounds. */
export interface DrillReport {
  readonly times: number;
  /** Walk-ins that a desk said to be saved, those among them that the next desk did not have, and the longest take-over. */
  readonly saved: number;
  readonly lost: number;
  readonly longestTakeOverMs: number;
  /** What must not happen, in words; empty when all is well. */
  readonly faults: readonly string[];
}

interface Round {
  readonly postgres: TestPostgres;
  readonly sandbox: Sandbox;
}

function startDesk(folder: StoreFolder, { postgres, sandbox }: Round, mode: 'work' | 'drain'): ChildProcess {
  return spawn(
    process.execPath,
    [DESK, folder.file, sandbox.baseUrl, TOKEN, String(postgres.port), SITE, LOGIN, mode],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
}

/** The lines of a process, until it ends. */
async function* linesOf(desk: ChildProcess): AsyncGenerator<string> {
  if (desk.stdout) yield* createInterface({ input: desk.stdout });
}

/** Lets a desk work, and kills it somewhere between the first thing saved and a moment after the last. Returns what it saved. */
async function workUntilKilled(folder: StoreFolder, round: Round): Promise<string[]> {
  const desk = startDesk(folder, round, 'work');
  const saved: string[] = [];
  let left = Math.floor(Math.random() * MOST_SAVED);
  for await (const line of linesOf(desk)) {
    if (!line.startsWith('saved ')) continue;
    saved.push(line.slice('saved '.length));
    if (left-- === 0) setTimeout(() => desk.kill('SIGKILL'), Math.random() * 120);
  }
  return saved;
}

/** Starts a desk and ends it after the first line of this kind. Returns the rest of the line. */
async function firstLine(folder: StoreFolder, round: Round, kind: 'fenced' | 'drained'): Promise<string> {
  const desk = startDesk(folder, round, 'drain');
  let found = '';
  for await (const line of linesOf(desk)) {
    if (!line.startsWith(`${kind} `)) continue;
    found ||= line.slice(kind.length + 1);
    desk.kill('SIGKILL');
  }
  return found;
}

/** References of the registrations that a desk has made, in the order in which they were saved. */
function referencesIn(folder: StoreFolder): string[] {
  const store = openStore({ file: folder.file, key: TEST_KEY, nowMs: () => Date.now(), log: silentLog });
  const rows = all<{ reference: string }>(
    store.db,
    "SELECT json_extract(payload, '$.foreignId') AS reference FROM outbox WHERE kind = 'registration.create' ORDER BY sequence",
  );
  store.close();
  return rows.map(({ reference }) => reference);
}

function siteKeyIn(folder: StoreFolder): string {
  const store = openStore({ file: folder.file, key: TEST_KEY, nowMs: () => Date.now(), log: silentLog });
  const key = readCopyState(store.db)?.key ?? '';
  store.close();
  return key;
}

async function referencesAtService(sandbox: Sandbox): Promise<string[]> {
  const references: string[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer = await fetch(`${sandbox.baseUrl}/api/test_registration/?page=${page}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const body = (await answer.json()) as {
      items: { foreign_id: string | null }[];
      next_page: number | null;
    };
    references.push(...body.items.flatMap((item) => item.foreign_id ?? []));
    page = body.next_page;
  }
  return references.filter((reference) => reference.startsWith('desk-r-'));
}

/**
 * Runs the drill. `onRound` is told after each round.
 *
 * @example (await runDrill({ times: 5 })).faults // []
 */
export async function runDrill(options: {
  readonly times: number;
  readonly onRound?: (round: number) => void;
}): Promise<DrillReport> {
  const postgres = await startPostgres();
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo' });
  const round: Round = { postgres, sandbox };
  const faults: string[] = [];
  const folders: StoreFolder[] = [];
  const newFolder = (): StoreFolder => {
    const folder = storeFolder();
    folders.push(folder);
    return folder;
  };
  let allSaved = 0;
  let lost = 0;
  let longestTakeOverMs = 0;
  try {
    await postgres.addSite(SITE, LOGIN);
    let present = newFolder();
    const kept = new Set<string>();
    // The first copy must be whole once, else there is nothing to take over from.
    await firstLine(present, round, 'drained');
    for (let time = 1; time <= options.times; time += 1) {
      const saved = await workUntilKilled(present, round);
      allSaved += saved.length;
      const before = referencesIn(present);
      const next = newFolder();
      const database = createPostgresCopy(postgres.address(LOGIN));
      const startedAt = performance.now();
      const taken = await takeOverSite({
        database,
        site: SITE,
        siteKey: siteKeyIn(present),
        machine: `machine-${time}`,
        file: next.file,
        key: TEST_KEY,
        freeBytes: () => Infinity,
        clock: systemClock,
        random: systemRandom,
        log: silentLog,
        check: () => {},
        // It was killed just now.
        atWork: null,
        judge: () => {},
        finish: () => {},
      });
      longestTakeOverMs = Math.max(longestTakeOverMs, performance.now() - startedAt);
      await database.close();

      const after = referencesIn(next);
      const missing = saved.filter((reference) => !after.includes(reference));
      lost += missing.length;
      // What the new desk has is what the old one had, up to one moment.
      if (after.some((reference, at) => before[at] !== reference)) {
        faults.push(
          `round ${time}: the new desk has something in another order, or something that never was`,
        );
      }
      for (const reference of after) kept.add(reference);

      const atServiceBefore = (await referencesAtService(sandbox)).length;
      const returned = JSON.parse(await firstLine(present, round, 'fenced')) as {
        saves: boolean;
        lost: number;
      };
      if (returned.saves) faults.push(`round ${time}: the old desk could still save`);
      if ((await referencesAtService(sandbox)).length !== atServiceBefore) {
        faults.push(`round ${time}: the old desk sent something after it was replaced`);
      }
      if (missing.length > returned.lost) {
        faults.push(`round ${time}: ${missing.length} are missing, and the old desk names ${returned.lost}`);
      }
      if (taken.copiedUntilMs === null) faults.push(`round ${time}: the last copied moment is not known`);
      present = next;
      options.onRound?.(time);
    }
    const drained = await firstLine(present, round, 'drained');
    if (drained !== '0') faults.push(`${drained} changes need a person at the end`);
    const atService = await referencesAtService(sandbox);
    const twice = atService.filter((reference, at) => atService.indexOf(reference) !== at);
    if (twice.length > 0) faults.push(`the service has ${twice.length} registrations twice`);
    const never = [...kept].filter((reference) => !atService.includes(reference));
    if (never.length > 0)
      faults.push(`${never.length} registrations that were copied never reached the service`);
    return { times: options.times, saved: allSaved, lost, longestTakeOverMs, faults };
  } finally {
    await sandbox.close();
    await postgres.remove();
    for (const folder of folders) folder.remove();
  }
}
