// What follows a hold: confirming it, saying whom it is for, giving it back. All absolute, so repeating one harms nobody.
import { bug, conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { storedAppointment, upsertAppointments } from '../../store/mirror/appointments.ts';
import { serverIdOf } from '../../store/outbox/id-map.ts';
import { moveRow, waitFor } from '../../store/outbox/outbox-moves.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import type { OutboxRow } from '../../store/outbox/outbox.ts';
import { commonVerdict, needServerId, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor, RowOf } from '../attempt.ts';
import { again, confirmed, forHuman } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type Confirmation = Attempt<'appointment.confirm'>;
type HoldRow = RowOf<'appointment.hold'>;

/** A lost hold is made again so often for one confirmation; after that a person looks. */
const HELD_AGAIN_AT_MOST = 3;
/** Before a confirmation in doubt that meets "not found" is believed, it is asked once more after this. */
const SECOND_LOOK_MS = 30_000;

function storeAppointment(attempt: Pick<Attempt, 'db' | 'nowMs'>, appointment: Appointment) {
  upsertAppointments(attempt.db, [appointment], attempt.nowMs);
  return [{ kind: 'appointment' as const, serverId: appointment.id }];
}

/** The row that holds this appointment, when it was made here. */
function holdRowOf(attempt: Confirmation): HoldRow | null {
  const { appointmentId } = attempt.row.change.payload;
  const isHold = (row: OutboxRow): row is OutboxRow & HoldRow => row.change?.kind === 'appointment.hold';
  return listRowsOfSubjects(attempt.db, [appointmentId]).findLast(isHold) ?? null;
}

export const appointmentConfirmation: Executor<'appointment.confirm'> = {
  async send(attempt: Confirmation): Promise<Verdict> {
    const { gateway, row } = attempt;
    const { payload } = row.change;
    const serverId = needServerId(attempt, 'appointment', payload.appointmentId);
    if (typeof serverId !== 'string') return serverId;
    const patientId = payload.patientId === null ? null : needServerId(attempt, 'patient', payload.patientId);
    if (patientId !== null && typeof patientId !== 'string') return patientId;
    const changed = await outcomeOf(
      gateway.call('appointments.update', {
        params: { id: serverId },
        body: { confirmed: true, ...(patientId === null ? {} : { patient_id: patientId }) },
      }),
    );
    if (changed.ok) return takeConfirmation(attempt, patientId, changed.value.value);
    const verdict = commonVerdict(attempt, changed.error);
    return verdict ?? holdGone(attempt, changed.error);
  },
  // Asking again is the look: a confirmation that was carried out is answered as one, and changes nothing.
  verify: async ({ row }) => again(0, { ...row.resolution, doubted: true }),
};

function takeConfirmation(
  attempt: Confirmation,
  patientId: string | null,
  appointment: Appointment,
): Verdict {
  if (!appointment.confirmed) {
    return forHuman('needs-human', bug('confirmed, yet not confirmed', { origin: 'service' }), appointment);
  }
  const hold = holdRowOf(attempt);
  const elsewhere = hold !== null && appointment.test_location_id !== hold.change.payload.locationId;
  if (elsewhere || (patientId !== null && appointment.patient_id !== patientId)) {
    const what = elsewhere ? 'location' : 'person';
    return forHuman(
      'conflict',
      conflict('changed', `the appointment was confirmed for another ${what} than was asked for`),
      appointment,
    );
  }
  return confirmed(() => storeAppointment(attempt, appointment));
}

/** The service says that there is nothing to confirm: the hold ran out, or somebody cancelled it. */
function holdGone(attempt: Confirmation, error: AppError): Verdict {
  const { db, row } = attempt;
  const hold = holdRowOf(attempt);
  const goneAsFarAsKnown = error.kind === 'not-found' || error.kind === 'conflict';
  if (!goneAsFarAsKnown || hold?.state !== 'confirmed' || !hold.change.payload.personIsHere) {
    return forHuman('conflict', error);
  }
  const { doubted = false, goneOnce = false } = row.resolution;
  if (doubted && !goneOnce) {
    // An earlier try may have been carried out. Were this answer a mistake of the line, holding again would book twice.
    return {
      to: 'pending',
      error,
      delayMs: SECOND_LOOK_MS,
      counted: true,
      resolution: { ...row.resolution, goneOnce: true },
    };
  }
  const { lapsed: _lapsed, override: _override, withoutSlot: _withoutSlot, ...kept } = hold.resolution;
  const heldAgain = (kept.heldAgain ?? 0) + 1;
  if (heldAgain > HELD_AGAIN_AT_MOST) return forHuman('conflict', error);
  return {
    to: 'pending',
    error,
    delayMs: 0,
    counted: true,
    // What is confirmed next is another appointment, about which nothing is in doubt.
    resolution: { ...row.resolution, doubted: false, goneOnce: false },
    apply: () => {
      // Asked for as at first, without booking over anybody: should the slot be taken, the hold itself decides.
      moveRow(db, hold.sequence, 'pending', {
        resolution: { ...kept, heldAgain, doubted: false },
        nextAttemptAtMs: null,
        finishedAtMs: null,
      });
      waitFor(db, row.sequence, hold.sequence);
    },
  };
}

export const appointmentAssignment: Executor<'appointment.assign'> = {
  async send(attempt: Attempt<'appointment.assign'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const { payload } = row.change;
    const serverId = needServerId(attempt, 'appointment', payload.appointmentId);
    if (typeof serverId !== 'string') return serverId;
    const patientId = needServerId(attempt, 'patient', payload.patientId);
    if (typeof patientId !== 'string') return patientId;
    const changed = await outcomeOf(
      gateway.call('appointments.update', { params: { id: serverId }, body: { patient_id: patientId } }),
    );
    if (!changed.ok) {
      return (
        commonVerdict(attempt, changed.error) ??
        forHuman(changed.error.kind === 'rejected' ? 'refused' : 'conflict', changed.error)
      );
    }
    const appointment = changed.value.value;
    return appointment.patient_id === patientId
      ? confirmed(() => storeAppointment(attempt, appointment))
      : forHuman('conflict', conflict('changed', 'the appointment is somebody else’s'), appointment);
  },
  verify: async () => again(),
};

export const appointmentRelease: Executor<'appointment.release'> = {
  async send(attempt: Attempt<'appointment.release'>): Promise<Verdict> {
    const { db, gateway, row } = attempt;
    const serverId = serverIdOf(db, 'appointment', row.change.payload.appointmentId);
    // Never held, so there is nothing to give back.
    if (serverId === null) return confirmed();
    const cancelled = await outcomeOf(gateway.call('appointments.cancel', { params: { id: serverId } }));
    const done = confirmed(() => [{ kind: 'appointment', serverId }]);
    if (cancelled.ok) return done;
    const verdict = commonVerdict(attempt, cancelled.error);
    if (verdict) return verdict;
    // Gone after an attempt in doubt is what was wanted; so is a hold that ran out. Gone at first is news for a person.
    const wasConfirmed = storedAppointment(db, serverId)?.confirmed !== false;
    const goneAsWanted = cancelled.error.kind === 'not-found' && (row.attempts > 1 || !wasConfirmed);
    return goneAsWanted ? done : forHuman('conflict', cancelled.error);
  },
  verify: async () => again(),
};
