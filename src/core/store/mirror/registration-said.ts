// Whom a registration named when it was asked for by itself, where the list of registrations names somebody else. The
// service contradicts itself then, and a reading of the list alone would not show it.
import type { NamedInPart } from '../../../domain/person-doubt.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all, allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** What the registration said. Ids are the service's; `patientId` is null where it named nobody. */
export interface RegistrationSaid extends NamedInPart {
  readonly registrationId: string;
  readonly patientId: string | null;
}

type Named = Pick<Registration, 'patient_id' | 'first_name' | 'last_name' | 'date_of_birth'>;

const named = (of: Named): string =>
  JSON.stringify([of.patient_id, of.first_name, of.last_name, of.date_of_birth]);

/** Whether both name the same person, in the same way. */
export const isNamedAlike = (one: Named, other: Named): boolean => named(one) === named(other);

/** The ids of those that name somebody here, and somebody else, or nobody, by this answer. */
export function namingAnotherThanStored(db: Db, said: readonly Registration[]): Set<string> {
  const rows = all<{ id: string }>(
    db,
    `SELECT stored.id FROM json_each(?) AS said JOIN mirror_registration AS stored ON stored.id = said.value ->> 'id'
     WHERE stored.patient_id IS NOT NULL
       AND (stored.patient_id, stored.body ->> 'first_name', stored.body ->> 'last_name', stored.body ->> 'date_of_birth')
         IS NOT (said.value ->> 'patient_id', said.value ->> 'first_name', said.value ->> 'last_name', said.value ->> 'date_of_birth')`,
    [
      JSON.stringify(
        said.map(({ id, patient_id, first_name, last_name, date_of_birth }) => ({
          id,
          patient_id,
          first_name,
          last_name,
          date_of_birth,
        })),
      ),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Compares what a registration says by itself with what is stored of it, and notes it where it names somebody else; where
 * both agree, an earlier note is removed. Call it before the answer is stored. `differs`: whether it names somebody else; `isNews`: whether
 * a doubt about the person has begun, ended, or become another one with it.
 */
export function noteRegistrationSaid(
  db: Db,
  said: Registration,
): { readonly differs: boolean; readonly isNews: boolean } {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_registration WHERE id = ?', [said.id]);
  const known = row && (JSON.parse(row.body) as Registration);
  if (!known || isNamedAlike(known, said)) {
    const ended = run(db, 'DELETE FROM registration_said WHERE registration_id = ?', [said.id]);
    return { differs: false, isNews: ended > 0 };
  }
  return { differs: true, isNews: noteSaid(db, said) };
}

/** Notes what a registration says by itself, where the list is about to name somebody else. True where that is news. */
export function noteSaid(db: Db, said: Registration): boolean {
  const noted = run(
    db,
    `INSERT INTO registration_said (registration_id, patient_id, first_name, last_name, date_of_birth)
     VALUES (@id, @patientId, @firstName, @lastName, @dateOfBirth)
     ON CONFLICT (registration_id) DO UPDATE SET patient_id = excluded.patient_id, first_name = excluded.first_name,
       last_name = excluded.last_name, date_of_birth = excluded.date_of_birth
     WHERE (patient_id, first_name, last_name, date_of_birth)
       IS NOT (excluded.patient_id, excluded.first_name, excluded.last_name, excluded.date_of_birth)`,
    {
      id: said.id,
      patientId: said.patient_id,
      firstName: said.first_name,
      lastName: said.last_name,
      dateOfBirth: said.date_of_birth,
    },
  );
  return noted > 0;
}

/** Whether the registration (service's id) named somebody else than the list when it was asked for last. */
export function hasSaidAnother(db: Db, registrationId: string): boolean {
  return get(db, 'SELECT 1 FROM registration_said WHERE registration_id = ?', [registrationId]) !== null;
}

/** What these registrations said, by the registration's id; those that contradict nothing are left out. */
export function registrationsSaid(db: Db, registrationIds: Iterable<string>): Map<string, RegistrationSaid> {
  const rows = allAmong<RegistrationSaid>(
    db,
    `SELECT registration_id AS registrationId, patient_id AS patientId, first_name AS firstName, last_name AS lastName,
       date_of_birth AS dateOfBirth
     FROM registration_said WHERE registration_id IN (SELECT value FROM json_each(?))`,
    registrationIds,
  );
  return new Map(rows.map((row) => [row.registrationId, row]));
}
