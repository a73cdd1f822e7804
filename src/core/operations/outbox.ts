// The changes that are still to be sent to the service, and what a person decides about them.
import type { outboxOperations } from '../../contract/outbox.ts';
import type { OutboxRowView } from '../../contract/views.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import { topicsOfChange } from '../topics.ts';
import { countRows, findRow, listRows } from '../store/outbox/outbox.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { choicesOf } from './outbox-choices.ts';
import { correctionOf, keepCorrection } from './outbox-corrections.ts';
import { outboxViews } from './outbox-view.ts';

interface Decision {
  readonly kind:
    | 'change-sent-again'
    | 'change-discarded'
    | 'change-corrected'
    | 'patient-linked'
    | 'change-repeated'
    | 'change-said-done';
  readonly reason?: string;
}

/** Carries out a person's decision about a row, records it, and returns the row as it is then. */
function decide(
  context: CommandContext,
  decision: Decision & { readonly rowId: string },
  act: () => void,
): OutboxRowView {
  const before = findRow(context.db, decision.rowId);
  if (!before) throw new AppException(notFound('There is no such change.'));
  act();
  keepCorrection(context.db, { rowId: decision.rowId, text: null }, context.nowMs);
  context.record(decision.kind, {
    visitId: before.visitId,
    ...(before.kind === 'patient.create' ? { patientId: before.subjectId } : {}),
    change: before.kind,
    reason: decision.reason ?? null,
  });
  context.changed(...topicsOfChange(before.kind));
  context.afterCommit(() => context.sync.wake());
  const after = findRow(context.db, decision.rowId) ?? before;
  return outboxViews(context, [after])[0] as OutboxRowView;
}

export const outboxHandlers: Handlers<typeof outboxOperations> = {
  'outbox.list': (context, { show }) => {
    const { waiting, sending, attention, givenUp } = countRows(context.db);
    return {
      items: outboxViews(context, listRows(context.db, show)),
      unsent: waiting + sending + attention,
      givenUp,
    };
  },

  'outbox.correction': ({ db }, { rowId }) => ({ text: correctionOf(db, rowId) }),
  'outbox.keepCorrection': {
    transaction: ({ db, nowMs }, input) => {
      const row = findRow(db, input.rowId);
      if (!row) throw new AppException(notFound('There is no such change.'));
      // A form that is still open somewhere must not bring back what was saved or given up meanwhile.
      const isOpen = choicesOf(row).includes('correct');
      keepCorrection(db, isOpen ? input : { ...input, text: null }, nowMs);
      return {};
    },
  },

  'outbox.retry': {
    transaction: (context, { rowId }) =>
      decide(context, { rowId, kind: 'change-sent-again' }, () => context.sync.retry(rowId)),
  },
  'outbox.discard': {
    transaction: (context, { rowId, reason }) =>
      decide(context, { rowId, kind: 'change-discarded', reason }, () => context.sync.discard(rowId, reason)),
  },
  'outbox.repeat': {
    transaction: (context, { rowId, reason }) =>
      decide(context, { rowId, kind: 'change-repeated', reason }, () => context.sync.repeat(rowId)),
  },
  'outbox.settle': {
    transaction: (context, { rowId, reason, madeId }) =>
      decide(context, { rowId, kind: 'change-said-done', reason }, () => context.sync.settle(rowId, madeId)),
  },
  'outbox.editPatient': {
    transaction: (context, { rowId, draft }) =>
      decide(context, { rowId, kind: 'change-corrected' }, () => context.sync.editPatient(rowId, draft)),
  },
  'outbox.linkExisting': {
    transaction: (context, { rowId }) =>
      decide(context, { rowId, kind: 'patient-linked' }, () => context.sync.linkExisting(rowId)),
  },
};
