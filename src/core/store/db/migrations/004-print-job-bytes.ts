// What a printer would be sent is dropped after a while; this finds the jobs that still have it.

export const printJobBytes = `
CREATE INDEX print_job_kept ON print_job (created_at_ms) WHERE bytes <> x'';
`;
