// Which print jobs are never sent once more, whoever asks, so that no screen offers it.
import type { NeverSent } from '../../domain/print-job-state.ts';
import { mayMove, RETRIABLE } from '../printing/queue/job-rules.ts';
import { findLabel, type Label } from '../store/desk/labels.ts';
import { paperFaultOf } from '../store/desk/papers-to-destroy.ts';
import { hasPrintBytes, type PrintJob } from '../store/desk/print-jobs.ts';
import type { Context } from './handler.ts';

/** Why a label is not the paper of this job that its sample waits for; null when it is. */
export function whyNotAwaited(
  label: Pick<Label, 'verifiedAtMs' | 'jobId'>,
  jobId: string,
): 'scanned-back' | 'not-awaited' | null {
  if (label.verifiedAtMs !== null) return 'scanned-back';
  return label.jobId === jobId ? null : 'not-awaited';
}

/**
 * Why a job that a person could send again or move by its state is refused that for good; null for every other job. What may still change
 * about a visit is looked at when somebody asks.
 */
export function whyNeverSent({ db }: Pick<Context, 'db'>, job: PrintJob): NeverSent | null {
  if (!RETRIABLE.has(job.state) && !mayMove(job)) return null;
  // What is said of it must not lead anybody to put it on a tube.
  const fault = paperFaultOf(db, job.id);
  if (fault !== null && fault !== 'no-sample') return fault;
  if (!hasPrintBytes(db, job.id)) return 'not-kept';
  const label = job.labelId === null ? null : findLabel(db, job.labelId);
  return label && whyNotAwaited(label, job.id);
}
