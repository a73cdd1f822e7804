// The changes that are still to be sent to the service, and what a person decides about them.
import type { outboxOperations } from '../../contract/outbox.ts';
import type { OutboxRowView } from '../../contract/outbox-row-view.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { isOfSomebodyElse } from '../outbox/executors/appointment-look.ts';
import { topicsOfChange } from '../topics.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import {
  countRows,
  countRowsWithoutNeed,
  findRow,
  listOpenRowsOfVisit,
  listRows,
  listRowsToShow,
} from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { outboxViews } from './outbox-view.ts';
import { timesFor } from './visit/desk-state.ts';
import { assembleVisit } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { recordAtVisit } from './visit/record.ts';
import { changeVisit } from './visit/rules.ts';

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

/**
 * A booking for another day or place whose slot is gone ends when its confirmation is given up. Else the person would
 * stand on the board of that day although the service has nothing of them, and a registration would be asked for that
 * names an appointment that does not exist. Somebody who stands at the desk keeps their registration.
 */
function endBooking(context: CommandContext, confirmation: OutboxRow, reason: string): void {
  const { kind, visitId, resolution } = confirmation;
  if (kind !== 'appointment.confirm' || visitId === null || resolution.gone !== true) return;
  const { visit } = assembleVisit(context, visitId);
  if (!visit.bookedAhead || visit.deskState !== 'expected') return;
  for (const { id, kind: other, state } of listOpenRowsOfVisit(context.db, visitId)) {
    if (other === 'registration.create' && state !== 'sending') context.sync.discard(id, reason);
  }
  changeVisit(context, visit, { deskState: 'cancelled' });
  context.changed(...topicsOfChange('registration.create'), 'board', 'slots');
}

/**
 * Whether the visit's appointment is still for whom it was to be cancelled, or for nobody. Rows of older versions do not say for whom
 * that was; there the visit's own person counts.
 */
function isStillTheirs({ db }: CommandContext, { change }: OutboxRow, assembled: AssembledVisit): boolean {
  const now = assembled.appointment?.patientId ?? null;
  const told = change?.kind === 'appointment.cancel' ? change.payload.seenPatientId : undefined;
  const theirs = told === undefined ? assembled.patientId : told;
  if (now === null || theirs === null || now === theirs) return true;
  const serverId = serverIdOf(db, 'patient', now);
  return serverId !== null && !isOfSomebodyElse(db, theirs, { patient_id: serverId });
}

/**
 * An appointment stands whose cancellation is given up, wherever the service has it by now, so its person is expected there. Left
 * as cancelled, they would stand on no board of that day, and nobody would know of them when they come. Where it is somebody else's by
 * now, whoever gave it up has been told so, and nobody is expected in their name.
 */
function expectAgain(context: CommandContext, row: OutboxRow): void {
  if (row.kind !== 'appointment.cancel' || row.visitId === null) return;
  const assembled = assembleVisit(context, row.visitId);
  const { visit, appointment } = assembled;
  if (visit.deskState !== 'cancelled' || appointment?.state !== 'confirmed') return;
  if (assembled.isAppointmentNotFound || appointment.id !== row.subjectId) return;
  if (!isStillTheirs(context, row, assembled)) return;
  const { locationId, startsAtMs } = appointment;
  changeVisit(context, visit, {
    deskState: 'expected',
    ...timesFor(assembled, 'expected', context.nowMs),
    locationId,
    date: wallClockAt(startsAtMs, context.site.timeZone).date,
  });
  recordAtVisit(context, assembled, 'moved', { from: visit.deskState, to: 'expected' });
  context.changed('board', 'slots');
}

export const outboxHandlers: Handlers<typeof outboxOperations> = {
  'outbox.list': (context, { show, limit }) => {
    const { db } = context;
    const { waiting, sending, attention, givenUp } = countRows(db);
    const counts = { unsent: waiting + sending + attention, givenUp };
    if (show === 'attention')
      return { items: outboxViews(context, listRows(db, show)), ...counts, others: 0 };
    return {
      // Only those that are shown are read: after a long time without a line thousands wait.
      items: outboxViews(context, listRowsToShow(db, show, limit)),
      ...counts,
      others: show === 'open' ? waiting + sending : countRowsWithoutNeed(db),
    };
  },

  'outbox.get': (context, { rowId }) => {
    const row = findRow(context.db, rowId);
    if (!row) throw new AppException(notFound('There is no such change.'));
    return outboxViews(context, [row])[0] as OutboxRowView;
  },

  'outbox.retry': {
    transaction: (context, { rowId }) =>
      decide(context, { rowId, kind: 'change-sent-again' }, () => context.sync.retry(rowId)),
  },
  'outbox.discard': {
    transaction: (context, { rowId, reason }) =>
      decide(context, { rowId, kind: 'change-discarded', reason }, () => {
        const row = findRow(context.db, rowId);
        context.sync.discard(rowId, reason);
        if (!row) return;
        endBooking(context, row, reason);
        expectAgain(context, row);
      }),
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
