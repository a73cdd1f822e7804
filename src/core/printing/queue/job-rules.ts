// The rules of print jobs: what a person may do with a job in each state, and which jobs need a person.
import type { PrintJob, PrintJobState } from '../../store/desk/print-jobs.ts';

/** Whether a job may still be printed. `reason`: why not, in words for the list of print jobs. */
export type JobStanding = { readonly good: true } | { readonly good: false; readonly reason: string };

/** States in which a person may send the job again. */
export const RETRIABLE: ReadonlySet<PrintJobState> = new Set([
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);

/** States in which nothing has become of a job yet. */
export const UNFINISHED: ReadonlySet<PrintJobState> = new Set(['queued', 'sending', 'attention']);

/** True when a person may have the job printed on another printer: nothing of it has reached this one. */
export const mayMove = (job: Pick<PrintJob, 'state' | 'perhapsPrinted'>): boolean =>
  !job.perhapsPrinted && (job.state === 'queued' || job.state === 'attention' || job.state === 'failed');

/** True while the queue sends the job by itself, now or at its next try; otherwise one that waits is for a person. */
export const goesOutByItself = ({
  state,
  nextAttemptAtMs,
}: Pick<PrintJob, 'state' | 'nextAttemptAtMs'>): boolean =>
  state === 'queued' || (state === 'attention' && nextAttemptAtMs !== null);

/** True while it is not sure whether the job was printed, and a person has to look. */
export const isInDoubt = ({ state, proven }: Pick<PrintJob, 'state' | 'proven'>): boolean =>
  (state === 'unsure' || state === 'sent-unacknowledged') && !proven;

/** States in which a person may say that the label came out. */
export const FINDABLE: ReadonlySet<PrintJobState> = new Set(['unsure', 'sent', 'sent-unacknowledged']);

/**
 * States in which a person may cancel the job. A label that came out all the same stays known: see `perhapsPrinted`.
 */
const CANCELLABLE: ReadonlySet<PrintJobState> = new Set([
  'queued',
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);

/** True when a person may cancel the job; a job that its printer keeps waiting for somebody is one of them. */
export const mayCancel = (job: Pick<PrintJob, 'state' | 'deviceReport'>): boolean =>
  CANCELLABLE.has(job.state) || (job.state === 'sent' && job.deviceReport === 'stopped');

/** For so long a job that a printer has taken is thought to be there still, where nobody says what became of it. */
export const AT_PRINTER_FOR_MS = 2 * 3_600_000;

/** True when a person may have the printer asked to cancel a job of pages: it has taken it, and has not said that it has ended. */
export const mayCancelAtPrinter = (
  job: Pick<PrintJob, 'state' | 'document' | 'printerJob' | 'deviceReport' | 'finishedAtMs'>,
  nowMs: number,
): boolean =>
  job.document !== null &&
  job.state === 'sent' &&
  job.printerJob !== null &&
  job.deviceReport !== 'done' &&
  nowMs - (job.finishedAtMs ?? nowMs) < AT_PRINTER_FOR_MS;

/**
 * True when a person should look at a job. The badge, the count and the list all use this rule, so that they agree.
 * `mayStillAnswer`: the job was sent a moment ago, and its printer may still acknowledge it.
 */
export function needsPerson(
  job: Pick<PrintJob, 'state' | 'proven' | 'deviceReport'>,
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
    case 'sent':
      return job.deviceReport === 'stopped';
    case 'queued':
    case 'sending':
    case 'printed':
    case 'cancelled':
      return false;
  }
}
