// Brings a database to the newest schema, one transaction for each step.
import { get, transaction } from './database.ts';
import type { Db } from './database.ts';
import type { Migration } from './migrations/index.ts';

/** The last migration this file has seen; 0 for a new one. */
export function schemaVersion(db: Db): number {
  return get<{ user_version: number }>(db, 'PRAGMA user_version')?.user_version ?? 0;
}

/** A step that fails leaves the file at the step before it, and throws. */
export function migrate(db: Db, migrations: readonly Migration[]): void {
  for (const migration of migrations) {
    if (migration.version <= schemaVersion(db)) continue;
    transaction(db, () => {
      db.exec(migration.sql);
      db.exec(`PRAGMA user_version = ${migration.version}`);
    });
  }
}
