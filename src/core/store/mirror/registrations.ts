// Registrations as the service lists them. Each carries a copy of its patient.
import type { Registration } from '../../../wire/registration.ts';
import { all, mirrorTransaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf } from '../outbox/id-map.ts';
import { shownOn } from './document-subjects.ts';
import { forgetDocuments } from './documents.ts';
import { saveLabelCode } from './label-codes.ts';
import { recogniseOwnBooking } from './own-creations.ts';
import { isPatientStored } from './patients.ts';
import { indexPerson, isIndexed } from './person-index.ts';
import { personOfRegistration } from './person-mapping.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/** Registrations that repeat the failed tests of this one (the service's id), as far as they were read. */
export function retestsOf(db: Db, serverId: string): Registration[] {
  return all<{ body: string }>(
    db,
    `SELECT body FROM mirror_registration WHERE json_extract(body, '$.parent_id') = ? AND json_extract(body, '$.parent_id') IS NOT NULL ORDER BY trf_code`,
    [serverId],
  ).map((row) => JSON.parse(row.body) as Registration);
}

/**
 * The service's ids of registrations by which it can be recognised, `count` at most: those that this desk came to know last, newest first.
 * A machine that took over from another and has read none yet knows those of the visits; the ones with a sample are first, as those are
 * hardly cancelled.
 */
export function latestRegistrationIds(db: Db, count: number): string[] {
  const read = all<{ id: string }>(db, 'SELECT id FROM mirror_registration ORDER BY rowid DESC LIMIT ?', [
    count,
  ]);
  const known =
    read.length > 0
      ? read
      : all<{ id: string }>(
          db,
          `SELECT coalesce(made.server_id, registration_id) AS id
           FROM visit_registration JOIN visit ON visit.id = visit_id
           LEFT JOIN id_map AS made ON made.local_id = registration_id
           WHERE made.server_id IS NOT NULL
             OR NOT EXISTS (SELECT 1 FROM outbox WHERE subject_id = registration_id AND kind = 'registration.create')
           ORDER BY visit.collected_at_ms IS NULL, visit.date DESC LIMIT ?`,
          [count],
        );
  return known.map(({ id }) => id);
}

/** Adds the patient of a registration to the search index from the copy on it, until their own record is read. */
function indexCopiedPatient(db: Db, registration: Registration): void {
  const person = personOfRegistration(registration);
  if (person === null || registration.patient_id === null) return;
  if (isPatientStored(db, registration.patient_id)) return;
  const localId = localIdOf(db, 'patient', registration.patient_id);
  // For a person who was created here, what was entered is better than the copy.
  if (localId !== registration.patient_id && isIndexed(db, localId)) return;
  indexPerson(db, localId, person);
}

/** What documents of these registrations show, as far as any, or their patient's record, are stored; by the registration's id. */
function shownBefore(db: Db, registrations: readonly Registration[]): Map<string, string> {
  const rows = all<{ id: string; body: string }>(
    db,
    `WITH wanted (id) AS (SELECT value FROM json_each(?))
     SELECT id, body FROM mirror_registration WHERE id IN (
       SELECT registration_id FROM mirror_document WHERE registration_id IN (SELECT id FROM wanted)
       UNION SELECT registration_id FROM mirror_registration_part
       WHERE registration_id IN (SELECT id FROM wanted) AND part = 'patient')`,
    [JSON.stringify(registrations.map(({ id }) => id))],
  );
  return new Map(rows.map((row) => [row.id, shownOn(JSON.parse(row.body) as Registration)]));
}

/**
 * Stores registrations as the service listed them, in one transaction. Where the person or the form's code on one has
 * changed, its stored documents are removed. Returns the service's ids of those that changed. `nowMs`: milliseconds since the epoch.
 */
export function upsertRegistrations(db: Db, registrations: readonly Registration[], nowMs: number): Changed {
  return mirrorTransaction(db, () => {
    for (const registration of registrations) recogniseOwnBooking(db, registration);
    const before = shownBefore(db, registrations);
    const changed = upsertRows(
      db,
      'mirror_registration',
      registrations.map((registration) => ({
        id: registration.id,
        columns: {
          trf_code: registration.trf_code,
          short_code: registration.short_code,
          foreign_id: registration.foreign_id,
          // Some answers leave out the code of the label. The code that is stored stays.
          ...(registration.label_sample_id === undefined
            ? {}
            : { label_sample_id: registration.label_sample_id }),
          patient_id: registration.patient_id,
          appointment_id: registration.appointment_id,
          completed: registration.completed_at === null ? 0 : 1,
          missing_scans: 0,
        },
        body: JSON.stringify(registration),
      })),
      nowMs,
    );
    for (const registration of registrations) {
      if (!changed.has(registration.id)) continue;
      if (registration.label_sample_id)
        saveLabelCode(db, registration.id, registration.label_sample_id, 'service');
      indexCopiedPatient(db, registration);
      const shown = before.get(registration.id);
      if (shown !== undefined && shown !== shownOn(registration)) forgetDocuments(db, registration.id);
    }
    return changed;
  });
}
