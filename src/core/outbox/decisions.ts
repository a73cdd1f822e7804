// The decisions that a person can make about a change that needs attention. Each runs inside the caller's transaction.
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { patient as patientSchema } from '../../wire/patient.ts';
import { transaction } from '../store/db/database.ts';
import type { Db } from '../store/db/database.ts';
import { canonicalIds, mapId } from '../store/outbox/id-map.ts';
import { noteOrder } from '../store/mirror/orders.ts';
import { patientStoredAtMs, upsertPatients } from '../store/mirror/patients.ts';
import { changeRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { findRow, listDescendants } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { replacePatientOfVisits } from '../store/desk/visits.ts';
import { forgetPerson, indexPerson } from '../store/mirror/person-index.ts';
import { createsItsSubject, isOnceOnly, referencedIds } from '../../domain/change.ts';
import type { EnteredPerson } from '../../domain/change.ts';

function rowOf(db: Db, id: string): OutboxRow {
  const row = findRow(db, id);
  if (!row) throw new AppException(notFound('There is no such change.'));
  return row;
}

function wrongState(row: OutboxRow): AppException {
  return new AppException(conflict('state', `This cannot be done with a change that is ${row.state}.`));
}

/**
 * The service has made the registration, and it is another one than was asked for: sent again, the request would make one more. So it
 * can only be looked for once more.
 */
export function wasMadeOtherwise({ kind, resolution }: Pick<OutboxRow, 'kind' | 'resolution'>): boolean {
  return kind === 'registration.create' && resolution.notAsAsked === true;
}

/** Sends a row again, unchanged. If an earlier try may have been carried out, the row is verified first. */
export function retryRow(db: Db, id: string): void {
  const row = rowOf(db, id);
  switch (row.state) {
    case 'pending':
    case 'unknown':
      changeRow(db, row.sequence, { nextAttemptAtMs: null });
      return;
    case 'refused':
    case 'conflict':
      moveRow(db, row.sequence, wasMadeOtherwise(row) ? 'unknown' : 'pending', {
        nextAttemptAtMs: null,
        answer: null,
        // What is wrong with the patient is found out anew: the next refusal may have another cause.
        resolution: { ...row.resolution, patientUnknown: false },
      });
      return;
    case 'needs-human':
      moveRow(db, row.sequence, row.attempts > 0 ? 'unknown' : 'pending', {
        nextAttemptAtMs: null,
        answer: null,
        // A person has decided, so from now on a row from a restored backup is treated like any other.
        resolution: { ...row.resolution, restored: false },
      });
      return;
    default:
      throw wrongState(row);
  }
}

/** Books the slot of a hold that the service refused although it is taken, because a person has said so. */
export function bookOverRow(db: Db, id: string): void {
  const row = rowOf(db, id);
  if (row.change?.kind !== 'appointment.hold') {
    throw new AppException(rejected('Only a slot can be booked over.', { rowId: 'kind' }));
  }
  if (row.state !== 'conflict' && row.state !== 'refused') throw wrongState(row);
  moveRow(db, row.sequence, 'pending', {
    nextAttemptAtMs: null,
    answer: null,
    resolution: { ...row.resolution, override: true, overrideChosen: true },
  });
}

/** The row, when it is one of which only a person can say whether it was carried out. */
function doubtfulRow(db: Db, id: string): OutboxRow {
  const row = rowOf(db, id);
  if (!isOnceOnly(row.kind)) {
    throw new AppException(
      rejected('The desk finds out by itself whether this was done.', { rowId: 'kind' }),
    );
  }
  if (row.state !== 'needs-human' || row.attempts === 0) throw wrongState(row);
  return row;
}

/** Sends a change again of which nobody knows whether it was carried out, so that it may be carried out twice. */
export function repeatRow(db: Db, id: string): void {
  const row = doubtfulRow(db, id);
  moveRow(db, row.sequence, 'pending', {
    nextAttemptAtMs: null,
    answer: null,
    resolution: {
      ...row.resolution,
      repeats: (row.resolution.repeats ?? 0) + 1,
      doubted: false,
      restored: false,
    },
  });
}

/**
 * Ends a change in doubt: a person says that the service carried it out. `madeId`: for an order, the service's id of the one
 * that was made, where they know it.
 */
export function settleRow(
  db: Db,
  id: string,
  said: { readonly madeId: string | null; readonly nowMs: number },
): void {
  const row = doubtfulRow(db, id);
  const { madeId, nowMs } = said;
  if (madeId !== null) {
    if (row.change?.kind !== 'order.create') {
      throw new AppException(rejected('This change makes no order.', { madeId: 'kind' }));
    }
    mapId(db, 'order', row.change.payload.orderId, madeId);
    noteOrder(db, madeId, nowMs);
  }
  moveRow(db, row.sequence, 'confirmed', {
    finishedAtMs: nowMs,
    lastError: null,
    resolution: { ...row.resolution, saidDone: true },
  });
}

/** Gives up a change for good. Changes that need it are stopped, and a person has to decide about them as well. */
export function discardRow(
  db: Db,
  id: string,
  decision: { readonly reason: string; readonly nowMs: number },
): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    if (row.state === 'sending')
      throw new AppException(conflict('state', 'The change is being sent at this moment.'));
    if (row.state === 'confirmed' || row.state === 'cancelled' || row.state === 'discarded')
      throw wrongState(row);
    moveRow(db, row.sequence, 'discarded', {
      finishedAtMs: decision.nowMs,
      resolution: { ...row.resolution, discardReason: decision.reason, ...doubtOf(row) },
    });
    if (row.change && createsItsSubject(row.change.kind)) {
      for (const child of listDescendants(db, row.sequence)) stop(db, child, row.subjectId);
    }
    if (row.kind === 'registration.assign') discardItsAppointment(db, row, decision);
    if (row.kind === 'patient.create') forgetPerson(db, row.subjectId);
  });
}

