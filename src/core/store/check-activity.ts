// Checks the chain of the activity: finds entries that were changed, removed, added or cut off past the desk.
import { existsSync } from 'node:fs';
import { hashOfEntry } from './db/activity-hash.ts';
import type { HashedEntry } from './db/activity-hash.ts';
import { connect, isDamage } from './db/connect.ts';
import { all } from './db/database.ts';
import type { Db } from './db/database.ts';
import { latestVersion } from './db/inspect.ts';
import { schemaVersion } from './db/migrate.ts';
import { readActivityChain } from './desk/activity.ts';
import type { ActivityChain } from './desk/activity.ts';

/** The migration that began the chain. */
const CHAINED_FROM_SCHEMA = 31;
/** Entries read at once. */
const SLICE = 2_000;
/** More than these say nothing more; they are counted. */
const MOST_FAULTS = 50;

/**
 * What does not agree. `changed`: the entry is not as it was when the next one was written, or, where `isLast`, when the desk
 * wrote it as the last one. `missing`: entries inside the chain; `cut-off`: at its end. `added`: the desk has not written it.
 */
export type ActivityFault =
  | { readonly kind: 'changed'; readonly number: number; readonly isLast: boolean }
  | { readonly kind: 'missing' | 'cut-off'; readonly from: number; readonly to: number }
  | { readonly kind: 'added'; readonly number: number }
  /** An entry that was asked for by number and hash is another one. */
  | { readonly kind: 'not-as-noted'; readonly number: number };

export interface ActivityCheck {
  readonly entries: number;
  /** When the oldest and the newest entry were written, milliseconds since the epoch; null: there is none. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** The newest entry that the desk has written, with its hash as 64 hexadecimal digits. */
  readonly head: { readonly number: number; readonly hash: string };
  /** What was removed because it was old: entries up to this number, the last of them written at `atMs`. */
  readonly removed: { readonly upTo: number; readonly atMs: number | null };
  /** Entries up to this number are older than the chain. */
  readonly foundUpTo: number;
  /** The first ones only; see `faultCount`. */
  readonly faults: readonly ActivityFault[];
  readonly faultCount: number;
  /**
   * The entry that was asked for: as it was noted, another one or none, or not there any more because it was old. Null:
   * none was asked for.
   */
  readonly noted: 'same' | 'differs' | 'removed' | null;
}

