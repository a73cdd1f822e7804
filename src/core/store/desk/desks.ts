// The further desks that were ever paired with this site. None is deleted: the activity names them.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface FurtherDesk {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of its key. */
  readonly keyHash: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly pairedAtMs: number;
  readonly pairedBy: string;
  readonly lastSeenMs: number;
  /** Null: it may ask. */
  readonly shutOutAtMs: number | null;
}

interface DeskRow {
  id: string;
  name: string;
  key_hash: string;
  paired_at_ms: number;
  paired_by: string;
  last_seen_ms: number;
  shut_out_at_ms: number | null;
}

/** In the order in which they were paired. */
export function listDesks(db: Db): FurtherDesk[] {
  return all<DeskRow>(db, 'SELECT * FROM desk ORDER BY paired_at_ms, id').map((row) => ({
    id: row.id,
    name: row.name,
    keyHash: row.key_hash,
    pairedAtMs: row.paired_at_ms,
    pairedBy: row.paired_by,
    lastSeenMs: row.last_seen_ms,
    shutOutAtMs: row.shut_out_at_ms,
  }));
}

export function addDesk(db: Db, desk: Omit<FurtherDesk, 'lastSeenMs' | 'shutOutAtMs'>): void {
  run(
    db,
    `INSERT INTO desk (id, name, key_hash, paired_at_ms, paired_by, last_seen_ms)
     VALUES (@id, @name, @keyHash, @pairedAtMs, @pairedBy, @pairedAtMs)`,
    { ...desk },
  );
}

/** The key that it had is good no more. */
export function giveNewKey(db: Db, desk: Omit<FurtherDesk, 'lastSeenMs' | 'shutOutAtMs'>): void {
  run(
    db,
    `UPDATE desk SET name = @name, key_hash = @keyHash, paired_at_ms = @pairedAtMs, paired_by = @pairedBy,
       last_seen_ms = @pairedAtMs WHERE id = @id`,
    { ...desk },
  );
}

export function renameDesk(db: Db, id: string, name: string): void {
  run(db, 'UPDATE desk SET name = ? WHERE id = ?', [name, id]);
}

export function markShutOut(db: Db, id: string, atMs: number): void {
  run(db, 'UPDATE desk SET shut_out_at_ms = ? WHERE id = ?', [atMs, id]);
}

export function noteSeen(db: Db, id: string, atMs: number): void {
  run(db, 'UPDATE desk SET last_seen_ms = ? WHERE id = ?', [atMs, id]);
}
