// Inspects a database file without writing to it: is it encrypted, is it sound, which schema and which last commit.
import { closeSync, openSync, readSync } from 'node:fs';
import { lastCommit } from './commit-count.ts';
import type { Commit } from './commit-count.ts';
import { connect, isDamage } from './connect.ts';
import type { Db } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

const PLAIN_HEADER = 'SQLite format 3\0';

/** The number of the newest migration, which is the schema that this version of the desk uses. */
export function latestVersion(): number {
  return MIGRATIONS.at(-1)?.version ?? 0;
}

/** True for a database that is not encrypted, and so was not made by the desk. */
export function isPlain(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(PLAIN_HEADER.length);
    const read = readSync(descriptor, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, read) === PLAIN_HEADER;
  } finally {
    closeSync(descriptor);
  }
}

export type Health =
  | { readonly kind: 'sound'; readonly version: number; readonly commit: Commit }
  | { readonly kind: 'damaged'; readonly why: string };

/** The first fault in SQLite's verdict, which names the database above them; null when the database is sound. */
export function faultIn(verdict: string): string | null {
  if (verdict === 'ok') return null;
  return verdict.split('\n').find((line) => line !== '' && !line.startsWith('***')) ?? verdict;
}

/**
 * Inspects an existing file together with the log beside it. `integrity_check` also compares the indexes with their
 * tables, and takes longer; null reads only what says which schema and which commit it has, and is for a file that was sound when it
 * was last closed.
 *
 * @throws the driver's error when it is not about damage, for example when the file may not be read
 */
export function inspect(
  file: string,
  key: Uint8Array,
  check: 'quick_check' | 'integrity_check' | null = 'quick_check',
): Health {
  if (isPlain(file))
    return { kind: 'damaged', why: 'the file is not encrypted, so the desk did not make it' };
  let db: Db | null = null;
  try {
    db = connect(file, key, { readonly: true });
    const version = schemaVersion(db);
    // A file of a newer version is refused anyway, so it is not checked.
    if (version > latestVersion()) return { kind: 'sound', version, commit: { count: 0, atMs: null } };
    const fault = check === null ? null : faultIn(String(db.pragma(check, { simple: true })));
    return fault === null
      ? { kind: 'sound', version, commit: lastCommit(db) }
      : { kind: 'damaged', why: fault };
  } catch (thrown) {
    if (isDamage(thrown)) return { kind: 'damaged', why: (thrown as Error).message };
    throw thrown;
  } finally {
    db?.close();
  }
}
