// Codes that belong to more than one patient. A tube with such a code could be either's.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Those of the codes that belong to registrations of different patients, in capitals. */
export function codesOfSeveralPatients(db: Db, codes: readonly string[]): ReadonlySet<string> {
  if (codes.length === 0) return new Set();
  const rows = all<{ code: string }>(
    db,
    `WITH asked (code) AS (SELECT DISTINCT upper(value) FROM json_each(?)),
       bearer (code, owner) AS (
         SELECT asked.code, coalesce(registration.patient_id, registration.id) FROM asked
           JOIN mirror_registration AS registration ON registration.trf_code = asked.code COLLATE NOCASE
         UNION
         SELECT asked.code, coalesce(registration.patient_id, registration.id) FROM asked
           JOIN label_code ON label_code.code = asked.code COLLATE NOCASE
           JOIN mirror_registration AS registration ON registration.id = label_code.registration_id)
     SELECT code FROM bearer GROUP BY code HAVING count(DISTINCT owner) > 1`,
    [JSON.stringify(codes)],
  );
  return new Set(rows.map((row) => row.code));
}
