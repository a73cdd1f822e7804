// Print jobs remember for whom they were made, and whether a paper of them may exist.

export const printJobSubject = `
-- {patientId, registrationId, firstName, lastName, dateOfBirth, code}; null for jobs made before this was kept.
ALTER TABLE print_job ADD COLUMN made_for TEXT;
-- 1 from the moment that bytes of it may have reached a printer, for good: cancelling a job burns no paper.
ALTER TABLE print_job ADD COLUMN perhaps_printed INTEGER NOT NULL DEFAULT 0;
-- For old jobs the careful answer: whatever was tried, and whatever carries its reprint mark without a reason of its own.
UPDATE print_job SET perhaps_printed = 1
  WHERE state IN ('sending', 'sent', 'sent-unacknowledged', 'unsure', 'printed')
    OR (state = 'cancelled' AND attempts > 0)
    OR (bytes = reprint_bytes AND reprint_reason IS NULL);
CREATE INDEX print_job_visit ON print_job (visit_id);
`;
