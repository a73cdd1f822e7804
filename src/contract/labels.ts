// Printing a visit's labels.
import { z } from 'zod';
import { command } from './operation.ts';
import { reason } from './reason.ts';
import { printJobView, recordId, visitDetail } from './views.ts';

export const labelOperations = {
  /**
   * Puts those labels of a visit into the print queue that were not printed yet. With `labelId` and a reason, prints
   * that one again. A label whose `codeStandsIn` is true needs a `formCodeReason` as well: why it is printed before the
   * laboratory's code was read.
   */
  'labels.print': command(
    z.strictObject({
      visitId: recordId,
      labelId: recordId.nullable().default(null),
      reprintReason: reason.nullable().default(null),
      formCodeReason: reason.nullable().default(null),
    }),
    z.object({ jobs: z.array(printJobView), visit: visitDetail }),
    { answersWith: 'visit-within' },
  ),
  /**
   * A person says that a paper which must not be used was destroyed, or never came out of the printer. `jobId` is the
   * print job that made it, as in the visit's troubles.
   */
  'labels.confirmDestroyed': command(z.strictObject({ visitId: recordId, jobId: recordId }), visitDetail, {
    answersWith: 'visit',
  }),
};
