// Looks at a database file without writing to it: what it is, whether it is whole, and how new it is.
import { closeSync, openSync, readSync } from 'node:fs';
import { lastCommit } from './commit-count.ts';
import type { Commit } from './commit-count.ts';
import { connect, isDamage } from './connect.ts';
import type { Db } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

const PLAIN_HEADER = 'SQLite format 3\0';

/** The schema that this version of the desk makes. */
export function latestVersion(): number {
  return MIGRATIONS.at(-1)?.version ?? 0;
}

/** True for a database that is not encrypted, which none of ours is. */
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

/**
 * Looks at an existing file, together with the log beside it. `integrity_check` also compares the indexes with their
 * tables, and takes longer. Throws what is no damage, such as a file that may not be read.
 */
export function inspect(
  file: string,
  key: Uint8Array,
  check: 'quick_check' | 'integrity_check' = 'quick_check',
): Health {
  if (isPlain(file)) return { kind: 'damaged', why: 'the file is not encrypted, so it is not one of ours' };
  let db: Db | null = null;
  try {
    db = connect(file, key, { readonly: true });
    const version = schemaVersion(db);
    // A newer version's file is none of our business, sound or not.
    if (version > latestVersion()) return { kind: 'sound', version, commit: { count: 0, atMs: null } };
    const verdict = db.pragma(check, { simple: true });
    return verdict === 'ok'
      ? { kind: 'sound', version, commit: lastCommit(db) }
      : { kind: 'damaged', why: String(verdict).split('\n')[0] ?? '' };
  } catch (thrown) {
    if (isDamage(thrown)) return { kind: 'damaged', why: (thrown as Error).message };
    throw thrown;
  } finally {
    db?.close();
  }
}
