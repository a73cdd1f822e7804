// How the service answered when it was asked for the patient of a registration, as long as there is something to say
// about it: another patient, none, or a record that contradicts the registration's own copy of the name.

/** The same rule as in step 3: visits with something to lose, each marked once. */
const mark = (registrationId: string): string =>
  `INSERT INTO identity_review (visit_id)
     SELECT visit.id FROM visit WHERE visit.id IN (
         SELECT visit_id FROM visit_registration WHERE registration_id = ${registrationId}
         UNION SELECT visit_id FROM visit_registration WHERE registration_id IN
           (SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id = ${registrationId}))
       AND (visit.identity IS NOT NULL OR EXISTS (SELECT 1 FROM label WHERE label.visit_id = visit.id))
       AND NOT EXISTS (SELECT 1 FROM identity_review AS marked WHERE marked.visit_id = visit.id);`;

export const patientAnswers = `
-- Ids are the service's. A registration without a row: nothing is wrong, or it was never asked about.
CREATE TABLE patient_answer (
  registration_id TEXT PRIMARY KEY,
  -- The patient whom the registration named when it was asked about.
  patient_id TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (answer IN ('same', 'not-there', 'another', 'unreadable', 'failed')),
  -- The patient whose record came instead; null for every other answer.
  other_patient_id TEXT,
  asked_at_ms INTEGER NOT NULL
) STRICT;

CREATE TRIGGER review_patient_answer_added AFTER INSERT ON patient_answer BEGIN
  ${mark('new.registration_id')}
END;
CREATE TRIGGER review_patient_answer_changed AFTER UPDATE OF answer, other_patient_id ON patient_answer BEGIN
  ${mark('new.registration_id')}
END;
CREATE TRIGGER review_patient_answer_gone AFTER DELETE ON patient_answer BEGIN
  ${mark('old.registration_id')}
END;
CREATE TRIGGER patient_answer_of_nothing AFTER DELETE ON mirror_registration BEGIN
  DELETE FROM patient_answer WHERE registration_id = old.id;
END;
`;
