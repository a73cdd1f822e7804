// The months of a location as the service's calendar told them, so that they can be seen while it does not answer; and
// whether a visit was booked here for another day.

export const calendar = `
CREATE TABLE mirror_calendar (
  location_id TEXT NOT NULL, month TEXT NOT NULL, body TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (location_id, month)
) STRICT;
ALTER TABLE visit ADD COLUMN booked_ahead INTEGER NOT NULL DEFAULT 0;
`;
