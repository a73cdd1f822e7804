// Labels whose tube the laboratory may not know: nothing is proven on it, or a code of the desk's own. Each board asks for them among the
// registrations that ever had such a code, and with the years most of those are settled.

export const labelsWithoutLaboratoryProof = `
CREATE INDEX label_without_laboratory_proof ON label (registration_id)
  WHERE coalesce(substr(json_extract(proof, '$.code'), 1, 2), 'S0') = 'S0' COLLATE NOCASE;
`;
