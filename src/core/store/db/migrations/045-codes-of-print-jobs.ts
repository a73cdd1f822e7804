// The code for which a label was printed, by which an earlier paper of it is recognised when it is scanned.

export const codesOfPrintJobs = `
CREATE INDEX print_job_code ON print_job (json_extract(made_for, '$.code') COLLATE NOCASE) WHERE made_for IS NOT NULL;
`;
