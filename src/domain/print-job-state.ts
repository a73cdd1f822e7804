// The honest states of a print job: what the transport can know and no more.

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
