// Forms, labels and reports of results (PDF) of the service, kept so that they can be opened while it does not answer.
import type { DocumentKind } from '../../../domain/document-kind.ts';
import { allAmong, get, mirrorTransaction, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { groupRows } from '../db/group-rows.ts';
import { serverIdOf } from '../outbox/id-map.ts';
import { forgetPatientParts } from './registration-facts.ts';

export interface StoredDocument {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly fetchedAtMs: number;
}

export interface NewDocument extends StoredDocument {
  /** The service's id. */
  readonly registrationId: string;
  readonly kind: DocumentKind;
}

/** Without waiting for the disk: the service can be asked for it again. */
export function saveDocument(db: Db, document: NewDocument): void {
  mirrorTransaction(db, () =>
    run(
      db,
      `INSERT INTO mirror_document (registration_id, kind, content_type, bytes, fetched_at_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (registration_id, kind) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes,
         fetched_at_ms = excluded.fetched_at_ms`,
      [
        document.registrationId,
        document.kind,
        document.contentType,
        Buffer.from(document.bytes),
        document.fetchedAtMs,
      ],
    ),
  );
}

/** A stored document by the local id of its registration; null when there is none. */
export function findDocument(db: Db, registrationId: string, kind: DocumentKind): StoredDocument | null {
  const serverId = serverIdOf(db, 'registration', registrationId);
  return serverId === null ? null : readStoredDocument(db, serverId, kind);
}

/** When the stored document of a registration (service's id) was fetched, by the service's clock; null when there is none. */
export function documentKeptAtMs(db: Db, serverId: string, kind: DocumentKind): number | null {
  const row = get<{ fetched_at_ms: number }>(
    db,
    'SELECT fetched_at_ms FROM mirror_document WHERE registration_id = ? AND kind = ?',
    [serverId, kind],
  );
  return row?.fetched_at_ms ?? null;
}

/** A stored document by the service's id of its registration; null when there is none. */
export function readStoredDocument(db: Db, serverId: string, kind: DocumentKind): StoredDocument | null {
  const row = get<{ content_type: string; bytes: Buffer; fetched_at_ms: number }>(
    db,
    'SELECT content_type, bytes, fetched_at_ms FROM mirror_document WHERE registration_id = ? AND kind = ?',
    [serverId, kind],
  );
  return (
    row && { contentType: row.content_type, bytes: new Uint8Array(row.bytes), fetchedAtMs: row.fetched_at_ms }
  );
}

/**
 * Removes the documents of a registration (service's id) whose patient has changed, and the patient's record that was read with it: a
 * form for another person is worse than none.
 */
export function forgetDocuments(db: Db, registrationId: string): void {
  run(db, 'DELETE FROM mirror_document WHERE registration_id = ?', [registrationId]);
  forgetPatientParts(db, [registrationId]);
}

/** Removes one document of a registration (service's id): a report that is not what the service says by now, or somebody else's. */
export function forgetDocument(db: Db, registrationId: string, kind: DocumentKind): void {
  run(db, 'DELETE FROM mirror_document WHERE registration_id = ? AND kind = ?', [registrationId, kind]);
}

/** Removes the documents of all registrations of a patient (service's id) whose name or date of birth has changed. */
export function forgetDocumentsOfPatient(db: Db, patientId: string): void {
  run(
    db,
    'DELETE FROM mirror_document WHERE registration_id IN (SELECT id FROM mirror_registration WHERE patient_id = ?)',
    [patientId],
  );
}

/**
 * Removes documents that were read before an instant (milliseconds since the epoch), `limit` at most; those that are
 * still wanted are read again. Returns how many.
 */
export function forgetOldDocuments(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    'DELETE FROM mirror_document WHERE rowid IN (SELECT rowid FROM mirror_document WHERE fetched_at_ms < ? LIMIT ?)',
    [beforeMs, limit],
  );
}

/** Which documents are stored of these registrations (service's ids). */
export function storedDocumentKinds(
  db: Db,
  registrationIds: Iterable<string>,
): Map<string, Set<DocumentKind>> {
  const rows = allAmong<{ registration_id: string; kind: DocumentKind }>(
    db,
    'SELECT registration_id, kind FROM mirror_document WHERE registration_id IN (SELECT value FROM json_each(?))',
    registrationIds,
  );
  const kinds = groupRows(
    rows,
    (row) => row.registration_id,
    (row) => row.kind,
  );
  return new Map(Array.from(kinds, ([id, ofRegistration]) => [id, new Set(ofRegistration)]));
}
