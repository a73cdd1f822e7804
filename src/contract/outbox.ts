// The changes that are still to be sent to the service, and what a person decides about them.
import { z } from 'zod';
import { command, query } from './operation.ts';
import { reason } from './reason.ts';
import { personDraft } from './patients.ts';
import { recordId } from './views.ts';
import { outboxRowView } from './outbox-row-view.ts';

export const outboxOperations = {
  'outbox.list': query(
    z.strictObject({
      show: z.enum(['open', 'attention', 'all']).default('open'),
      /** How many of those that need no person are told: the first ones of `open`, the latest of `all`. */
      limit: z.number().int().min(1).max(10_000).default(50),
    }),
    z.object({
      /** In the order in which they were saved; all that need a person are among them. */
      items: z.array(outboxRowView),
      /** How many of `show` need no person, whatever `limit` is. */
      others: z.number().int(),
      /** How many changes the service has not confirmed, whatever `show` is. */
      unsent: z.number().int(),
      /** How many changes a person gave up; the service will never learn of them. */
      givenUp: z.number().int(),
    }),
    { staleOn: ['outbox', 'connection', 'patients'] },
  ),
  /** One change, also one that is done: what became of it. */
  'outbox.get': query(z.strictObject({ rowId: recordId }), outboxRowView, {
    staleOn: ['outbox', 'connection', 'patients'],
  }),
  /** Sends a change again as it is. Where an earlier try may have arrived, that is looked up first. */
  'outbox.retry': command(z.strictObject({ rowId: recordId }), outboxRowView, { answersWith: 'other' }),
  /** Gives a change up for ever. Changes that build on it are stopped and stay visible. */
  'outbox.discard': command(z.strictObject({ rowId: recordId, reason }), outboxRowView, {
    answersWith: 'other',
  }),
  /**
   * Sends a change again of which nobody knows whether it was carried out: it may be carried out twice then. Only for
   * kinds that the desk never repeats by itself.
   */
  'outbox.repeat': command(z.strictObject({ rowId: recordId, reason }), outboxRowView, {
    answersWith: 'other',
  }),
  /**
   * A person says that such a change was carried out, so it is done. `madeId`: for an order, the service's id of the one that
   * was made, where it is known.
   */
  'outbox.settle': command(
    z.strictObject({ rowId: recordId, reason, madeId: z.guid().toLowerCase().nullable().default(null) }),
    outboxRowView,
    { answersWith: 'other' },
  ),
  /**
   * Corrects the person whom the service refused to create, and sends the change again. The draft is the whole person: what is
   * left out of it is taken away.
   */
  'outbox.editPatient': command(z.strictObject({ rowId: recordId, draft: personDraft }), outboxRowView, {
    answersWith: 'other',
  }),
  /** The service knew somebody like this already: that patient takes the place of the one created here. */
  'outbox.linkExisting': command(z.strictObject({ rowId: recordId }), outboxRowView, {
    answersWith: 'other',
  }),
};
