// In which order print jobs ended at their printers: by the time alone, one that ended while the clock was years ahead would be the last for years.

export const orderOfPrintEnds = `
ALTER TABLE print_job ADD COLUMN ended_order INTEGER;
CREATE INDEX print_job_ended ON print_job (ended_order);

UPDATE print_job SET ended_order = ended.place
FROM (
  SELECT sequence, ROW_NUMBER() OVER (ORDER BY finished_at_ms, sequence) AS place FROM print_job
  WHERE finished_at_ms IS NOT NULL AND perhaps_printed = 1
) AS ended
WHERE print_job.sequence = ended.sequence;
`;
