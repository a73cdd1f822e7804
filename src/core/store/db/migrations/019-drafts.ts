// What is typed into a form and not sent yet, for each window; see store/desk/drafts.ts. The orders that were being built
// stood among the settings before, and are forgotten with the windows that built them.

export const drafts = `
CREATE TABLE draft (
  window_id TEXT NOT NULL, form TEXT NOT NULL, text TEXT NOT NULL, kept_at_ms INTEGER NOT NULL,
  PRIMARY KEY (window_id, form)
) STRICT;
CREATE INDEX draft_kept ON draft (kept_at_ms);
DELETE FROM setting WHERE key = 'orderDrafts';
`;
