// Which other registrations a document may belong to: those whose code is on it, and those with an appointment on the same
// day.
import type { DocumentSubject } from '../../../domain/document-subject.ts';
import type { Patient } from '../../../wire/patient.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';

const DAY_MS = 86_400_000;

/** What of a registration and of its patient stands on their documents, in the service's words. It is compared and never shown. */
export type ShownOn = Pick<
  Registration,
  'trf_code' | 'patient_id' | 'first_name' | 'last_name' | 'date_of_birth'
>;
export const shownOn = (of: ShownOn): string =>
  JSON.stringify([of.trf_code, of.patient_id, of.first_name, of.last_name, of.date_of_birth]);
type NameOn = Pick<Patient | Registration, 'first_name' | 'last_name' | 'date_of_birth'>;
export const nameOn = (of: NameOn): string => JSON.stringify([of.first_name, of.last_name, of.date_of_birth]);

/**
 * What documents of this registration (service's id) show by all that is known now, to be compared with the same of another time; null
 * when it is not stored here.
 */
export function shownOnDocuments(db: Db, registrationId: string): string | null {
  const row = get<{ body: string; patient: string | null }>(
    db,
    `SELECT registration.body, patient.body AS patient FROM mirror_registration AS registration
       LEFT JOIN mirror_patient AS patient ON patient.id = registration.patient_id
     WHERE registration.id = ?`,
    [registrationId],
  );
  if (!row) return null;
  const registration = JSON.parse(row.body) as Registration;
  // Until the patient's own record is read, the copy on the registration is what is known of them.
  const named = row.patient === null ? registration : (JSON.parse(row.patient) as Patient);
  return `${shownOn(registration)} ${nameOn(named)}`;
}

const subjectOf = ({ body }: { readonly body: string }): DocumentSubject => {
  const registration = JSON.parse(body) as Registration;
  return {
    trfCode: registration.trf_code,
    firstName: registration.first_name,
    lastName: registration.last_name,
  };
};

/** The code and names that a document of this registration (service's id) shows; null when it is not stored here. */
export function documentSubject(db: Db, registrationId: string): DocumentSubject | null {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_registration WHERE id = ?', [
    registrationId,
  ]);
  return row && subjectOf(row);
}

/**
 * Other registrations that a document may belong to: those whose TRF code is in `codes`, and those with an appointment at
 * the same location within one day of this one's. `registrationId`: the service's id.
 */
export function otherDocumentSubjects(
  db: Db,
  registrationId: string,
  codes: readonly string[],
): DocumentSubject[] {
  return all<{ body: string }>(
    db,
    `SELECT registration.body FROM json_each(@codes) AS code
       JOIN mirror_registration AS registration ON registration.trf_code = code.value COLLATE NOCASE
     WHERE registration.id <> @registrationId
     UNION ALL
     SELECT registration.body FROM mirror_registration AS own
       JOIN mirror_appointment AS its ON its.id = own.appointment_id
       JOIN mirror_appointment AS appointment ON appointment.test_location_id = its.test_location_id
         AND appointment.starts_at_ms >= its.starts_at_ms - @nearMs
         AND appointment.starts_at_ms < its.starts_at_ms + @nearMs
       JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     WHERE own.id = @registrationId AND registration.id <> @registrationId`,
    { registrationId, codes: JSON.stringify(codes), nearMs: DAY_MS },
  ).map(subjectOf);
}
