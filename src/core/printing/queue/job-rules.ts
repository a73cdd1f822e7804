// What may be done with a print job in each state, and which jobs wait for a person. Pure.
import type { PrintJob, PrintJobState } from '../../store/desk/print-jobs.ts';

/** Whether a job may still go out, and if not, why, in words for the person who reads the queue. */
export type JobStanding = { readonly good: true } | { readonly good: false; readonly reason: string };

/** A person may let these go out again. */
export const RETRIABLE: ReadonlySet<PrintJobState> = new Set([
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);

/** A person may say of these that the label is there. */
export const FINDABLE: ReadonlySet<PrintJobState> = new Set(['unsure', 'sent', 'sent-unacknowledged']);

/** A person may cancel these. Paper that came out of them stays paper: see `perhapsPrinted`. */
export const CANCELLABLE: ReadonlySet<PrintJobState> = new Set([
  'queued',
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);

/**
 * True when a person should look at a job. The badge, the count and the list all ask here, so that they agree.
 * `mayStillAnswer`: its printer was given the job a moment ago and is still being listened to.
 */
export function needsPerson(
  job: Pick<PrintJob, 'state' | 'proven'>,
  circumstances: { readonly mayStillAnswer: boolean },
): boolean {
  switch (job.state) {
    case 'attention':
    case 'failed':
      return true;
    case 'unsure':
      return !job.proven;
    case 'sent-unacknowledged':
      return !job.proven && !circumstances.mayStillAnswer;
    case 'queued':
    case 'sending':
    case 'sent':
    case 'printed':
    case 'cancelled':
      return false;
  }
}
