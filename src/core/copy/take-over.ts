// Makes this machine the site desk in place of another, from the copy. First the copy is brought here while the other desk may be at work, then
// the database raises the epoch, from which moment it takes nothing from the other desk any more, then the rest is brought.
import { errorCode } from '../../domain/error-code.ts';
import { CopyDatabaseFailure } from '../ports/copy.ts';
import type { CopyDatabase, CopySite, CopyTaken } from '../ports/copy.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import type { CopyState, TakenOver } from '../store/copy/copy-state.ts';
import { isDiskFailure } from '../store/db/connect.ts';
import type { Db } from '../store/open.ts';
import { beginRebuild, canRebuild, DeskIsThere } from '../store/rebuild.ts';
import { bringAll, bringRest, CopyDamaged, settle, TakeOverRefused } from './bring-copy.ts';
import type { Bringing, Brought, ReadRecords } from './bring-copy.ts';
import { heardSince, watchDesk } from './desk-at-work.ts';
import type { DeskAtWork } from './desk-at-work.ts';
import { createSealer, keyCheckOf } from './seal.ts';

/**
 * So many times the new database. The first start copies everything anew: for a moment all rows stand in the database and in its log once
 * more, which took 2.6 times as much, and a backup is made.
 */
const ROOM_TO_WORK = 4;
const MEGABYTE = 1_000_000;

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
  /** How many bytes the disk of `file` still takes. */
  readonly freeBytes: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Judges by what the database says before anything is changed there. What it throws stops the take-over. */
  readonly check: (found: CopySite) => void;
  /**
   * Null: a desk at work is replaced as well. Otherwise `onWatch` is called before it is watched for a while whether there is one, and `ask`
   * where there is. What `ask` throws stops the take-over.
   */
  readonly atWork: {
    readonly onWatch: (desk: DeskAtWork) => void;
    readonly ask: (desk: DeskAtWork) => Promise<void>;
  } | null;
  /**
   * Judges by what the copy holds: before anything is changed there, or once the other machine is replaced where the copy could not be
   * read before. `isReplaced`: that machine saves nothing any more. What it throws stops the take-over.
   */
  readonly judge: (db: Db, isReplaced: boolean) => void;
  /** Writes the take-over down in the new database, before that takes its place. What it throws stops the take-over. */
  readonly finish: (db: Db, taken: TakenOver) => void;
}

/**
 * Takes the site over. A take-over that was cut short can be started again.
 *
 * @throws TakeOverRefused with words for a person
 * @throws CopyDatabaseFailure when the database does not answer, and nothing was changed there
 */
export async function takeOverSite(options: TakeOverOptions): Promise<TakenOver> {
  const { database, site } = options;
  const bringing: Bringing = {
    read: (...asked) => database.records(...asked),
    ...{ site, sealer: createSealer(site, options.siteKey), file: options.file, key: options.key },
  };
  const found = await lookAt(options);
  const look = (): Promise<CopySite> => lookAgain(options, found);
  const isAsked = await askWhereAtWork(options, found, look);
  const goesOn = (thrown: unknown): never => {
    throw inWords(thrown, found);
  };
  if (found.generation === undefined) {
    // A database that an earlier version prepared gives its records only to the desk that holds the site. What can be known is known.
    try {
      beginRebuild(options.file, options.key, found.storeVersion).abandon();
    } catch (thrown) {
      goesOn(thrown);
    }
    return replace(options, found, { bringing, before: null });
  }
  const before = await bringAll(bringing, look).catch(goesOn);
  try {
    requireRoom(options, before);
    options.judge(before.rebuild.db, before.found.isReplaced === true);
    // It may have come back while the copy was brought.
    const desk = isAsked ? null : heardSince(found, await look(), options.clock);
    if (desk) await options.atWork?.ask(desk);
    return await replace(options, before.found, { bringing, before });
  } finally {
    before.rebuild.abandon();
  }
}

