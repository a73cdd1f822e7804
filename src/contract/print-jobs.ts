// What waits for a printer, and what a person decides about it.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { printJobView, printerView, recordId } from './views.ts';

const reason = z.string().trim().min(3).max(200);

export const printJobOperations = {
  'printJobs.list': query(
    nothing,
    z.object({ items: z.array(printJobView), printers: z.array(printerView) }),
    { staleOn: ['print-jobs'] },
  ),
  /** Sends a job again; for one that is unsure, only after a person has looked and said that nothing was printed. */
  'printJobs.retry': command(z.strictObject({ jobId: recordId }), printJobView, { answersWith: 'other' }),
  /** A person looked at the printer: the label is there. */
  'printJobs.markPrinted': command(z.strictObject({ jobId: recordId }), printJobView, {
    answersWith: 'other',
  }),
  'printJobs.cancel': command(z.strictObject({ jobId: recordId, reason }), printJobView, {
    answersWith: 'other',
  }),
};
