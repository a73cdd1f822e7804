// The changes that the service has still to learn of, and what a person decides about them.
import { z } from 'zod';
import { command, query } from './operation.ts';
import { personDraft } from './patients.ts';
import { outboxRowView, recordId } from './views.ts';

const reason = z.string().trim().min(3).max(200);

export const outboxOperations = {
  'outbox.list': query(
    z.strictObject({ show: z.enum(['open', 'attention', 'all']).default('open') }),
    z.object({
      items: z.array(outboxRowView),
      /** Changes that the service has not taken yet, whatever `show` is. */
      unsent: z.number().int(),
      /** Changes that a person gave up: the service will never learn of them. */
      givenUp: z.number().int(),
    }),
    { staleOn: ['outbox', 'connection', 'patients'] },
  ),
  /** Sends a stuck row again after verification, as it is. */
  'outbox.retry': command(z.strictObject({ rowId: recordId }), outboxRowView, { answersWith: 'other' }),
  /** Gives a change up for good; whatever builds on it stays visible. */
  'outbox.discard': command(z.strictObject({ rowId: recordId, reason }), outboxRowView, {
    answersWith: 'other',
  }),
  /** Corrects the person of a refused creation and sends it again. */
  'outbox.editPatient': command(z.strictObject({ rowId: recordId, draft: personDraft }), outboxRowView, {
    answersWith: 'other',
  }),
  /** The service already knew somebody: take that person for the one created here. */
  'outbox.linkExisting': command(z.strictObject({ rowId: recordId }), outboxRowView, {
    answersWith: 'other',
  }),
};
