// Confirmations, labels and proofs remember for whom they were made. When that person changes, triggers mark the visit,
// so that it is compared again.

/** Visits that have a confirmation or a label, which a change of the person can make wrong. */
const AT_STAKE = `(visit.identity IS NOT NULL OR EXISTS (SELECT 1 FROM label WHERE label.visit_id = visit.id))`;

/** Not `INSERT OR IGNORE`: inside a trigger SQLite uses the conflict rule of the statement that fired it instead. */
const mark = (visitIds: string): string =>
  `INSERT INTO identity_review (visit_id)
     SELECT visit.id FROM visit WHERE visit.id IN (${visitIds}) AND ${AT_STAKE}
       AND NOT EXISTS (SELECT 1 FROM identity_review AS marked WHERE marked.visit_id = visit.id);`;

/** Visits of a registration, by the service's id of it. */
const ofRegistration = (serverId: string): string =>
  `SELECT visit_id FROM visit_registration WHERE registration_id = ${serverId}
     UNION SELECT visit_id FROM visit_registration WHERE registration_id IN
       (SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id = ${serverId})`;

/**
 * Visits that were confirmed for a patient, or that have labels made for them. `names` is a SELECT of the patient's
 * ids, as the desk keeps them, with the column `id`. CROSS JOIN makes SQLite look each id up in the index instead of
 * reading the whole index. The plus sign removes the column's type, because with it SQLite would not use the index.
 */
const aboutPatients = (names: string): string =>
  `SELECT visit.id FROM (${names}) AS name CROSS JOIN visit
       ON identity IS NOT NULL AND json_extract(identity, '$.person.patientId') = +name.id
     UNION SELECT label.visit_id FROM (${names}) AS name CROSS JOIN label
       ON made_for IS NOT NULL AND json_extract(made_for, '$.patientId') = +name.id`;

/** All ids under which the desk knows a patient of the service. */
const namesOf = (serverId: string): string =>
  `SELECT ${serverId} AS id UNION SELECT local_id FROM id_map WHERE kind = 'patient' AND server_id = ${serverId}`;

export const whomItIsAbout = `
-- {person, changes, fromState, atMs}: why the last confirmation stopped being good; null once the identity is confirmed again.
ALTER TABLE visit ADD COLUMN withdrawn TEXT;
-- {patientId, registrationId, firstName, lastName, dateOfBirth, code}: whom and what the label was made for when last made out.
ALTER TABLE label ADD COLUMN made_for TEXT;
-- {how, reason, code, jobId}: how the label was proven, and which paper; null while it is not.
ALTER TABLE label ADD COLUMN proof TEXT;
CREATE INDEX visit_confirmed_for ON visit (json_extract(identity, '$.person.patientId')) WHERE identity IS NOT NULL;
CREATE INDEX label_made_for ON label (json_extract(made_for, '$.patientId')) WHERE made_for IS NOT NULL;

-- Papers that exist, or may exist, and must not be used any more, each under the print job that made it.
CREATE TABLE paper_to_destroy (
  job_id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  -- As on the paper; null where it was not kept.
  code TEXT,
  made_for TEXT,
  why TEXT NOT NULL,
  named_at_ms INTEGER NOT NULL,
  -- When a person said that the paper is no more, and who.
  destroyed_at_ms INTEGER,
  destroyed_by TEXT
) STRICT;
CREATE INDEX paper_to_destroy_visit ON paper_to_destroy (visit_id) WHERE destroyed_at_ms IS NULL;
CREATE INDEX paper_to_destroy_label ON paper_to_destroy (label_id);
CREATE INDEX paper_to_destroy_code ON paper_to_destroy (code COLLATE NOCASE);

-- Visits about which something changed since they were last compared with whom they were confirmed and labelled for.
-- Written by the triggers below, in the transaction of the change itself, so that no way of changing can miss it and no
-- restart can lose it.
CREATE TABLE identity_review (visit_id TEXT PRIMARY KEY) STRICT;

CREATE TRIGGER review_registration_added AFTER INSERT ON mirror_registration BEGIN
  ${mark(ofRegistration('new.id'))}
END;
CREATE TRIGGER review_registration_changed AFTER UPDATE OF body ON mirror_registration BEGIN
  ${mark(ofRegistration('new.id'))}
END;
CREATE TRIGGER review_registration_gone AFTER DELETE ON mirror_registration BEGIN
  ${mark(ofRegistration('old.id'))}
END;
CREATE TRIGGER review_patient_added AFTER INSERT ON mirror_patient BEGIN
  ${mark(aboutPatients(namesOf('new.id')))}
END;
CREATE TRIGGER review_patient_changed AFTER UPDATE OF body ON mirror_patient BEGIN
  ${mark(aboutPatients(namesOf('new.id')))}
END;
CREATE TRIGGER review_appointment_changed AFTER UPDATE OF body ON mirror_appointment BEGIN
  ${mark(`SELECT id FROM visit WHERE appointment_id = new.id UNION SELECT id FROM visit WHERE appointment_id IN
    (SELECT local_id FROM id_map WHERE kind = 'appointment' AND server_id = new.id)`)}
END;
CREATE TRIGGER review_code_added AFTER INSERT ON label_code BEGIN
  ${mark(ofRegistration('new.registration_id'))}
END;
CREATE TRIGGER review_code_changed AFTER UPDATE OF code ON label_code BEGIN
  ${mark(ofRegistration('new.registration_id'))}
END;
CREATE TRIGGER review_id_added AFTER INSERT ON id_map BEGIN
  ${mark(`SELECT visit_id FROM visit_registration WHERE registration_id = new.local_id
    UNION ${aboutPatients('SELECT new.local_id AS id UNION SELECT new.server_id')}`)}
END;
CREATE TRIGGER review_id_changed AFTER UPDATE ON id_map BEGIN
  ${mark(`SELECT visit_id FROM visit_registration WHERE registration_id = new.local_id
    UNION ${aboutPatients('SELECT new.local_id AS id UNION SELECT new.server_id')}`)}
END;
CREATE TRIGGER review_change_added AFTER INSERT ON outbox BEGIN
  ${mark(`SELECT new.visit_id UNION ${aboutPatients('SELECT new.subject_id AS id')}`)}
END;
CREATE TRIGGER review_change_moved AFTER UPDATE OF state, payload ON outbox BEGIN
  ${mark(`SELECT new.visit_id UNION ${aboutPatients('SELECT new.subject_id AS id')}`)}
END;
CREATE TRIGGER review_registration_linked AFTER INSERT ON visit_registration BEGIN
  ${mark('SELECT new.visit_id')}
END;
CREATE TRIGGER review_registration_relinked AFTER UPDATE ON visit_registration BEGIN
  ${mark('SELECT new.visit_id UNION SELECT old.visit_id')}
END;
CREATE TRIGGER review_registration_unlinked AFTER DELETE ON visit_registration BEGIN
  ${mark('SELECT old.visit_id')}
END;
CREATE TRIGGER review_visit_patient AFTER UPDATE OF patient_id ON visit BEGIN
  ${mark('SELECT new.id')}
END;

-- Confirmations made before whom they were for was kept: nobody can say that they still fit, so people are asked again.
INSERT INTO identity_review (visit_id)
  SELECT id FROM visit WHERE identity IS NOT NULL AND desk_state IN ('arrived', 'collecting');
`;
