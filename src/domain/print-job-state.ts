// The states of a print job. They say what the connection to the printer can know, and no more.

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
