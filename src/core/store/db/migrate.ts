// Brings a database to the newest schema, one transaction for each migration.
import { get, transaction } from './database.ts';
import type { Db } from './database.ts';
import type { Migration } from './migrations/index.ts';

/** The number of the last migration that this database has had; 0 for a new one. */
export function schemaVersion(db: Db): number {
  return get<{ user_version: number }>(db, 'PRAGMA user_version')?.user_version ?? 0;
}

/** Runs the migrations that the database has not had. If one fails, it throws, and the migrations before it stay. */
export function migrate(db: Db, migrations: readonly Migration[]): void {
  for (const migration of migrations) {
    if (migration.version <= schemaVersion(db)) continue;
    transaction(db, () => {
      db.exec(migration.sql);
      migration.then?.(db);
      db.exec(`PRAGMA user_version = ${migration.version}`);
    });
  }
}
