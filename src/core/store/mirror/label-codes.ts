// The codes for labels that the service gave, or that were read off its label documents.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** The code that labels of a registration carry. What the service says outweighs what was read off its document. */
export function saveLabelCode(
  db: Db,
  registrationId: string,
  code: string,
  source: 'service' | 'label-document',
): void {
  run(
    db,
    `INSERT INTO label_code (registration_id, code, source) VALUES (?, ?, ?)
     ON CONFLICT (registration_id) DO UPDATE SET code = excluded.code, source = excluded.source
     WHERE excluded.source = 'service' OR label_code.source = 'label-document'`,
    [registrationId, code, source],
  );
}

export function isLabelCodeKnown(db: Db, registrationId: string): boolean {
  return get(db, 'SELECT 1 FROM label_code WHERE registration_id = ?', [registrationId]) !== null;
}
