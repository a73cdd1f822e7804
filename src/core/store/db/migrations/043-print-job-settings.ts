// For which settings of its printer a print job was made out, so that it is never printed on labels of another size.

export const printJobSettings = `
-- Null: of an earlier version, so nobody knows. Pages go to whatever prints pages, but not those that were made out for a roll.
ALTER TABLE print_job ADD COLUMN made_out_for TEXT;
UPDATE print_job SET made_out_for = 'pages'
  WHERE document IS NOT NULL AND bytes <> x'' AND substr(bytes, 1, 2) <> x'1b40';
`;
