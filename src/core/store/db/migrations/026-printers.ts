// Printers that people set up at the desk; those of the managed settings are not kept here.

export const printers = `
CREATE TABLE printer (
  id TEXT PRIMARY KEY,
  -- {kind, name, address, …}: see src/domain/printer-setup.ts.
  setup TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  added_at_ms INTEGER NOT NULL
) STRICT;
`;
