// The printers of this desk, and which document is printed on which.
import { z } from 'zod';
import { PRINTED_DOCUMENTS } from '../domain/printed-document.ts';
import { command } from './operation.ts';

export const printerView = z.object({
  id: z.string(),
  name: z.string(),
  /** `label` and `ticket`: prints these; `office`: prints whole pages. */
  kind: z.enum([...PRINTED_DOCUMENTS, 'office']),
  address: z.string(),
  /** What is printed on it now. */
  prints: z.array(z.enum(PRINTED_DOCUMENTS)),
  /** How the last delivery went; `unknown` before the first one. */
  state: z.enum(['unknown', 'ready', 'unreachable', 'attention']),
  detail: z.string().nullable(),
});
export type PrinterView = z.infer<typeof printerView>;

export const printerOperations = {
  /** From now on the document is printed on this printer. What is queued already stays where it is. */
  'printers.choose': command(
    z.strictObject({ document: z.enum(PRINTED_DOCUMENTS), printerId: z.string().max(80) }),
    z.object({ printers: z.array(printerView) }),
    { answersWith: 'other' },
  ),
};
