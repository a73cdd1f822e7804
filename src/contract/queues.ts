// What waits: changes the service must learn of, and labels a printer must print.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { patientDraft } from './patients.ts';
import { outboxRowView, printJobView, printerView, recordId } from './views.ts';

const reason = z.string().trim().min(3).max(200);

export const queueOperations = {
  'outbox.list': query(
    z.strictObject({ show: z.enum(['open', 'attention', 'all']).default('open') }),
    z.object({ items: z.array(outboxRowView) }),
  ),
  /** Sends a stuck row again after verification, as it is. */
  'outbox.retry': command(z.strictObject({ rowId: recordId }), outboxRowView),
  /** Gives a change up for good; whatever builds on it stays visible. */
  'outbox.discard': command(z.strictObject({ rowId: recordId, reason }), outboxRowView),
  /** Corrects the person of a refused creation and sends it again. */
  'outbox.editPatient': command(z.strictObject({ rowId: recordId, draft: patientDraft }), outboxRowView),
  /** The service already knew somebody: take that person for the one created here. */
  'outbox.linkExisting': command(z.strictObject({ rowId: recordId }), outboxRowView),
  /** Asks the service now instead of at the next interval. */
  'sync.now': command(nothing, nothing),
  'printJobs.list': query(
    nothing,
    z.object({ items: z.array(printJobView), printers: z.array(printerView) }),
  ),
  /** Sends a job again; for one that is unsure, only after a person has looked and said that nothing was printed. */
  'printJobs.retry': command(z.strictObject({ jobId: recordId }), printJobView),
  /** A person looked at the printer: the label is there. */
  'printJobs.markPrinted': command(z.strictObject({ jobId: recordId }), printJobView),
  'printJobs.cancel': command(z.strictObject({ jobId: recordId, reason }), printJobView),
};
