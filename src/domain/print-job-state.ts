// The states of a print job, which say what the connection to the printer can know and no more, and how many are decided about at once.

export const PRINT_JOB_STATES = [
  'queued',
  'sending',
  'sent',
  'sent-unacknowledged',
  'attention',
  'failed',
  'unsure',
  'printed',
  'cancelled',
] as const;
/** The state of a print job; see {@link PRINT_JOB_STATES}. */
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

/** How many jobs a person answers for, or moves, together: more than any printer breaks off between two looks at it. */
export const MOST_JOBS_TOGETHER = 200;
