// The further desks of a site.

export const desks = `
CREATE TABLE desk (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- SHA-256 of the desk's key, which is random and long, so that it needs no slow hash.
  key_hash TEXT NOT NULL,
  paired_at_ms INTEGER NOT NULL,
  -- Initials of whoever showed the code.
  paired_by TEXT NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  -- A desk that was shut out stays, because the activity names it.
  shut_out_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX desk_name ON desk (name COLLATE NOCASE) WHERE shut_out_at_ms IS NULL;
`;
