// Test locations as the service lists them.
import type { TestLocation } from '../../../wire/test-location.ts';
import { all, mirrorTransaction, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/** A test location, as the rest of the engine uses it. */
export interface LocationRecord {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

export function upsertLocations(db: Db, locations: readonly TestLocation[], nowMs: number): Changed {
  return mirrorTransaction(db, () =>
    upsertRows(
      db,
      'mirror_location',
      locations.map((location) => ({ id: location.id, columns: {}, body: JSON.stringify(location) })),
      nowMs,
    ),
  );
}

/** All locations, in the order in which the desk came to know them, which at first is that of the service's list. */
export function listLocations(db: Db): LocationRecord[] {
  return all<{ body: string }>(db, 'SELECT body FROM mirror_location ORDER BY rowid')
    .map((row) => JSON.parse(row.body) as TestLocation)
    .map((location) => ({ id: location.id, name: location.name, address: location.full_address }));
}

/** Removes the locations with these ids. Returns whether there were any. */
export function removeLocations(db: Db, ids: readonly string[]): boolean {
  if (ids.length === 0) return false;
  return (
    run(db, 'DELETE FROM mirror_location WHERE id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(ids),
    ]) > 0
  );
}
