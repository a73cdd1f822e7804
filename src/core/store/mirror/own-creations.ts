// Creations of this desk that turn up in a reading before their own answer was verified.
import { get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { mapId, mappedServerIds } from '../outbox/id-map.ts';
import { FINISHED } from '../outbox/state-lists.ts';

/**
 * A creation of ours whose answer was lost shows up in a list before it is verified: its foreign_id says that it is the
 * record made here, which then must not appear a second time.
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
