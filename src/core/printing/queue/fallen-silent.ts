// A printer that has acknowledged its jobs and does not acknowledge one: it is out of paper, held, or not itself. What it is sent then may all
// come out later at once, so it is sent nothing more until that job is settled. One that never acknowledges goes on as before: its silence says
// nothing.
import type { DeliveredJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { isInDoubt } from './job-rules.ts';

export interface FallenSilent {
  /** The printer has acknowledged a job in time. */
  acknowledged(): void;
  /** It has not acknowledged this one. True when what waits behind it is held back. */
  silentAt(jobId: string): boolean;
  /** Whether jobs were held back until now. */
  isHolding(): boolean;
  /** The job for whose sake the others are held back; null: nothing is. */
  heldBy(): string | null;
  /** A person wants something printed there all the same. */
  goOn(): void;
  /** This label is printed anew: whoever asks for that has looked for its paper. */
  printedAnew(labelId: string): void;
}

const lastOf = (delivered: readonly DeliveredJob[]): DeliveredJob | null =>
  delivered.reduce<DeliveredJob | null>(
    (last, one) => (last && last.endedOrder > one.endedOrder ? last : one),
    null,
  );

/** What stands on the disk of a printer's last jobs: whether it acknowledges them, and to which it has said nothing that is not settled. */
function recalled(delivered: readonly DeliveredJob[]): { acknowledges: boolean; silentAt: string | null } {
  const acknowledged = lastOf(delivered.filter(({ state }) => state === 'sent'));
  if (!acknowledged) return { acknowledges: false, silentAt: null };
  const silent = delivered.filter(
    (job) => job.state === 'sent-unacknowledged' && job.endedOrder > acknowledged.endedOrder,
  );
  // A person may have found one at any time, so of these the order in which they were made tells.
  const wasFound =
    silent.some(({ proven }) => proven) ||
    delivered.some(({ state, sequence }) => state === 'printed' && sequence > acknowledged.sequence);
  return { acknowledges: !wasFound, silentAt: wasFound ? null : (lastOf(silent)?.id ?? null) };
}

/** Of one printer. `ofLastRun`: the printer whose jobs before the start count too; null for one that was set up since. */
export function createFallenSilent(
  jobs: Pick<PrintJobStore, 'find' | 'lastDelivered'>,
  ofLastRun: string | null,
): FallenSilent {
  let acknowledges = false;
  let silentAt: string | null = null;
  let toRecall = ofLastRun;
  const recall = (): void => {
    if (toRecall === null) return;
    ({ acknowledges, silentAt } = recalled(jobs.lastDelivered(toRecall)));
    toRecall = null;
  };
  return {
    acknowledged() {
      acknowledges = true;
    },
    silentAt(jobId) {
      if (acknowledges) silentAt = jobId;
      return acknowledges;
    },
    isHolding: () => silentAt !== null,
    heldBy() {
      recall();
      const job = silentAt === null ? null : jobs.find(silentAt);
      if (job && isInDoubt(job)) return job.id;
      // It prints and says nothing: its silence means no more than that of others, until it acknowledges a job again.
      if (job?.state === 'printed' || job?.proven === true) acknowledges = false;
      silentAt = null;
      return null;
    },
    goOn() {
      recall();
      silentAt = null;
    },
    printedAnew(labelId) {
      recall();
      if (silentAt !== null && jobs.find(silentAt)?.labelId === labelId) silentAt = null;
    },
  };
}
