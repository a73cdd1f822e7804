// The end of holds: a slot that this desk held and did not confirm in time is free again.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { GIVEN_UP } from '../outbox/state-lists.ts';

/**
 * Marks holds that have ended, unless a confirmation or release of them is on its way; their slots are free again. A
 * mark is removed when the time turns out to be earlier than was believed. Returns whether anything changed, and when
 * the next hold ends (milliseconds since the epoch by the service's clock; null when nothing is held).
 */
export function lapseHolds(
  db: Db,
  nowMs: number,
): { readonly changed: boolean; readonly nextEndMs: number | null } {
  const holds = all<{ sequence: number; expires_at: string | null; lapsed: number }>(
    db,
    `SELECT hold.sequence, json_extract(mirror_appointment.body, '$.expires_at') AS expires_at,
       coalesce(json_extract(hold.resolution, '$.lapsed'), 0) AS lapsed
     FROM outbox AS hold
     JOIN id_map ON id_map.local_id = hold.subject_id
     JOIN mirror_appointment ON mirror_appointment.id = id_map.server_id
     WHERE hold.kind = 'appointment.hold' AND hold.state = 'confirmed'
       AND json_extract(mirror_appointment.body, '$.confirmed') = 0
       AND NOT EXISTS (SELECT 1 FROM outbox AS follower WHERE follower.subject_id = hold.subject_id
         AND follower.kind IN ('appointment.confirm', 'appointment.release')
         AND follower.state NOT IN ${GIVEN_UP})`,
  );
  let nextEndMs: number | null = null;
  let changed = false;
  for (const { sequence, expires_at, lapsed: marked } of holds) {
    if (expires_at === null) continue;
    const endMs = Date.parse(expires_at);
    const isOver = endMs <= nowMs;
    if (!isOver) nextEndMs = Math.min(nextEndMs ?? Infinity, endMs);
    if (isOver === (marked === 1)) continue;
    const change = isOver
      ? `json_set(coalesce(resolution, '{}'), '$.lapsed', json('true'))`
      : `json_remove(resolution, '$.lapsed')`;
    run(db, `UPDATE outbox SET resolution = ${change} WHERE sequence = ?`, [sequence]);
    changed = true;
  }
  return { changed, nextEndMs };
}
