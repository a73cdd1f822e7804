// Whom a registration named when it was asked for by itself, where that was somebody else than the list of registrations
// says. Kept until the two agree, because the list alone would hide the contradiction.

/** The same rule as in step 9: visits with something to lose, each marked once. */
const mark = (registrationId: string): string =>
  `INSERT INTO identity_review (visit_id)
     SELECT visit.id FROM visit WHERE visit.id IN (
         SELECT visit_id FROM visit_registration WHERE registration_id = ${registrationId}
         UNION SELECT visit_id FROM visit_registration WHERE registration_id IN
           (SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id = ${registrationId}))
       AND (visit.identity IS NOT NULL OR EXISTS (SELECT 1 FROM label WHERE label.visit_id = visit.id))
       AND NOT EXISTS (SELECT 1 FROM identity_review AS marked WHERE marked.visit_id = visit.id);`;

export const registrationSaid = `
-- Ids are the service's. A registration without a row contradicts nothing.
CREATE TABLE registration_said (
  registration_id TEXT PRIMARY KEY,
  patient_id TEXT, first_name TEXT, last_name TEXT, date_of_birth TEXT
) STRICT;

CREATE TRIGGER review_registration_said_added AFTER INSERT ON registration_said BEGIN
  ${mark('new.registration_id')}
END;
CREATE TRIGGER review_registration_said_changed AFTER UPDATE ON registration_said BEGIN
  ${mark('new.registration_id')}
END;
CREATE TRIGGER review_registration_said_gone AFTER DELETE ON registration_said BEGIN
  ${mark('old.registration_id')}
END;
CREATE TRIGGER registration_said_of_nothing AFTER DELETE ON mirror_registration BEGIN
  DELETE FROM registration_said WHERE registration_id = old.id;
END;
`;
