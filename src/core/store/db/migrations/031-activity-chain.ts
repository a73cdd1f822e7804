// Chains the entries of the activity, and lets them be found by person, desk, kind, patient and time.
import { hashOfEntry, NOTHING_BEFORE } from '../activity-hash.ts';
import type { HashedEntry } from '../activity-hash.ts';
import { all, run } from '../database.ts';
import type { Db } from '../database.ts';

export const activityChain = `
DROP TRIGGER activity_is_never_changed;
DROP TRIGGER activity_is_never_deleted;

-- The name of the further desk at which it was done; null: at the desk that holds this database.
ALTER TABLE activity ADD COLUMN desk TEXT;
-- The hash of the entry before, see activity-hash.ts.
ALTER TABLE activity ADD COLUMN before BLOB NOT NULL DEFAULT x'';
ALTER TABLE activity ADD COLUMN patient_id TEXT GENERATED ALWAYS AS (json_extract(detail, '$.patientId')) VIRTUAL;

CREATE INDEX activity_time ON activity (at_ms);
CREATE INDEX activity_actor ON activity (actor, at_ms);
CREATE INDEX activity_kind ON activity (kind, at_ms);
CREATE INDEX activity_actor_kind ON activity (actor, kind, at_ms);
CREATE INDEX activity_patient ON activity (patient_id, at_ms) WHERE patient_id IS NOT NULL;
CREATE INDEX activity_desk ON activity (desk, at_ms) WHERE desk IS NOT NULL;

-- One row: both ends of the chain.
CREATE TABLE activity_chain (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The newest entry: without it nobody would notice that the last entries were cut off.
  head_number INTEGER NOT NULL,
  head_hash BLOB NOT NULL,
  -- The last entry that was removed because it was old, and what the first one that is left must hold as before.
  removed_up_to INTEGER NOT NULL,
  removed_hash BLOB NOT NULL,
  -- When that entry had been written; null: nothing was removed.
  removed_at_ms INTEGER,
  -- Entries up to this number were there before entries were chained: they were taken as they were found.
  found_up_to INTEGER NOT NULL
) STRICT;
CREATE TRIGGER activity_chain_stays BEFORE DELETE ON activity_chain BEGIN
  SELECT RAISE(ABORT, 'the activity has two ends');
END;
`;

const GUARDS = `
CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;
-- Only from the oldest on, and only once the chain says so.
CREATE TRIGGER activity_is_never_deleted BEFORE DELETE ON activity
WHEN OLD.number > (SELECT removed_up_to FROM activity_chain) BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;
CREATE TRIGGER activity_is_chained BEFORE INSERT ON activity
WHEN NEW.before IS NOT (SELECT head_hash FROM activity_chain) BEGIN
  SELECT RAISE(ABORT, 'an entry of the activity holds the hash of the one before');
END;
`;

/** Entries taken at once, so that the memory of a start does not grow with the activity. */
const SLICE = 5_000;

/** Chains what is there already: a change of it is noticed from now on. What was changed earlier cannot be. */
export function chainFoundEntries(db: Db): void {
  let number = 0;
  let before: Uint8Array = NOTHING_BEFORE;
  for (;;) {
    const rows = all<HashedEntry>(db, 'SELECT * FROM activity WHERE number > ? ORDER BY number LIMIT ?', [
      number,
      SLICE,
    ]);
    for (const row of rows) {
      run(db, 'UPDATE activity SET before = ? WHERE number = ?', [before, row.number]);
      before = hashOfEntry({ ...row, before });
      number = row.number;
    }
    if (rows.length < SLICE) break;
  }
  run(
    db,
    `INSERT INTO activity_chain (id, head_number, head_hash, removed_up_to, removed_hash, removed_at_ms, found_up_to)
     VALUES (1, ?, ?, 0, ?, NULL, ?)`,
    [number, before, NOTHING_BEFORE, number],
  );
  db.exec(GUARDS);
}
