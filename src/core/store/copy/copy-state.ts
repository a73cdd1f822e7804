// How far the copy is, as this database knows it. It is kept in one row, and is no part of the copy itself.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Another machine has become the site desk. */
export interface Fenced {
  readonly epoch: number;
  /** The other machine's name. */
  readonly by: string;
  /** Milliseconds since the epoch, by the clock of the PostgreSQL database. */
  readonly atMs: number;
  /** The last change of this desk that the copy had when it was taken over. */
  readonly copiedNumber: number;
}

/** What this desk was made from, when it took the place of another. */
export interface TakenOver {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The name of the machine that was the site desk before. */
  readonly from: string;
  /** Everything saved until then is here: milliseconds since the epoch by the old machine's clock; null: not known. */
  readonly copiedUntilMs: number | null;
  /** When the old machine was last heard of; milliseconds since the epoch, null: never. */
  readonly lastSignMs: number | null;
  /** How many entries of the activity were not copied when it was last heard of; they are on the old machine only. */
  readonly notCopied: number;
}

export interface CopyState {
  /** The name of the site in the PostgreSQL database. */
  readonly site: string;
  /** This desk, as the database knows it: a UUID. */
  readonly holder: string;
  /** Raised by each take-over; 0 until the database has given the first. */
  readonly epoch: number;
  /** The site's key for the copy: 32 bytes, in hexadecimal. */
  readonly key: string;
  /** The last change that the database has confirmed, and the fingerprint of all until then. */
  readonly number: number;
  readonly chain: string;
  /** The last starts of this desk that had a copy, newest last; see `CopyStart`. Left out by earlier versions. */
  readonly starts?: readonly string[];
  /** What the triggers were made for: the schema and its copied tables. Others need new ones, and all rows once more. */
  readonly recordedFor: string;
  /** Everything until this time is in the copy; milliseconds since the epoch by this machine's clock, null: not known. */
  readonly copiedUntilMs: number | null;
  /**
   * The newest entry of the activity in the copy that another desk would be made from, while a full copy comes in beside that; null or
   * left out: none comes in.
   */
  readonly activityCopied?: number | null;
  /**
   * The copy was found to have what this desk lacks, and nothing was copied since: it numbers other changes than this desk does after
   * {@link number}. Left out by earlier versions.
   */
  readonly parted?: boolean;
  /**
   * The last batch that was sent: where the copy is once it has taken that. The answer may never come, and an update before the next start
   * forgets the changes that the batch was made of. Left out by earlier versions.
   */
  readonly sent?: { readonly number: number; readonly chain: string };
  /** When somebody has seen the recovery key; milliseconds since the epoch, null: nobody yet. */
  readonly keyShownAtMs: number | null;
  readonly fenced: Fenced | null;
  readonly takenOver: TakenOver | null;
}

/** Null at a desk that has never had a copy. */
export function readCopyState(db: Db): CopyState | null {
  const row = get<{ state: string }>(db, 'SELECT state FROM copy_state');
  return row ? (JSON.parse(row.state) as CopyState) : null;
}

/** Keeps the state, in the caller's transaction if there is one. */
export function writeCopyState(db: Db, state: CopyState): void {
  run(
    db,
    'INSERT INTO copy_state (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state',
    [JSON.stringify(state)],
  );
}
