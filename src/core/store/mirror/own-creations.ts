// Recognises records that this desk created, when they are read from the service before the answer to their creation is
// known.
import { get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { mapId, mappedServerIds } from '../outbox/id-map.ts';
import { FINISHED } from '../outbox/state-lists.ts';

/**
 * A record that this desk created appears in a list although the answer to its creation was lost. Its foreign_id tells
 * that it is the one made here, so it is linked to it and does not appear a second time.
 */
export function recogniseOwn(
  db: Db,
  kind: 'patient' | 'registration',
  record: { readonly id: string; readonly foreign_id: string | null },
): void {
  if (record.foreign_id === null) return;
  const row = get<{ subject_id: string }>(
    db,
    `SELECT subject_id FROM outbox WHERE kind = ? AND attempts > 0 AND state NOT IN ${FINISHED}
       AND json_extract(payload, '$.foreignId') = ?`,
    [`${kind}.create`, record.foreign_id],
  );
  if (row && !mappedServerIds(db, kind, [row.subject_id]).has(row.subject_id)) {
    mapId(db, kind, row.subject_id, record.id);
  }
}
