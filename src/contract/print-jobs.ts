// What waits for a printer, and what a person decides about it.
import { z } from 'zod';
import { MOST_JOBS_TOGETHER } from '../domain/print-job-state.ts';
import { appErrorSchema } from './app-error.ts';
import { command, nothing, query } from './operation.ts';
import { printerView } from './printers.ts';
import { reason } from './reason.ts';
import { printJobView, recordId } from './views.ts';

const once = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

export const printJobOperations = {
  'printJobs.list': query(
    nothing,
    z.object({ items: z.array(printJobView), printers: z.array(printerView) }),
    { staleOn: ['print-jobs'] },
  ),
  /**
   * Sends a job again. Where it is not sure whether the label was printed, only after a person has looked and found
   * none. `seenAttempts`: how often it had been tried as the screen showed it; tried again since, one that may have
   * been printed is a `conflict` (`changed`), because nobody has looked at the printer after that try.
   */
  'printJobs.retry': command(
    z.strictObject({ jobId: recordId, seenAttempts: z.number().int() }),
    printJobView,
    { answersWith: 'other' },
  ),
  /** Has a job, of which nothing was sent, printed on another printer. */
  'printJobs.move': command(
    z.strictObject({ jobId: recordId, printerId: z.string().max(80) }),
    printJobView,
    { answersWith: 'other' },
  ),
  /**
   * Has several jobs printed on another printer, as `printJobs.move` does one. One that is refused stays where it is, keeps no other
   * from going, and says why in `refused`.
   */
  'printJobs.moveSeveral': command(
    z.strictObject({
      jobIds: z.array(recordId).min(1).max(MOST_JOBS_TOGETHER).refine(once),
      printerId: z.string().max(80),
    }),
    z.object({ items: z.array(z.object({ jobId: recordId, refused: appErrorSchema.nullable() })) }),
    { answersWith: 'other' },
  ),
  /** A person has looked at the printer and found the label. */
  'printJobs.markPrinted': command(z.strictObject({ jobId: recordId }), printJobView, {
    answersWith: 'other',
  }),
  /**
   * A person has looked at the printer for several jobs of which it is not sure whether they were printed. Those that came out whole
   * (`cameOut`) count as printed; the others are sent again as `printJobs.retry` does, or given up where `givenUpBecause` says why. All or
   * none: `rejected` names in `fields`, as `jobs.INDEX`, each for which it cannot be done. `settled`: somebody has decided about it or sent
   * it again since it was shown (`seenAttempts`), or its label was scanned; `not-right`: it cannot be sent again, because its label is not
   * right any more; `not-possible`: nor can it, because its printer, or what was to be printed, is not there any more.
   */
  'printJobs.settle': command(
    z.strictObject({
      jobs: z
        .array(z.strictObject({ jobId: recordId, seenAttempts: z.number().int(), cameOut: z.boolean() }))
        .min(1)
        .max(MOST_JOBS_TOGETHER)
        .refine((jobs) => once(jobs.map(({ jobId }) => jobId))),
      givenUpBecause: reason.nullable(),
    }),
    z.object({ items: z.array(printJobView) }),
    { answersWith: 'other' },
  ),
  /**
   * Asks an office printer to cancel a job that it has taken. `cancelled`: it took that; `over`: the job had ended before; `refused`
   * and `unknown`: it is not cancelled, and `detail` says why. The job is as it was then, or in doubt where the printer does not know
   * it any more. Fails with `conflict` when the printer has nothing to cancel.
   */
  'printJobs.cancelAtPrinter': command(
    z.strictObject({ jobId: recordId, reason }),
    z.object({
      job: printJobView,
      outcome: z.enum(['cancelled', 'over', 'refused', 'unknown']),
      detail: z.string().nullable(),
    }),
    { answersWith: 'other' },
  ),
  /**
   * Gives a job up. `seenAttempts`: how often it had been tried as the screen showed it; one that was sent since is a `conflict` (`changed`):
   * its paper may lie there, of which whoever cancelled what had not begun knows nothing. Null: not said.
   */
  'printJobs.cancel': command(
    z.strictObject({ jobId: recordId, reason, seenAttempts: z.number().int().nullable().default(null) }),
    printJobView,
    { answersWith: 'other' },
  ),
};
