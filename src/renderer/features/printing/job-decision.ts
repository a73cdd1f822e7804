// Whether a print job asks a person what to do with it. Pure.
import type { PrintJobView } from '../../../contract/views.ts';

/**
 * `isStopped`: its printer stopped in the middle. `toLookAt`: a person has to look whether it came out. `any`: a person can decide
 * about it at all; only then can it be cancelled.
 */
export function wantsDecision(job: Pick<PrintJobView, 'state' | 'deviceReport' | 'proven'>): {
  readonly isStopped: boolean;
  readonly toLookAt: boolean;
  readonly any: boolean;
} {
  const isStopped = job.state === 'sent' && job.deviceReport === 'stopped';
  const toLookAt = (job.state === 'unsure' || job.state === 'sent-unacknowledged') && !job.proven;
  const waits = job.state === 'failed' || job.state === 'attention';
  return { isStopped, toLookAt, any: waits || toLookAt || isStopped };
}
