// What a database holds that this desk does not work with: how much of it was never sent, and when it was last used.
import { lastCommit } from './db/commit-count.ts';
import { connect } from './db/connect.ts';
import { get } from './db/database.ts';
import type { Db } from './db/database.ts';
import { readSetting } from './desk/settings.ts';
import type { Settings } from './desk/settings.ts';
import { FINISHED } from './outbox/state-lists.ts';

export interface ClosedStore {
  /** Changes that the service of this database has not confirmed, those that need a person among them. */
  readonly unsent: number;
  /** Milliseconds since the epoch; null: a version that did not note it. */
  readonly savedAtMs: number | null;
  /** For which service it was made; null: training, or a version that did not note it. */
  readonly madeFor: Settings['madeFor']['madeFor'];
}

/**
 * Reads a database without changing it, whatever version of the desk made it.
 *
 * @param key 32 bytes
 * @returns null where it cannot be read: it is damaged, or only a backup of it is left
 */
export function readClosedStore(file: string, key: Uint8Array): ClosedStore | null {
  let db: Db | null = null;
  try {
    db = connect(file, key, { readonly: true });
    return {
      unsent:
        get<{ count: number }>(db, `SELECT count(*) AS count FROM outbox WHERE state NOT IN ${FINISHED}`)
          ?.count ?? 0,
      savedAtMs: lastCommit(db).atMs,
      madeFor: readSetting(db, 'madeFor')?.madeFor ?? null,
    };
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
