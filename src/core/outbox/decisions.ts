// What a person decides about a change that cannot go on by itself. Each runs inside the caller's transaction.
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { patient as patientSchema } from '../../wire/patient.ts';
import { transaction } from '../store/db/database.ts';
import type { Db } from '../store/db/database.ts';
import { canonicalIds, mapId } from '../store/outbox/id-map.ts';
import { upsertPatients } from '../store/mirror/patients.ts';
import { changeRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { findRow, listDescendants } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { replacePatientOfVisits } from '../store/desk/visits.ts';
import { forgetPerson, indexPerson } from '../store/mirror/person-index.ts';
import { createsItsSubject, referencedIds } from '../../domain/change.ts';
import type { EnteredPerson } from '../../domain/change.ts';

function rowOf(db: Db, id: string): OutboxRow {
  const row = findRow(db, id);
  if (!row) throw new AppException(notFound('There is no such change.'));
  return row;
}

function wrongState(row: OutboxRow): AppException {
  return new AppException(conflict('state', `A change that is ${row.state} cannot be treated so.`));
}

/** Sends a row again as it is. Where it is not certain that it was refused, it is verified first. */
export function retryRow(db: Db, id: string): void {
  const row = rowOf(db, id);
  switch (row.state) {
    case 'pending':
    case 'unknown':
      changeRow(db, row.sequence, { nextAttemptAtMs: null });
      return;
    case 'refused':
    case 'conflict':
      moveRow(db, row.sequence, 'pending', { nextAttemptAtMs: null, answer: null });
      return;
    case 'needs-human':
      moveRow(db, row.sequence, row.attempts > 0 ? 'unknown' : 'pending', {
        nextAttemptAtMs: null,
        answer: null,
        // A person has looked, so a row out of a backup is treated like any other from here on.
        resolution: { ...row.resolution, restored: false },
      });
      return;
    default:
      throw wrongState(row);
  }
}

/** Gives a change up for good. What cannot stand without it is stopped, and stays visible. */
export function discardRow(
  db: Db,
  id: string,
  decision: { readonly reason: string; readonly nowMs: number },
): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    if (row.state === 'sending')
      throw new AppException(conflict('state', 'It is being sent this very moment.'));
    if (row.state === 'confirmed' || row.state === 'cancelled' || row.state === 'discarded')
      throw wrongState(row);
    moveRow(db, row.sequence, 'discarded', {
      finishedAtMs: decision.nowMs,
      resolution: { ...row.resolution, discardReason: decision.reason },
    });
    if (row.change && createsItsSubject(row.change.kind)) {
      for (const child of listDescendants(db, row.sequence)) stop(db, child, row.subjectId);
    }
    if (row.kind === 'patient.create') forgetPerson(db, row.subjectId);
  });
}

function stop(db: Db, child: OutboxRow, subjectId: string): void {
  if (child.state !== 'pending' && child.state !== 'unknown') return;
  if (!child.change || !referencedIds(child.change).includes(subjectId)) return;
  // Giving back what was never taken is no loss to anybody.
  if (child.kind === 'appointment.release') return;
  moveRow(db, child.sequence, 'needs-human', {
    lastError: conflict('state', 'what this builds on was given up'),
    nextAttemptAtMs: null,
  });
}

/** Corrects the person of a refused creation and sends it again. */
export function editPatientRow(db: Db, id: string, entered: EnteredPerson): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    if (row.change?.kind !== 'patient.create') {
      throw new AppException(rejected('Only the creation of a person can be corrected.', { rowId: 'kind' }));
    }
    if (row.state !== 'refused' && row.state !== 'needs-human') throw wrongState(row);
    const { patientId, foreignId } = row.change.payload;
    // The reference stays: should an earlier try have arrived after all, the service will not make a second person under it.
    const payload = { patientId, foreignId, ...entered };
    moveRow(db, row.sequence, 'pending', {
      change: { kind: 'patient.create', payload },
      nextAttemptAtMs: null,
      answer: null,
    });
    indexPerson(db, patientId, payload);
  });
}

/** The service knew this person already: takes that record for the one created here, wherever it is used. */
export function linkExistingRow(db: Db, id: string, nowMs: number): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    const existing = patientSchema.safeParse(row.answer);
    if (row.change?.kind !== 'patient.create' || row.state !== 'needs-human' || !existing.success) {
      throw wrongState(row);
    }
    const { patientId } = row.change.payload;
    mapId(db, 'patient', patientId, existing.data.id);
    upsertPatients(db, [existing.data], nowMs);
    const canonical = canonicalIds(db, 'patient', [patientId]).get(patientId);
    if (canonical !== undefined) {
      // The desk knew the person under another id; what it keeps of its own goes by that one from here on.
      replacePatientOfVisits(db, { patientId, by: canonical });
      forgetPerson(db, patientId);
    }
    moveRow(db, row.sequence, 'confirmed', {
      finishedAtMs: nowMs,
      lastError: null,
      resolution: { ...row.resolution, linkedServerId: existing.data.id },
    });
  });
}
