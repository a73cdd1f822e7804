// What waits for a printer, and what a person decides about it.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { printerView } from './printers.ts';
import { reason } from './reason.ts';
import { printJobView, recordId } from './views.ts';

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
  /** A person has looked at the printer and found the label. */
  'printJobs.markPrinted': command(z.strictObject({ jobId: recordId }), printJobView, {
    answersWith: 'other',
  }),
  /**
   * Asks an office printer to cancel a job that it has taken. `cancelled`: it took that; `over`: the job had ended before; `refused`
   * and `unknown`: the job is as it was, and `detail` says why. Fails with `conflict` when the printer has nothing to cancel.
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
  'printJobs.cancel': command(z.strictObject({ jobId: recordId, reason }), printJobView, {
    answersWith: 'other',
  }),
};
