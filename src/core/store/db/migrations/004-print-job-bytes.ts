// The bytes of a print job are removed after a while; this index finds the jobs that still have them.

export const printJobBytes = `
CREATE INDEX print_job_kept ON print_job (created_at_ms) WHERE bytes <> x'';
`;
