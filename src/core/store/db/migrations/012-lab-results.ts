// Lab results as they were last read, so that they can be seen while the service does not answer.

export const labResults = `
CREATE TABLE mirror_lab_results (
  -- The service's id of the registration.
  registration_id TEXT PRIMARY KEY,
  -- Who was on the registration when they were read; for anybody else they are not shown.
  patient_id TEXT NOT NULL,
  -- 0 where the service answered that there are none yet; 'body' is then an empty list.
  ready INTEGER NOT NULL,
  -- 1 where the service had results before and has none now.
  taken_back INTEGER NOT NULL,
  body TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER lab_results_of_nothing AFTER DELETE ON mirror_registration BEGIN
  DELETE FROM mirror_lab_results WHERE registration_id = old.id;
END;
`;
