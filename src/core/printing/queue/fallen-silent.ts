// A printer that has acknowledged its jobs and does not acknowledge one: it is out of paper, held, or not itself. What it is sent then may all
// come out later at once, so it is sent nothing more until that job is settled. One that never acknowledges goes on as before: its silence says
// nothing.
import type { PrintJobStore } from '../../store/desk/print-jobs.ts';
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

/** Of one printer, from the start of the desk on. */
export function createFallenSilent(jobs: Pick<PrintJobStore, 'find'>): FallenSilent {
  let acknowledges = false;
  let silentAt: string | null = null;
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
      const job = silentAt === null ? null : jobs.find(silentAt);
      if (job && isInDoubt(job)) return job.id;
      // It prints and says nothing: its silence means no more than that of others, until it acknowledges a job again.
      if (job?.state === 'printed' || job?.proven === true) acknowledges = false;
      silentAt = null;
      return null;
    },
    goOn() {
      silentAt = null;
    },
    printedAnew(labelId) {
      if (silentAt !== null && jobs.find(silentAt)?.labelId === labelId) silentAt = null;
    },
  };
}