/** That nobody knew whether it was done is kept: whoever asks for it once more must be told. */
function doubtOf({ kind, state, attempts }: OutboxRow): { readonly doubted?: true } {
  const isInDoubt = state === 'needs-human' || state === 'unknown';
  return isOnceOnly(kind) && isInDoubt && attempts > 0 ? { doubted: true } : {};
}

/** An appointment that was to become this person's only together with the registration stays whose it is. */
function discardItsAppointment(
  db: Db,
  assignment: OutboxRow,
  decision: { readonly reason: string; readonly nowMs: number },
): void {
  for (const { sequence, state, change } of listDescendants(db, assignment.sequence)) {
    if (change?.kind !== 'appointment.assign' || state !== 'pending') continue;
    if (change.payload.withRegistrationId !== assignment.subjectId) continue;
    moveRow(db, sequence, 'discarded', {
      finishedAtMs: decision.nowMs,
      resolution: { discardReason: decision.reason },
    });
  }
}

function stop(db: Db, child: OutboxRow, subjectId: string): void {
  if (child.state !== 'pending' && child.state !== 'unknown') return;
  if (!child.change || !referencedIds(child.change).includes(subjectId)) return;
  // A slot that was never held need not be given back, so nobody has to decide about this.
  if (child.kind === 'appointment.release') return;
  moveRow(db, child.sequence, 'needs-human', {
    lastError: conflict('state', 'a change that this one needs was given up'),
    nextAttemptAtMs: null,
  });
}

/** Corrects the person of a creation that the service refused, and sends it again. */
export function editPatientRow(db: Db, id: string, entered: EnteredPerson): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    if (row.change?.kind !== 'patient.create') {
      throw new AppException(rejected('Only the creation of a person can be corrected.', { rowId: 'kind' }));
    }
    if (row.state !== 'refused' && row.state !== 'needs-human') throw wrongState(row);
    const { patientId } = row.change.payload;
    // The foreign_id stays. If an earlier try did arrive, the service does not make a second person with the same one.
    const payload = { ...row.change.payload, ...entered };
    moveRow(db, row.sequence, 'pending', {
      change: { kind: 'patient.create', payload },
      nextAttemptAtMs: null,
      answer: null,
    });
    indexPerson(db, patientId, payload);
  });
}

/** The service already knew this person: from now on its record is used wherever the person created here was used. */
export function linkExistingRow(db: Db, id: string, nowMs: number): void {
  transaction(db, () => {
    const row = rowOf(db, id);
    const existing = patientSchema.safeParse(row.answer);
    if (row.change?.kind !== 'patient.create' || row.state !== 'needs-human' || !existing.success) {
      throw wrongState(row);
    }
    const { patientId } = row.change.payload;
    mapId(db, 'patient', patientId, existing.data.id);
    // The answer may be hours old, and the record have changed since; but one that was read before the answer is the older of the two.
    const storedAtMs = patientStoredAtMs(db, existing.data.id);
    const isNewer = storedAtMs !== null && storedAtMs > (row.attemptedAtMs ?? 0);
    if (!isNewer) upsertPatients(db, [existing.data], nowMs);
    const canonical = canonicalIds(db, 'patient', [patientId]).get(patientId);
    if (canonical !== undefined) {
      // The desk already knew that person under another id. From now on the desk's own records use that id.
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
