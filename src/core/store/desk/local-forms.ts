// The local forms that were made: the code of each, whom it names, and whether the service's form has replaced it.
import type { PersonShown } from '../../../domain/identity.ts';
import type { LocalFormEnd } from '../../../domain/local-form.ts';
import { allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { GIVEN_UP } from '../outbox/state-lists.ts';

/** The form of ours that a registration has. */
export interface LocalForm {
  /** The desk's own id. */
  readonly registrationId: string;
  readonly code: string;
  /** Whom it names, or for whom a person has said that it stays. */
  readonly madeFor: PersonShown;
  readonly madeAtMs: number;
  /** Null while it may lie somewhere and nobody has said what became of it. */
  readonly settledAs: LocalFormEnd | null;
}

interface LocalFormRow {
  registration_id: string;
  code: string;
  made_for: string;
  made_at_ms: number;
  settled_as: LocalFormEnd | null;
}

const toLocalForm = (row: LocalFormRow): LocalForm => ({
  registrationId: row.registration_id,
  code: row.code,
  madeFor: JSON.parse(row.made_for) as PersonShown,
  madeAtMs: row.made_at_ms,
  settledAs: row.settled_as,
});

/** The local form of a registration; null when none was made. */
export function findLocalForm(db: Db, registrationId: string): LocalForm | null {
  const row = get<LocalFormRow>(db, 'SELECT * FROM local_form WHERE registration_id = ?', [registrationId]);
  return row && toLocalForm(row);
}

/** The local forms of registrations (the desk's own ids), by registration. */
export function localFormsOf(db: Db, registrationIds: readonly string[]): Map<string, LocalForm> {
  const rows = allAmong<LocalFormRow>(
    db,
    'SELECT * FROM local_form WHERE registration_id IN (SELECT value FROM json_each(?))',
    registrationIds,
  );
  return new Map(rows.map((row) => [row.registration_id, toLocalForm(row)]));
}

/** The newest print job of a registration's local form; null when none was printed here. `visitId`: the registration's visit. */
export function newestFormJobId(
  db: Db,
  of: { readonly registrationId: string; readonly visitId: string | null },
): string | null {
  const row = get<{ id: string }>(
    db,
    `SELECT id FROM print_job WHERE visit_id IS @visitId AND json_extract(document, '$.kind') = 'local-form'
       AND json_extract(document, '$.registrationId') = @registrationId
     ORDER BY sequence DESC LIMIT 1`,
    of,
  );
  return row?.id ?? null;
}

/** Writes down that a form is made now. One that was made before keeps its code; it is not settled any more. */
export function makeLocalForm(db: Db, form: Omit<LocalForm, 'settledAs'>): void {
  run(
    db,
    `INSERT INTO local_form (registration_id, code, made_for, made_at_ms)
     VALUES (@registrationId, @code, @madeFor, @madeAtMs)
     ON CONFLICT (registration_id) DO UPDATE SET made_for = excluded.made_for, made_at_ms = excluded.made_at_ms,
       settled_as = NULL`,
    { ...form, madeFor: JSON.stringify(form.madeFor) },
  );
}

export function settleLocalForm(db: Db, registrationId: string, as: LocalFormEnd): void {
  run(db, 'UPDATE local_form SET settled_as = ? WHERE registration_id = ?', [as, registrationId]);
}

/** A person has seen the form beside whom the registration names now, and said that it stays. */
export function noteKeptFor(db: Db, registrationId: string, person: PersonShown): void {
  run(db, 'UPDATE local_form SET made_for = ? WHERE registration_id = ?', [
    JSON.stringify(person),
    registrationId,
  ]);
}

/**
 * Removes the forms of registrations that were given up here, which the service never got, made before an instant (milliseconds since the
 * epoch), `limit` at most: the name on the form, and the given-up changes with it, would stay for good. Returns how many.
 */
export function forgetGivenUpForms(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    `DELETE FROM local_form WHERE rowid IN (SELECT local_form.rowid FROM local_form
       JOIN outbox ON outbox.subject_id = local_form.registration_id
       WHERE outbox.kind = 'registration.create' AND outbox.state IN ${GIVEN_UP} AND local_form.made_at_ms < ? LIMIT ?)`,
    [beforeMs, limit],
  );
}
