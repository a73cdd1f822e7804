// Printing labels: of one visit, and of several people at once.
import { z } from 'zod';
import { MOST_WRONG_LABELS } from '../domain/paper.ts';
import { appErrorSchema } from './app-error.ts';
import { command, nothing, query } from './operation.ts';
import { reason } from './reason.ts';
import { printJobView, recordId, siteDate, visitDetail, visitRow } from './views.ts';

/** More people are not here at once; a longer batch is printed in parts. */
const MOST_IN_BATCH = 40;

export const labelOperations = {
  /**
   * Puts those labels of a visit into the print queue that were not printed yet. With `labelId` and a reason, prints
   * that one again. A label whose `codeStandsIn` is true needs a `formCodeReason` as well: why it is printed before the
   * laboratory's code was read. `seenJobId`: the `jobId` of that label as the screen showed it; where it was printed again since,
   * `conflict` (`changed`), and nothing is printed.
   */
  'labels.print': command(
    z.strictObject({
      visitId: recordId,
      labelId: recordId.nullable().default(null),
      seenJobId: recordId.nullable().default(null),
      reprintReason: reason.nullable().default(null),
      formCodeReason: reason.nullable().default(null),
    }),
    z.object({
      jobs: z.array(printJobView),
      /** Letters of the test or the location that no font has: the label shows a question mark for each. */
      lettersReplaced: z.array(z.string()),
      visit: visitDetail,
    }),
    { answersWith: 'visit-within' },
  ),
  /**
   * Today's people at this desk's location with labels that were never printed, those who came first first. `labels`: how many.
   * `refused`: why they cannot be printed now; null where they can.
   */
  'labels.toPrint': query(
    nothing,
    z.object({
      today: siteDate,
      people: z.array(
        z.object({ row: visitRow, labels: z.number().int(), refused: appErrorSchema.nullable() }),
      ),
    }),
    { staleOn: ['board', 'patients', 'outbox', 'session', 'print-jobs'] },
  ),
  /**
   * Prints the labels of several visits that were never printed, as `labels.print` does for one. One that is refused does not
   * keep the others from being printed: its reason is in `refused`, and it has no jobs. The jobs are a batch, which
   * `labels.batches` has from then on.
   */
  'labels.printFor': command(
    z.strictObject({ visitIds: z.array(recordId).min(1).max(MOST_IN_BATCH) }),
    z.object({
      batchId: recordId,
      items: z.array(
        z.object({
          visitId: recordId,
          jobs: z.array(printJobView),
          refused: appErrorSchema.nullable(),
        }),
      ),
    }),
    { answersWith: 'other' },
  ),
  /**
   * The batches that were asked for at this desk, at whichever of its windows, the newest first: those of which something still waits
   * or is being sent, and the last ones. `jobs` are in the order in which they are printed.
   */
  'labels.batches': query(
    nothing,
    z.object({
      batches: z.array(
        z.object({
          id: recordId,
          jobs: z.array(printJobView),
          /** Something of it still waits or is being sent. */
          running: z.boolean(),
        }),
      ),
    }),
    { staleOn: ['print-jobs'] },
  ),
  /**
   * Somebody has looked at the tubes after the wrong labels with these codes were scanned; the alarm ends at every window. Where another
   * wrong label was scanned that is not among `codes`, nothing is answered: the answer names all of them in `wrongLabels`.
   */
  'labels.confirmTubesChecked': command(
    z.strictObject({
      visitId: recordId,
      codes: z.array(z.string().max(400)).min(1).max(MOST_WRONG_LABELS),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * A person says that a paper which must not be used was destroyed, or never came out of the printer. `jobId` is the
   * print job that made it, as in the visit's troubles.
   */
  'labels.confirmDestroyed': command(z.strictObject({ visitId: recordId, jobId: recordId }), visitDetail, {
    answersWith: 'visit',
  }),
};
