// Brings the records of the copy to this machine, into a database in the making. It is done while the desk that wrote them is at work, and
// what came after is brought once that one is replaced: so a machine whose disk cannot take the copy replaces nobody.
import type { CopyDatabase, CopyHeld, CopyPage, CopyRecord, CopySite } from '../ports/copy.ts';
import { beginRebuild } from '../store/rebuild.ts';
import type { Rebuild } from '../store/rebuild.ts';
import type { Sealer } from './seal.ts';

const RECORDS_A_PAGE = 2_000;
const KEYS_A_PAGE = 20_000;

/** The take-over was refused. Unless the message says otherwise, nothing was changed, and the other desk goes on. */
export class TakeOverRefused extends Error {}

/** The copy in the database lacks records, or has one that no desk of this site has written so. The message is a sentence without its stop. */
export class CopyDamaged extends Error {}

/** Reads records as {@link CopyDatabase.records} does. */
export type ReadRecords = CopyDatabase['records'];

/** Which copy is brought, and where. */
export interface Bringing {
  readonly read: ReadRecords;
  readonly site: string;
  readonly sealer: Sealer;
  readonly file: string;
  readonly key: Uint8Array;
}

/** What is here of the copy: every record that was not changed after number `until`. */
export interface Brought {
  readonly rebuild: Rebuild;
  readonly found: CopySite;
  readonly until: number;
}

/** @throws TakeOverRefused when another machine has the site by now */
function requireStill(epoch: number, page: CopyHeld): void {
  if (page.epoch !== epoch) {
    throw new TakeOverRefused(
      `Another machine (${page.by}) took over while the copy was read, and is the site desk: work there.`,
    );
  }
}

/**
 * Puts the records into `rebuild` that were changed after `afterNumber`. Returns until which number they are complete; null: another full
 * copy has become the whole one, so that what is there is of no use.
 */
async function bring(
  { read, site, sealer }: Bringing,
  { rebuild, found, until: afterNumber }: Brought,
  epoch: number,
): Promise<number | null> {
  let until: number | null = null;
  let last: Pick<CopyRecord, 'table' | 'key'> | undefined = { table: '', key: '' };
  while (last) {
    const page: CopyPage = await read(site, {
      afterNumber,
      afterTable: last.table,
      afterKey: last.key,
      limit: RECORDS_A_PAGE,
    });
    requireStill(epoch, page);
    if (page.generation !== (found.generation ?? page.generation)) return null;
    // The desk at work may change a record after its page was read.
    until ??= page.number;
    rebuild.put(page.records.map((record) => ({ table: record.table, row: openedBy(sealer, record) })));
    last = page.records.length < RECORDS_A_PAGE ? undefined : page.records.at(-1);
  }
  return until;
}

function openedBy(sealer: Sealer, record: CopyRecord): ReturnType<Sealer['open']>['row'] {
  try {
    return sealer.open(record).row;
  } catch (thrown) {
    throw new CopyDamaged(`A record of ${record.table} in the copy was changed or is damaged`, {
      cause: thrown,
    });
  }
}

/** Brings all records, and what has come while that was done. `look` finds the copy, and throws where nothing is to be made of it. */
export async function bringAll(bringing: Bringing, look: () => Promise<CopySite>): Promise<Brought> {
  for (;;) {
    const found = await look();
    const rebuild = beginRebuild(bringing.file, bringing.key, found.storeVersion);
    try {
      const until = await bring(bringing, { rebuild, found, until: -1 }, found.epoch);
      const brought = until === null ? null : await bringRest(bringing, { rebuild, found, until }, found);
      if (brought) return brought;
      // A full copy became whole meanwhile, as after an update of the desk at work.
      rebuild.abandon();
    } catch (thrown) {
      rebuild.abandon();
      throw thrown;
    }
  }
}

/** Brings what came after. Null: see {@link bring}. */
export async function bringRest(
  bringing: Bringing,
  brought: Brought,
  { epoch }: Pick<CopySite, 'epoch'>,
): Promise<Brought | null> {
  const until = await bring(bringing, brought, epoch);
  return until === null ? null : { ...brought, until };
}

/**
 * Takes out what was removed from the copy since it was brought, and proves that each table is whole. Nobody may write the copy any more:
 * then each of its records is here, so a table with as many rows as the copy has no other ones.
 *
 * @throws CopyDamaged where records are missing
 */
export async function settle(
  { site, sealer }: Bringing,
  { rebuild }: Brought,
  { database, epoch }: { readonly database: CopyDatabase; readonly epoch: number },
): Promise<void> {
  const inCopy = await database.counts(site);
  requireStill(epoch, inCopy);
  for (const [table, count] of rebuild.counts()) {
    const wanted = inCopy.counts[table] ?? 0;
    if (count === wanted) continue;
    const names = await namesIn(database, { site, table, epoch });
    rebuild.keepOnly(table, (rowKey) => names.has(sealer.nameOf(table, rowKey)));
    const kept = rebuild.counts().get(table) ?? 0;
    if (kept !== wanted)
      throw new CopyDamaged(`The copy has ${wanted} records of ${table}, and ${kept} could be brought`);
  }
}

async function namesIn(
  database: CopyDatabase,
  { site, table, epoch }: { readonly site: string; readonly table: string; readonly epoch: number },
): Promise<Set<string>> {
  const names = new Set<string>();
  let afterKey: string | undefined = '';
  while (afterKey !== undefined) {
    const page: Awaited<ReturnType<CopyDatabase['keys']>> = await database.keys(site, {
      table,
      afterKey,
      limit: KEYS_A_PAGE,
    });
    requireStill(epoch, page);
    for (const key of page.keys) names.add(key);
    afterKey = page.keys.length < KEYS_A_PAGE ? undefined : page.keys.at(-1);
  }
  return names;
}
