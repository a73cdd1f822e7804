// The laboratory's own id of a registration, by which the laboratory names it on the telephone. The service finds no
// registration by it, so this desk does, in what it has read.

export const laboratoryIds = `
-- Computed from the record, which is the only place where it is written. Numbers become text, as they are shown.
ALTER TABLE mirror_registration ADD COLUMN lab_id TEXT
  GENERATED ALWAYS AS (CAST(json_extract(body, '$.lab_id') AS TEXT)) VIRTUAL;
CREATE INDEX mirror_registration_lab ON mirror_registration (lab_id COLLATE NOCASE);
`;
