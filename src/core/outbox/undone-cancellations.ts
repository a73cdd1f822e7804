// A cancellation that the service carried out, and has undone since: one that is put back from a backup has the appointment as it was before.
import { transaction } from '../store/db/database.ts';
import type { Db } from '../store/db/database.ts';
import { findVisit } from '../store/desk/visits.ts';
import { localIdsOf } from '../store/outbox/id-map.ts';
import { moveRow } from '../store/outbox/outbox-moves.ts';
import { listRowsOfSubjects } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Appointment } from '../../wire/appointment.ts';

/** A service may go on showing for some minutes what it has cancelled. */
const SHOWN_FOR_MS = 10 * 60_000;

/**
 * Sends a cancellation once more where the service shows its appointment confirmed, in an answer that was asked for after it was carried out.
 * Whoever moved it meanwhile, or was given it, is looked for before that is done, as the first time. Returns the row that is sent again;
 * null where none is: nobody cancelled it here, its time has come, somebody is here for it, or it was sent again before. `tell` writes it
 * down in the same transaction.
 */
export function sendCancellationAgain(
  db: Db,
  appointment: Pick<Appointment, 'id' | 'confirmed' | 'starts_at'>,
  { nowMs, tell }: { readonly nowMs: number; readonly tell: (row: OutboxRow) => void },
): OutboxRow | null {
  if (!appointment.confirmed || Date.parse(appointment.starts_at) <= nowMs) return null;
  const localId = localIdsOf(db, 'appointment', [appointment.id]).get(appointment.id) ?? appointment.id;
  const row = listRowsOfSubjects(db, [localId]).findLast(({ kind }) => kind === 'appointment.cancel');
  if (row?.state !== 'confirmed' || row.resolution.undone === true) return null;
  if (nowMs - (row.finishedAtMs ?? nowMs) < SHOWN_FOR_MS) return null;
  if (row.visitId === null || findVisit(db, row.visitId)?.deskState !== 'cancelled') return null;
  return transaction(db, () => {
    const sentAgain = moveRow(db, row.sequence, 'pending', {
      resolution: { ...row.resolution, undone: true },
      nextAttemptAtMs: null,
      finishedAtMs: null,
      attempts: 0,
    });
    tell(sentAgain);
    return sentAgain;
  });
}
