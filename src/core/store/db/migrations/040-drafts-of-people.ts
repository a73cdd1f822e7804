// What is typed and not sent yet belongs to whoever typed it; see store/desk/drafts.ts. Nobody knows whose the forms from before are:
// they are as those of a desk on which nobody signs in.

export const draftsOfPeople = `
CREATE TABLE draft_with_person (
  window_id TEXT NOT NULL, person TEXT NOT NULL, form TEXT NOT NULL, text TEXT NOT NULL, kept_at_ms INTEGER NOT NULL,
  PRIMARY KEY (window_id, person, form)
) STRICT;
INSERT INTO draft_with_person (window_id, person, form, text, kept_at_ms)
  SELECT window_id, '', form, text, kept_at_ms FROM draft;
DROP TABLE draft;
ALTER TABLE draft_with_person RENAME TO draft;
CREATE INDEX draft_kept ON draft (kept_at_ms);
`;
