// How many records without an id there are: they share one row for each kind, because nothing tells them apart.

export const oddRecordsWithoutId = `
-- 1 for a record with an id.
ALTER TABLE odd_record ADD COLUMN records INTEGER NOT NULL DEFAULT 1;
`;
