// What a waiting label or ticket shows, so that it can be made out anew for another printer.

export const printJobContent = `
-- {kind: 'label' | 'ticket', content}: removed together with the bytes. Null: it cannot be made out for another printer.
ALTER TABLE print_job ADD COLUMN content TEXT;
`;
