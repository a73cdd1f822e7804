// The codes of the desk's own on labels of registrations that the service did not know of yet.

export const deskLabelCodes = `
-- Kept for good, also when visit and label are gone: such a tube may turn up at any time.
CREATE TABLE desk_label_code (
  code TEXT PRIMARY KEY COLLATE NOCASE,
  -- The desk's own id of the registration.
  registration_id TEXT NOT NULL
) STRICT;
`;