/** The end of an earlier check, as somebody has noted it outside the desk. */
export interface NotedEntry {
  readonly number: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** Goes through the chain a slice at a time; `done` is null until all is looked at. */
export interface ActivityChecking {
  /** Looks at the next entries, a few milliseconds of work. Returns false once all are looked at. */
  next(): boolean;
  result(): ActivityCheck;
}

/**
 * Begins to check the chain up to the entry that is the newest now, so that the desk may go on writing meanwhile.
 *
 *     const checking = beginActivityCheck(db);
 *     while (checking.next());
 *     checking.result().faultCount // 0
 */
export function beginActivityCheck(db: Db, noted: NotedEntry | null = null): ActivityChecking {
  const chain = readActivityChain(db);
  const faults: ActivityFault[] = [];
  let faultCount = 0;
  const report = (fault: ActivityFault): void => {
    faultCount += 1;
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };

  // Read together with the chain, before the desk can write another one.
  const beyond = all<{ number: number }>(db, 'SELECT number FROM activity WHERE number > ? ORDER BY number', [
    chain.head_number,
  ]);
  let entries = 0;
  let firstMs: number | null = null;
  let lastMs: number | null = null;
  let compared: ActivityCheck['noted'] = noted === null ? null : 'differs';
  /** The last entry that was looked at. */
  let last = 0;
  /** What the next one must hold; null after a gap, when that is not known. */
  let hash: Buffer | null = null;
  /** The last one whose change was reported: a changed entry disagrees with both of its neighbours. */
  let lastChanged = -1;
  /** Where the next slice begins; entries below the anchor were removed, so one that is there was put there. */
  let from = -1;
  let over = false;

  /** Old entries may be removed while the check goes on. */
  function beginAt({ removed_up_to, removed_hash }: ActivityChain): void {
    if (removed_up_to < last || (removed_up_to === last && hash !== null)) return;
    last = removed_up_to;
    hash = removed_hash;
    if (noted === null || noted.number > last || compared === 'same') return;
    const isThis = noted.number === last;
    compared = !isThis ? 'removed' : hash.toString('hex') === noted.hash ? 'same' : 'differs';
  }

  function reportChange(number: number, isLast: boolean): void {
    if (number !== lastChanged) report({ kind: 'changed', number, isLast });
    lastChanged = number;
  }

  function look(row: HashedEntry, anchor: number): void {
    if (row.number <= anchor) {
      report({ kind: 'added', number: row.number });
      return;
    }
    if (row.number > last + 1) {
      report({ kind: 'missing', from: last + 1, to: row.number - 1 });
      hash = null;
    }
    // The first one has no entry before it that could have been changed.
    if (hash !== null && !hash.equals(row.before)) reportChange(last === anchor ? row.number : last, false);
    hash = hashOfEntry(row);
    last = row.number;
    entries += 1;
    firstMs ??= row.at_ms;
    lastMs = row.at_ms;
    if (noted?.number === row.number && hash.toString('hex') === noted.hash) compared = 'same';
  }

  function end(): void {
    over = true;
    if (last < chain.head_number) report({ kind: 'cut-off', from: last + 1, to: chain.head_number });
    else if (hash !== null && !hash.equals(chain.head_hash)) reportChange(last, true);
    for (const { number } of beyond) report({ kind: 'added', number });
    if (compared === 'differs' && noted) report({ kind: 'not-as-noted', number: noted.number });
  }

  beginAt(chain);
  return {
    next() {
      if (over) return false;
      const now = readActivityChain(db);
      beginAt(now);
      const rows = all<HashedEntry>(
        db,
        'SELECT * FROM activity WHERE number > ? AND number <= ? ORDER BY number LIMIT ?',
        [from, chain.head_number, SLICE],
      );
      for (const row of rows) look(row, now.removed_up_to);
      from = rows.at(-1)?.number ?? from;
      if (rows.length < SLICE) end();
      return !over;
    },
    result() {
      const { removed_up_to: upTo, removed_at_ms: atMs } = readActivityChain(db);
      return {
        entries,
        firstMs,
        lastMs,
        head: { number: chain.head_number, hash: chain.head_hash.toString('hex') },
        removed: { upTo, atMs },
        foundUpTo: chain.found_up_to,
        faults,
        faultCount,
        noted: compared,
      };
    },
  };
}

/** Whether the list and the ends of its chain are there: every desk that has written its schema has both. */
function hasChain(db: Db): boolean {
  const tables = all<{ name: string }>(
    db,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('activity', 'activity_chain')",
  );
  return tables.length === 2 && all(db, 'SELECT 1 FROM activity_chain').length === 1;
}

/** A database whose activity was not checked, and why. */
export type UncheckedActivity =
  | 'no-file'
  | 'empty'
  | 'unreadable'
  | 'older-schema'
  | 'newer-schema'
  /** The list itself, or what the desk keeps of its ends, is not there. */
  | 'taken-out';

/**
 * Checks the activity in a database file without changing anything, also while a desk works with the file.
 *
 * @throws the driver's error when the file may not be read
 */
export function checkActivityOf(
  file: string,
  key: Uint8Array,
  noted: NotedEntry | null,
): ActivityCheck | UncheckedActivity {
  if (!existsSync(file)) return 'no-file';
  let db: Db | null = null;
  try {
    db = connect(file, key, { readonly: true });
    // One look at the database as it is now: entries that a desk writes meanwhile are not seen in part.
    db.exec('BEGIN');
    const schema = schemaVersion(db);
    if (schema > latestVersion()) return 'newer-schema';
    // Every desk writes its schema before anything else: a file without one was emptied.
    if (schema === 0) return 'empty';
    if (schema < CHAINED_FROM_SCHEMA) return 'older-schema';
    if (!hasChain(db)) return 'taken-out';
    const checking = beginActivityCheck(db, noted);
    while (checking.next());
    return checking.result();
  } catch (thrown) {
    if (isDamage(thrown)) return 'unreadable';
    throw thrown;
  } finally {
    db?.close();
  }
}
