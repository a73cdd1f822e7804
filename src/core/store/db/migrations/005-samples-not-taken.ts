// Samples that were not taken, and why.

export const samplesNotTaken = `
-- One for each label that stays without its tube. A label's id follows from its registration, made out or not.
CREATE TABLE sample_not_taken (
  label_id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  actor TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sample_not_taken_visit ON sample_not_taken (visit_id);
`;
