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

/**
 * Why a job is never sent once more, neither to its printer nor to another one. `not-kept`: what it prints was removed because of its age;
 * `scanned-back`: its label is on its tube; `not-awaited`: no sample waits for this paper, because its label was printed again since, or no
 * sample is taken for it; the others: it was taken back, and has to be destroyed if it came out.
 */
export const NEVER_SENT = [
  'not-kept',
  'scanned-back',
  'not-awaited',
  'person-changed',
  'code-changed',
  'registration-gone',
] as const;
export type NeverSent = (typeof NEVER_SENT)[number];

/** How many jobs a person answers for, or moves, together: more than any printer breaks off between two looks at it. */
export const MOST_JOBS_TOGETHER = 200;