/** Asks whoever takes over whether they mean it, where the other desk works. Returns whether they did, or have said so before. */
async function askWhereAtWork(
  { atWork, clock }: TakeOverOptions,
  found: CopySite,
  look: () => Promise<CopySite>,
): Promise<boolean> {
  if (atWork === null) return true;
  const desk = await watchDesk(found, { look, clock, onWatch: atWork.onWatch });
  if (desk) await atWork.ask(desk);
  return desk !== null;
}

/** As {@link lookAt}, and refuses a site that another machine took over meanwhile: that one would be replaced in its turn. */
async function lookAgain(options: TakeOverOptions, { epoch }: CopySite): Promise<CopySite> {
  const now = await lookAt(options);
  if (now.epoch === epoch) return now;
  throw new TakeOverRefused(
    `Another machine has taken over the site ${options.site} just now, and is to be the site desk: work there. Start again with --take-over only if nobody can.`,
  );
}

/** Finds the site, and refuses one of which no desk can be made here. */
async function lookAt({ database, site, siteKey, check }: TakeOverOptions): Promise<CopySite> {
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
  check(found);
  return found;
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`;

/** A desk that cannot begin its work is none, however whole it is. */
function requireRoom({ freeBytes }: TakeOverOptions, { rebuild, found }: Brought): void {
  const wanted = ROOM_TO_WORK * rebuild.size();
  const free = freeBytes();
  if (free >= wanted) return;
  throw new TakeOverRefused(
    `This machine’s disk has ${inMegabytes(free)} left beside the copy, and a desk of it needs ${inMegabytes(wanted)} more to begin its work, ${leftOf(found)}. ${MAKE_ROOM}`,
  );
}

const MAKE_ROOM =
  'Free some space here, or choose a folder on another disk with --data-dir, and start again with --take-over.';

const PUT_BACK =
  'Ask whoever looks after the database to put it back from a backup, and start again with --take-over.';

/** Whom a site has left where no desk is made of its copy. */
type Left = Pick<CopySite, 'holderName' | 'isReplaced'>;

/** What a take-over that ends here leaves behind; a part of a sentence. One before it may have been cut short. */
const leftOf = ({ holderName, isReplaced }: Left): string =>
  isReplaced === true
    ? `so no desk was made of it, and the machine that was the site desk (${holderName}) saves nothing any more`
    : `so nothing was changed, and the machine that is the site desk (${holderName}) goes on`;

/** A failure of this machine's disk or folder, or of the copy itself, in words; any other as it is. */
function inWords(thrown: unknown, left: Left): unknown {
  if (thrown instanceof CopyDamaged) {
    return new TakeOverRefused(`${thrown.message}, ${leftOf(left)}. ${PUT_BACK}`, { cause: thrown });
  }
  if (thrown instanceof DeskIsThere) {
    return new TakeOverRefused(
      `There is a desk in this data folder by now (${thrown.file}), ${leftOf(left)}. Choose another folder with --data-dir, and start again with --take-over.`,
      { cause: thrown },
    );
  }
  const code = errorCode(thrown) ?? '';
  if (!isDiskFailure(thrown) && !['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code)) return thrown;
  return new TakeOverRefused(
    `This machine’s disk could not take the copy (${code}), ${leftOf(left)}. ${MAKE_ROOM}`,
    { cause: thrown },
  );
}

/** From here on the other desk is replaced. `before`: what was brought while that was at work. */
async function replace(
  options: TakeOverOptions,
  found: CopySite,
  { bringing, before }: { readonly bringing: Bringing; readonly before: Brought | null },
): Promise<TakenOver> {
  const { database, site, clock } = options;
  const holder = options.random.uuid();
  const taken = await database
    .takeOver({ site, epoch: found.epoch }, { holder, holderName: options.machine })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof CopyDatabaseFailure) || thrown.reason !== 'unreachable') throw thrown;
      // The answer alone may be lost.
      throw new TakeOverRefused(
        `The database of the copy: ${thrown.message}, so the machine that was the site desk (${found.holderName}) may save nothing any more. Start again with --take-over.`,
        { cause: thrown },
      );
    });
  if (taken.kind === 'fenced') {
    throw new TakeOverRefused(
      `Another machine (${taken.by}) has just taken over, and is the site desk of ${site}: work there.`,
    );
  }
  const takenOver: TakenOver = {
    atMs: clock.nowMs(),
    from: taken.from,
    copiedUntilMs: taken.copiedUntilMs,
    lastSignMs: taken.lastSignMs,
    notCopied: taken.notCopied,
  };
  let brought: Brought | null = null;
  try {
    brought = await bringAfter(options, taken, { holder, before, bringing });
    // Not where it was judged before. It may be another copy by now.
    if (brought.rebuild !== before?.rebuild) options.judge(brought.rebuild.db, true);
    if (before !== null) await settle(bringing, brought, { database, epoch: taken.epoch });
    const rows = brought.rebuild.complete({
      nowMs: clock.nowMs(),
      state: stateOf(options, taken, { holder, takenOver }),
      finish: (db) => options.finish(db, takenOver),
    });
    options.log.info('the site was taken over', { site, epoch: taken.epoch, rows });
    return takenOver;
  } catch (thrown) {
    const left = { holderName: taken.from, isReplaced: true };
    if (thrown instanceof CopyDatabaseFailure) {
      throw new TakeOverRefused(
        `The database of the copy: ${thrown.message}, ${leftOf(left)}. Start again with --take-over.`,
        { cause: thrown },
      );
    }
    throw inWords(thrown, left);
  } finally {
    brought?.rebuild.abandon();
  }
}

/** Brings what came after the first look, or all of it where that is of no use any more. */
async function bringAfter(
  options: TakeOverOptions,
  taken: CopyTaken,
  {
    holder,
    before,
    bringing,
  }: { readonly holder: string; readonly before: Brought | null; readonly bringing: Bringing },
): Promise<Brought> {
  const rest = before && (await bringRest(bringing, before, taken));
  if (rest) return rest;
  before?.rebuild.abandon();
  const { database, site } = options;
  const read = before ? bringing.read : readAsHolder(database, { site, epoch: taken.epoch, holder }, taken);
  return bringAll({ ...bringing, read }, async () => {
    // A desk at work may have made its full copy whole since it was looked at, in a newer version; from now on it cannot.
    const now = await database.look(site);
    if (!canRebuild(now.storeVersion)) {
      throw new TakeOverRefused(
        `The copy was just written by a newer version of Drawdesk. The machine that was the site desk (${taken.from}) saves nothing any more: install that version here, and start again with --take-over.`,
      );
    }
    if (before) return now;
    // Where the database was just brought up to date it says which full copy is whole; what is read as before does not say of which it is.
    const { generation: _, ...asBefore } = now;
    return asBefore;
  });
}

/** The records of a database that an earlier version prepared. Nothing comes after those. */
function readAsHolder(
  database: CopyDatabase,
  desk: Parameters<CopyDatabase['read']>[0],
  taken: CopyTaken,
): ReadRecords {
  return async (_site, { afterNumber, ...page }) => {
    const { epoch, number } = taken;
    const at = { epoch, number, generation: 0, by: desk.holder };
    if (afterNumber >= number) return { ...at, records: [] };
    const answer = await database.read(desk, page);
    return answer.kind === 'fenced' ? { ...at, ...answer, records: [] } : { ...at, ...answer };
  };
}

const stateOf = (
  { site, siteKey, clock }: TakeOverOptions,
  { epoch, number, chain, copiedUntilMs }: CopyTaken,
  { holder, takenOver }: { readonly holder: string; readonly takenOver: TakenOver },
): CopyState => ({
  ...{ site, holder, epoch, key: siteKey, number, chain },
  // So the first start copies everything anew, now in the name of this desk.
  recordedFor: '',
  copiedUntilMs,
  keyShownAtMs: clock.nowMs(),
  fenced: null,
  takenOver,
});
