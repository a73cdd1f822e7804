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
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];
