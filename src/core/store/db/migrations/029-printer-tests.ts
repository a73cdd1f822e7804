// Test labels of printers, and whether they were scanned back.

export const printerTests = `
CREATE TABLE printer_test (
  -- On the test label, in its bars.
  code TEXT PRIMARY KEY,
  printer_id TEXT NOT NULL,
  job_id TEXT NOT NULL,
  -- What the printer was set up to when the label was made: a scan proves nothing for other settings.
  settings TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  -- When it was scanned back, and by whom; null before.
  proved_at_ms INTEGER,
  proved_by TEXT
) STRICT;
CREATE INDEX printer_test_printer ON printer_test (printer_id);
`;
