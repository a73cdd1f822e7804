// Visits and print jobs of long ago are found without looking at the others.

export const oldVisits = `
CREATE INDEX visit_date ON visit (date);
CREATE INDEX print_job_of_no_visit ON print_job (created_at_ms) WHERE visit_id IS NULL;
`;
