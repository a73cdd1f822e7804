// Saves a change in the outbox: gives it an id, and makes it wait for the unfinished changes that it needs.
import { referencedIds } from '../../domain/change.ts';
import type { Change } from '../../domain/change.ts';
import { ATTENTION_STATES } from '../../domain/outbox-state.ts';
import type { Db } from '../store/db/database.ts';
import { indexPerson } from '../store/mirror/person-index.ts';
import { insertRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { countRowsOfCommand, listOpenSequences, listRowsOfSubjects } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';

export type NewChange = Change & {
  /** Local id of the record that it makes or changes. */
  readonly subjectId: string;
  readonly visitId: string | null;
  /**
   * The rows (sequences) to wait for, besides unfinished rows of the same record. `auto`, which is the default:
   * unfinished rows of every record that the change names.
   */
  readonly dependsOn?: 'auto' | readonly number[];
  readonly actor: string;
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
};

/**
 * Saves a change that will be sent to the service. Call it in the transaction of what the person saved, and wake the
 * sender after the commit. In an operation, call `context.enqueue()` instead.
 *
 * @throws when the payload does not fit its schema: such a change could never be sent, so it must not be saved
 */
export function enqueue(db: Db, change: NewChange): OutboxRow {
  if (change.kind === 'appointment.release') cancelUntriedHold(db, change);
  if (change.kind === 'appointment.move' || change.kind === 'appointment.cancel') endEarlierMoves(db, change);
  const row = insertRow(db, {
    // The id is made from the command's id, so it means the same row for ever, also in a backup that was restored.
    id: `${change.commandId}.${countRowsOfCommand(db, change.commandId) + 1}`,
    change,
    subjectId: change.subjectId,
    visitId: change.visitId,
    actor: change.actor,
    commandId: change.commandId,
    createdAtMs: change.nowMs,
    parents: parentsOf(db, change),
  });
  if (change.kind === 'patient.create') indexPerson(db, change.payload.patientId, change.payload);
  return row;
}

/** Cancels a hold that was never sent, since it is not needed any more, and the changes of the same appointment. */
function cancelUntriedHold(db: Db, release: NewChange): void {
  const rows = listRowsOfSubjects(db, [release.subjectId]).filter((row) => row.state === 'pending');
  const hold = rows.find((row) => row.kind === 'appointment.hold');
  if (!hold || hold.attempts > 0) return;
  for (const row of rows) moveRow(db, row.sequence, 'cancelled', { finishedAtMs: release.nowMs });
}

/**
 * An appointment that is moved again, or cancelled, need not go first to where it was to be moved before: a move that
 * was never sent is taken back, and one that waits for a person is given up. One that may be under way is waited for.
 */
function endEarlierMoves(db: Db, change: NewChange): void {
  for (const row of listRowsOfSubjects(db, [change.subjectId])) {
    if (row.kind !== 'appointment.move') continue;
    if (row.state === 'pending' && row.attempts === 0) {
      moveRow(db, row.sequence, 'cancelled', { finishedAtMs: change.nowMs });
    } else if (ATTENTION_STATES.some((state) => state === row.state)) {
      moveRow(db, row.sequence, 'discarded', { finishedAtMs: change.nowMs });
    }
  }
}

function parentsOf(db: Db, change: NewChange): Set<number> {
  const dependsOn = change.dependsOn ?? 'auto';
  // Whatever the caller chooses, changes of the same record are sent in the order in which they were saved.
  const ids = dependsOn === 'auto' ? [...referencedIds(change), change.subjectId] : [change.subjectId];
  return new Set([...listOpenSequences(db, ids), ...(dependsOn === 'auto' ? [] : dependsOn)]);
}
