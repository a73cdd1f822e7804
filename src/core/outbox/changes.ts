// What happens when a change is saved: it is checked, given an id, and put behind the open changes it builds on.
import { referencedIds } from '../../domain/change.ts';
import type { Change } from '../../domain/change.ts';
import type { Db } from '../store/db/database.ts';
import { indexPerson } from '../store/mirror/person-index.ts';
import { insertRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { countRowsOfCommand, listOpenSequences, listRowsOfSubjects } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';

export type NewChange = Change & {
  /** Local id of the record that it makes or changes. */
  readonly subjectId: string;
  readonly visitId: string | null;
  /** Sequences of rows to wait for, beside those on the same record. `auto`: open rows on any record it speaks of. */
  readonly dependsOn?: 'auto' | readonly number[];
  readonly actor: string;
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
};

/**
 * Writes a change down to be sent. Call it inside the transaction of what the person saved; then wake the sender.
 * Throws when the payload does not fit its schema: such a change could never be sent, so it must not be saved.
 */
export function enqueue(db: Db, change: NewChange): OutboxRow {
  if (change.kind === 'appointment.release') cancelUntriedHold(db, change);
  const row = insertRow(db, {
    // The id follows from the command, so that it means the same row for ever, in restored backups as well.
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

/** A hold that was never sent need not be asked for any more; what was to follow it is cancelled with it. */
function cancelUntriedHold(db: Db, release: NewChange): void {
  const rows = listRowsOfSubjects(db, [release.subjectId]).filter((row) => row.state === 'pending');
  const hold = rows.find((row) => row.kind === 'appointment.hold');
  if (!hold || hold.attempts > 0) return;
  for (const row of rows) moveRow(db, row.sequence, 'cancelled', { finishedAtMs: release.nowMs });
}

function parentsOf(db: Db, change: NewChange): Set<number> {
  const dependsOn = change.dependsOn ?? 'auto';
  // Whatever the caller names, changes of one record go in the order in which they were made.
  const ids = dependsOn === 'auto' ? [...referencedIds(change), change.subjectId] : [change.subjectId];
  return new Set([...listOpenSequences(db, ids), ...(dependsOn === 'auto' ? [] : dependsOn)]);
}
