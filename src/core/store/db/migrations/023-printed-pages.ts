// Print jobs of whole pages: which document, under which name a printer got it, and what the printer says of it.

export const printedPages = `
-- {kind, registrationId, patientId, pages}; null for a label.
ALTER TABLE print_job ADD COLUMN document TEXT;
-- The name under which a printer was given it last. It finds the job there again after a lost answer.
ALTER TABLE print_job ADD COLUMN given_as TEXT;
-- The printer's own number for it; null until it has taken it, and where printers give none.
ALTER TABLE print_job ADD COLUMN printer_job TEXT;
ALTER TABLE print_job ADD COLUMN device_report TEXT CHECK (device_report IN ('working', 'stopped', 'done'));
CREATE INDEX print_job_at_printer ON print_job (created_at_ms) WHERE printer_job IS NOT NULL AND state = 'sent';
`;
