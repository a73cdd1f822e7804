// What of this desk's own facts must still be copied to the site's PostgreSQL database, and how far the copy is. Both stay
// empty at a site without a copy: the triggers that write the changes are made at a start with one (store/copy/recording.ts).

export const copy = `
CREATE TABLE copy_change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The commit that made the change, as commit_count counts: changes of one commit are copied together.
  commit_count INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  -- The values of the primary key, as a JSON list.
  row_key TEXT NOT NULL,
  -- The row as a JSON object of its columns; null: it was deleted.
  row TEXT
) STRICT;
CREATE TABLE copy_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- {site, holder, epoch, key, number, chain, tables, …}: see store/copy/copy-state.ts.
  state TEXT NOT NULL
) STRICT;
`;
