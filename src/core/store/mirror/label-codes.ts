// The codes that belong on labels: told by the service, or read from its label documents.
import { all, allAmong, mirrorTransaction, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type LabelCodeSource = 'service' | 'label-document';

export interface LabelCode {
  readonly code: string;
  readonly source: LabelCodeSource;
}

/**
 * Stores the code that labels of a registration (service's id) carry. A code that the service told is never replaced by
 * one that was read from a document.
 */
export function saveLabelCode(db: Db, registrationId: string, code: string, source: LabelCodeSource): void {
  run(
    db,
    `INSERT INTO label_code (registration_id, code, source) VALUES (?, ?, ?)
     ON CONFLICT (registration_id) DO UPDATE SET code = excluded.code, source = excluded.source
     WHERE excluded.source = 'service' OR label_code.source = 'label-document'`,
    [registrationId, code, source],
  );
}

/**
 * Keeps what a registration's label document says: its code, null where it has none. From then on it is known what the code is. The
 * document can be read again, so the disk is not waited for.
 */
export function saveLabelRead(db: Db, registrationId: string, code: string | null, nowMs: number): void {
  mirrorTransaction(db, () => {
    if (code !== null) saveLabelCode(db, registrationId, code, 'label-document');
    run(
      db,
      `INSERT INTO label_code_asked (registration_id, asked_at_ms) VALUES (?, ?)
       ON CONFLICT (registration_id) DO UPDATE SET asked_at_ms = excluded.asked_at_ms`,
      [registrationId, nowMs],
    );
  });
}

/**
 * Those of the registrations (service's ids) whose label was last read before `beforeMs` (milliseconds since the
 * epoch), and whose code is told by no record of the service. A correction of such a code shows only on the label.
 */
export function labelsReadBefore(db: Db, registrationIds: Iterable<string>, beforeMs: number): Set<string> {
  return new Set(
    all<{ registration_id: string }>(
      db,
      `SELECT registration_id FROM label_code_asked
       WHERE registration_id IN (SELECT value FROM json_each(?)) AND asked_at_ms < ?
         AND NOT EXISTS (SELECT 1 FROM label_code
           WHERE label_code.registration_id = label_code_asked.registration_id AND label_code.source = 'service')`,
      [JSON.stringify([...registrationIds]), beforeMs],
    ).map((row) => row.registration_id),
  );
}

/**
 * Those of the registrations (service's ids) whose code is known for certain: the service told it, or its label
 * document was read.
 */
export function labelCodesAsked(db: Db, registrationIds: Iterable<string>): Set<string> {
  const ids = [...registrationIds];
  const told = allAmong<{ id: string }>(
    db,
    'SELECT registration_id AS id FROM label_code WHERE registration_id IN (SELECT value FROM json_each(?))',
    ids,
  );
  const asked = allAmong<{ id: string }>(
    db,
    'SELECT registration_id AS id FROM label_code_asked WHERE registration_id IN (SELECT value FROM json_each(?))',
    ids,
  );
  return new Set([...told, ...asked].map((row) => row.id));
}

/** The codes of these registrations (service's ids); those without one are left out. */
export function labelCodesOf(db: Db, registrationIds: Iterable<string>): Map<string, LabelCode> {
  const rows = allAmong<LabelCode & { registration_id: string }>(
    db,
    'SELECT registration_id, code, source FROM label_code WHERE registration_id IN (SELECT value FROM json_each(?))',
    registrationIds,
  );
  return new Map(rows.map(({ registration_id, code, source }) => [registration_id, { code, source }]));
}
