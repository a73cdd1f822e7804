// The codes for labels that the service gave, or that were read off its label documents.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type LabelCodeSource = 'service' | 'label-document';

export interface LabelCode {
  readonly code: string;
  readonly source: LabelCodeSource;
}

/** The code that labels of a registration carry. What the service says outweighs what was read off its document. */
export function saveLabelCode(db: Db, registrationId: string, code: string, source: LabelCodeSource): void {
  run(
    db,
    `INSERT INTO label_code (registration_id, code, source) VALUES (?, ?, ?)
     ON CONFLICT (registration_id) DO UPDATE SET code = excluded.code, source = excluded.source
     WHERE excluded.source = 'service' OR label_code.source = 'label-document'`,
    [registrationId, code, source],
  );
}

/** The service's own label was read, whether a code was found on it or not: what the code is, is settled. */
export function rememberLabelCodeAsked(db: Db, registrationId: string, nowMs: number): void {
  run(
    db,
    `INSERT INTO label_code_asked (registration_id, asked_at_ms) VALUES (?, ?)
     ON CONFLICT (registration_id) DO UPDATE SET asked_at_ms = excluded.asked_at_ms`,
    [registrationId, nowMs],
  );
}

/**
 * Those of the registrations (service's ids) whose label was last read before `beforeMs` (milliseconds since the epoch) and
 * whose code the service's own records do not tell: only the label would show that the code was corrected.
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

/** Those of the registrations (service's ids) whose code is settled: the service gave one, or its label was read. */
export function labelCodesAsked(db: Db, registrationIds: Iterable<string>): Set<string> {
  return new Set(
    all<{ id: string }>(
      db,
      `SELECT wanted.value AS id FROM json_each(?) AS wanted
       WHERE EXISTS (SELECT 1 FROM label_code WHERE registration_id = wanted.value)
         OR EXISTS (SELECT 1 FROM label_code_asked WHERE registration_id = wanted.value)`,
      [JSON.stringify([...registrationIds])],
    ).map((row) => row.id),
  );
}

/** The codes of these registrations (service's ids); those without one are left out. */
export function labelCodesOf(db: Db, registrationIds: Iterable<string>): Map<string, LabelCode> {
  const rows = all<LabelCode & { registration_id: string }>(
    db,
    'SELECT registration_id, code, source FROM label_code WHERE registration_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...registrationIds])],
  );
  return new Map(rows.map(({ registration_id, code, source }) => [registration_id, { code, source }]));
}
