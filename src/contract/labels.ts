// Printing a visit's labels.
import { z } from 'zod';
import { command } from './operation.ts';
import { printJobView, recordId, visitDetail } from './views.ts';

export const labelOperations = {
  /**
   * Queues the labels of a visit that were not printed yet; with `labelId` and a reason, prints one again. Labels whose
   * `codeStandsIn` is true take `formCodeReason` as well: why they are printed before the laboratory's code was read.
   */
  'labels.print': command(
    z.strictObject({
      visitId: recordId,
      labelId: recordId.nullable().default(null),
      reprintReason: z.string().trim().min(3).max(200).nullable().default(null),
      formCodeReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
    z.object({ jobs: z.array(printJobView), visit: visitDetail }),
    { answersWith: 'visit-within' },
  ),
  /** A paper that must not be used any more is destroyed, or never came out. `jobId` names it, as in the visit's troubles. */
  'labels.confirmDestroyed': command(z.strictObject({ visitId: recordId, jobId: recordId }), visitDetail, {
    answersWith: 'visit',
  }),
};
