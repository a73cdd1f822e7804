// Local forms: pages of ours that stood in for the service's form, with the code that leads to their registration.

export const localForms = `
-- One a registration, however often it is printed. The code leads to the registration for good.
CREATE TABLE local_form (
  -- The desk's own id of the registration.
  registration_id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE COLLATE NOCASE,
  -- {patientId, firstName, lastName, dateOfBirth}: whom it names.
  made_for TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  -- What was done about it once it should be replaced; null while nobody was asked, or nobody has answered.
  settled_as TEXT CHECK (settled_as IN ('replaced', 'kept'))
) STRICT;
`;
