// Reports of results that went to a printer.
import { get } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/**
 * When a report of results of a registration (local id) was printed last, or may have been, among those that the service had given before
 * `fetchedBeforeMs`; null where none was. Milliseconds since the epoch.
 */
export function reportPrintedAtMs(db: Db, registrationId: string, fetchedBeforeMs: number): number | null {
  const row = get<{ printed_at_ms: number | null }>(
    db,
    `SELECT max(coalesce(finished_at_ms, created_at_ms)) AS printed_at_ms FROM print_job
     WHERE document IS NOT NULL AND json_extract(document, '$.registrationId') = ? AND perhaps_printed = 1
       AND json_extract(document, '$.kind') = 'results' AND json_extract(document, '$.fetchedAtMs') < ?`,
    [registrationId, fetchedBeforeMs],
  );
  return row?.printed_at_ms ?? null;
}
