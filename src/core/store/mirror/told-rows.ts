// What the service told and the desk keeps as it was told, with the time of it. Told the same again, nothing is written: the time is
// remembered, and saved once it is hours later than the saved one and when the desk stops. So after a power cut such a row looks older
// than it is, and never newer.
import { get, mirrorTransaction, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A row of a table that has `body` and `fetched_at_ms`; `key` are the columns that name the row. */
export interface ToldRow {
  readonly table: 'mirror_slots' | 'mirror_calendar';
  readonly key: Readonly<Record<string, string>>;
}

export interface Told {
  /** JSON. */
  readonly body: string;
  readonly fetchedAtMs: number;
}

/** A timetable is read some five times in these hours. */
const TIME_SAVED_EVERY_MS = 4 * 3_600_000;

interface Remembered {
  readonly row: ToldRow;
  readonly atMs: number;
}

/** Times that are not saved yet, by row. */
const remembered = new WeakMap<Db, Map<string, Remembered>>();

function timesOf(db: Db): Map<string, Remembered> {
  const times = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, times);
  return times;
}

const nameOf = ({ table, key }: ToldRow): string => JSON.stringify([table, ...Object.values(key)]);
const isRow = ({ key }: ToldRow): string =>
  Object.keys(key)
    .map((column) => `${column} = @${column}`)
    .join(' AND ');

function savedRow(db: Db, row: ToldRow): Told | null {
  return get<Told>(
    db,
    `SELECT body, fetched_at_ms AS fetchedAtMs FROM ${row.table} WHERE ${isRow(row)}`,
    row.key,
  );
}

/** Null while nothing was told. */
export function readTold(db: Db, row: ToldRow): Told | null {
  const saved = savedRow(db, row);
  return saved && { ...saved, fetchedAtMs: timesOf(db).get(nameOf(row))?.atMs ?? saved.fetchedAtMs };
}

/** Keeps what was told at `nowMs`. Writes where it differs from what is kept, or the saved time is hours old. */
export function keepTold(db: Db, row: ToldRow, body: string, nowMs: number): void {
  const before = savedRow(db, row);
  if (before?.body === body) {
    timesOf(db).set(nameOf(row), { row, atMs: nowMs });
    const sinceMs = nowMs - before.fetchedAtMs;
    // A clock that was set back must not leave a saved time that is still to come.
    if (sinceMs < 0 || sinceMs >= TIME_SAVED_EVERY_MS) saveTimesTold(db);
    return;
  }
  timesOf(db).delete(nameOf(row));
  const columns = Object.keys(row.key).join(', ');
  const values = Object.keys(row.key).map((column) => `@${column}`);
  mirrorTransaction(db, () =>
    run(
      db,
      `INSERT INTO ${row.table} (${columns}, body, fetched_at_ms) VALUES (${values.join(', ')}, @body, @nowMs)
       ON CONFLICT (${columns}) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
      { ...row.key, body, nowMs },
    ),
  );
}

/** Saves the times that are remembered only. */
export function saveTimesTold(db: Db): void {
  const times = timesOf(db);
  if (times.size === 0) return;
  mirrorTransaction(db, () => {
    for (const { row, atMs } of times.values()) {
      run(db, `UPDATE ${row.table} SET fetched_at_ms = @atMs WHERE ${isRow(row)}`, { ...row.key, atMs });
    }
  });
  times.clear();
}
