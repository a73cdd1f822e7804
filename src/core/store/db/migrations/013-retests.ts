// Finds the retests of a registration by the registration that they repeat. Only retests are in the index.

export const retests = `
CREATE INDEX mirror_registration_parent ON mirror_registration (json_extract(body, '$.parent_id'))
  WHERE json_extract(body, '$.parent_id') IS NOT NULL;
`;
