// The ticket of a visit, as screens show it.
import { z } from 'zod';
import { PRINT_JOB_STATES } from '../domain/print-job-state.ts';

export const ticketView = z.object({
  /** The person's number in the queue of the day. */
  number: z.number().int(),
  /** In its bars: scanned, it opens the visit. */
  code: z.string(),
  /** Its newest print job; null before the first. */
  jobId: z.string().nullable(),
  /** Of its newest print job. */
  state: z.enum(PRINT_JOB_STATES).nullable(),
  /** It goes through a queue of this computer, which says nothing of what becomes of it. */
  byQueue: z.boolean(),
  /** A paper of it may exist, so another one is marked as a reprint. */
  perhapsPrinted: z.boolean(),
});
