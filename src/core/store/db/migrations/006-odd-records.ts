// Records of the service that could not be read, or only in part, so that screens can still name them after a restart.

export const oddRecords = `
CREATE TABLE odd_record (
  kind TEXT NOT NULL CHECK (kind IN ('location', 'product', 'registration', 'patient', 'appointment')),
  -- The service's id; '' stands for the records that did not tell theirs.
  id TEXT NOT NULL,
  field TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- 1 where the record is used without the field, 0 where it is set aside whole.
  used INTEGER NOT NULL,
  found_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX odd_record_used ON odd_record (used, found_at_ms);
`;
