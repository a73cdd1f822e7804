// Which print jobs were asked for together, and at which desk: so that any window of that desk can follow them.
export const labelBatches = `
-- The id of the command that asked for all of them; null for a job by itself.
ALTER TABLE print_job ADD COLUMN batch_id TEXT;
-- The further desk that asked for them; null for the site desk.
ALTER TABLE print_job ADD COLUMN batch_desk_id TEXT;
CREATE INDEX print_job_batch ON print_job (batch_id, sequence) WHERE batch_id IS NOT NULL;
CREATE INDEX print_job_batch_newest ON print_job (batch_desk_id, sequence) WHERE batch_id IS NOT NULL;
`;
