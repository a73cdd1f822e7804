// People with a role and a PIN. Until now everybody could do everything, so whoever is there already may go on with all work
// with patients; only a site manager looks after people.

export const people = `
ALTER TABLE staff ADD COLUMN role TEXT NOT NULL DEFAULT 'lead'
  CHECK (role IN ('reception', 'phlebotomist', 'lead', 'manager'));
-- 0: works here no more. The row stays, because the activity names the person.
ALTER TABLE staff ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
-- See core/pin-hash.ts; null until a PIN was given.
ALTER TABLE staff ADD COLUMN pin_hash TEXT;
-- In a row, since the last right one. Counted before a PIN is looked at, so that ending the desk does not undo it.
ALTER TABLE staff ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0;
-- A desk that was at work before goes on by initials until somebody has made the first site manager.
INSERT INTO setting (key, value) SELECT 'peopleFromBefore', 'true' WHERE EXISTS (SELECT 1 FROM activity);
`;
