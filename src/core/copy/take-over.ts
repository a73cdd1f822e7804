// Makes this machine the site desk in place of another, from the copy. From the moment that the database has raised the epoch, it
// takes nothing from the other desk any more.
import type { CopyDatabase, CopyHolder, CopyRecord, CopySite } from '../ports/copy.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import type { TakenOver } from '../store/copy/copy-state.ts';
import { isDiskFailure } from '../store/db/connect.ts';
import type { Db } from '../store/open.ts';
import { canRebuild, rebuildStore } from '../store/rebuild.ts';
import type { RebuiltRow } from '../store/rebuild.ts';
import { createSealer, keyCheckOf } from './seal.ts';
import type { Sealer } from './seal.ts';

const RECORDS_A_PAGE = 2_000;

/** The take-over was refused. Unless the message says otherwise, nothing was changed, and the other desk goes on. */
export class TakeOverRefused extends Error {}

export interface TakeOverOptions {
  readonly database: CopyDatabase;
  readonly site: string;
  /** The site's key, in hexadecimal. */
  readonly siteKey: string;
  /** This machine's name. */
  readonly machine: string;
  /** Where the database of the desk shall be, and its key: 32 bytes. */
  readonly file: string;
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Judges by what the database says before anything is changed there. What it throws stops the take-over. */
  readonly check: (found: CopySite) => void;
  /** Writes the take-over down in the new database, before that takes its place. What it throws stops the take-over. */
  readonly finish: (db: Db, taken: TakenOver) => void;
}

/**
 * Takes the site over. A take-over that was cut short can be started again.
 *
 * @throws TakeOverRefused with words for a person
 * @throws CopyDatabaseFailure when the database does not answer
 */
export async function takeOverSite(options: TakeOverOptions): Promise<TakenOver> {
  const { database, site, siteKey, machine, clock } = options;
  const found = await database.look(site);
  if (found.epoch === 0) throw new TakeOverRefused(`No desk has ever copied the site ${site}.`);
  if (found.keyCheck !== keyCheckOf(siteKey)) {
    throw new TakeOverRefused(`The recovery key is not the one of the site ${site}.`);
  }
  if (!found.isWhole) {
    throw new TakeOverRefused(
      `The first copy of the site ${site} never became whole, so no desk can be made from it.`,
    );
  }
  if (!canRebuild(found.storeVersion)) {
    throw new TakeOverRefused(
      'The copy was written by a newer version of Drawdesk: install that version here first.',
    );
  }
  options.check(found);
  const holder = options.random.uuid();
  const taken = await database.takeOver({ site, epoch: found.epoch }, { holder, holderName: machine });
  if (taken.kind === 'fenced') {
    throw new TakeOverRefused(`Another machine (${taken.by}) has just taken over the site ${site}.`);
  }
  // A desk at work may have made its full copy whole since it was looked at, in a newer version; from now on it cannot.
  const { storeVersion } = await database.look(site);
  if (!canRebuild(storeVersion)) {
    throw new TakeOverRefused(
      `The copy was just written by a newer version of Drawdesk. The machine that was the site desk (${taken.from}) saves nothing any more: install that version here, and start again with --take-over.`,
    );
  }
  const takenOver: TakenOver = {
    atMs: clock.nowMs(),
    from: taken.from,
    copiedUntilMs: taken.copiedUntilMs,
    lastSignMs: taken.lastSignMs,
    notCopied: taken.notCopied,
  };
  const rows = await rebuildStore({
    file: options.file,
    key: options.key,
    storeVersion,
    rows: rowsOf(database, { site, epoch: taken.epoch, holder }, createSealer(site, siteKey)),
    nowMs: clock.nowMs(),
    state: {
      site,
      holder,
      epoch: taken.epoch,
      key: siteKey,
      number: taken.number,
      chain: taken.chain,
      // So the first start copies everything anew, now in the name of this desk.
      recordedFor: '',
      copiedUntilMs: taken.copiedUntilMs,
      keyShownAtMs: clock.nowMs(),
      fenced: null,
      takenOver,
    },
    finish: (db) => options.finish(db, takenOver),
  }).catch((thrown: unknown) => {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (!isDiskFailure(thrown) && code !== 'ENOSPC') throw thrown;
    throw new TakeOverRefused(
      `This machine’s disk could not take the copy (${code}), so no desk was made of it, and the machine that was the site desk (${taken.from}) saves nothing any more. Free some space here, or choose a folder on another disk with --data-dir, and start again with --take-over.`,
      { cause: thrown },
    );
  });
  options.log.info('the site was taken over', { site, epoch: taken.epoch, rows });
  return takenOver;
}

async function* rowsOf(
  database: CopyDatabase,
  desk: CopyHolder,
  sealer: Sealer,
): AsyncGenerator<RebuiltRow[]> {
  let last: Pick<CopyRecord, 'table' | 'key'> | undefined = { table: '', key: '' };
  while (last) {
    const page = await database.read(desk, {
      afterTable: last.table,
      afterKey: last.key,
      limit: RECORDS_A_PAGE,
    });
    if (page.kind === 'fenced') {
      throw new TakeOverRefused(`Another machine (${page.by}) took over while the copy was read.`);
    }
    yield page.records.map((record) => ({ table: record.table, row: sealer.open(record).row }));
    last = page.records.length < RECORDS_A_PAGE ? undefined : page.records.at(-1);
  }
}
