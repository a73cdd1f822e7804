// What follows a hold: confirming it, releasing it, cancelling what was confirmed. Each request says what shall be, not
// what to add, so repeating one changes nothing.
import { bug, conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { isSamePlace, placeOf } from '../../store/mirror/appointment-place.ts';
import { storedAppointment, upsertAppointments } from '../../store/mirror/appointments.ts';
import { serverIdOf } from '../../store/outbox/id-map.ts';
import { moveRow, waitFor } from '../../store/outbox/outbox-moves.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import type { OutboxRow } from '../../store/outbox/outbox.ts';
import { commonVerdict, firstLookFailed, needServerId, outcomeAbout, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor, Outcome, RowOf } from '../attempt.ts';
import { holdBlocksForMs } from '../retry-policy.ts';
import { again, confirmed, forHuman, notAsAsked } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { changedByOthers, lookAtAppointment } from './appointment-look.ts';

type Confirmation = Attempt<'appointment.confirm'>;
type HoldRow = RowOf<'appointment.hold'>;

/** For one confirmation a lost hold is made again at most so often; after that a person has to decide. */
const HELD_AGAIN_AT_MOST = 3;
/** A first "not found" for a confirmation in doubt is not believed yet: after this pause it is sent once more. */
const SECOND_LOOK_MS = 30_000;
/** Refusals of a look at an appointment that do not show it. */
const NOT_THERE: ReadonlySet<AppError['kind']> = new Set(['not-found', 'conflict', 'rejected']);

function storeAppointment(attempt: Pick<Attempt, 'db' | 'nowMs'>, appointment: Appointment) {
  upsertAppointments(attempt.db, [appointment], attempt.nowMs);
  return [{ kind: 'appointment' as const, serverId: appointment.id }];
}

/** The row that holds this appointment; null when the appointment was not made at this desk. */
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
    const changed = await outcomeAbout(
      serverId,
      gateway.call('appointments.update', {
        params: { id: serverId },
        body: { confirmed: true, ...(patientId === null ? {} : { patient_id: patientId }) },
      }),
    );
    if (changed.ok) return takeConfirmation(attempt, patientId, changed.value.value);
    const verdict = commonVerdict(attempt, changed.error);
    return verdict ?? holdGone(attempt, changed.error, patientId, serverId);
  },
  // Sending it again shows what happened: confirming a confirmed appointment succeeds and changes nothing.
  verify: async ({ row: { resolution } }) =>
    again(0, {
      ...resolution,
      doubted: true,
      // Kept when a person has it sent again: they want it confirmed, and do not book anew.
      ...(resolution.restored === true ? { fromBackup: true } : {}),
    }),
};

/**
 * One answer can be damaged on its way, and a service may show what it took only some seconds later: confirming once more changes nothing, so
 * a person decides only where it is said twice.
 */
function takeConfirmation(
  attempt: Confirmation,
  patientId: string | null,
  appointment: Appointment,
): Verdict {
  const { row } = attempt;
  const isSaidTwice = row.resolution.notAsAsked === true;
  if (!appointment.confirmed) {
    const error = bug('the service answered a confirmation with an appointment that is not confirmed', {
      origin: 'service',
    });
    return isSaidTwice ? forHuman('needs-human', error, appointment) : notAsAsked(row, error);
  }
  const what = otherThanHeld(attempt, patientId, appointment);
  if (what === null) return confirmed(() => storeAppointment(attempt, appointment));
  const error = conflict('changed', `the appointment was confirmed for another ${what} than was asked for`);
  if (!isSaidTwice) return notAsAsked(row, error);
  // It is shown as the service has it, and confirmed so where a person says that it will do.
  storeAppointment(attempt, appointment);
  return forHuman('conflict', error, appointment);
}

/** In what the confirmed appointment differs from the one that was held; null where it does not. */
function otherThanHeld(
  attempt: Confirmation,
  patientId: string | null,
  appointment: Appointment,
): 'location' | 'time' | 'person' | null {
  // Of whoever stands at the desk the service may have held another time of the day than was asked for, so its own answer counts.
  const held = storedAppointment(attempt.db, appointment.id);
  if (held && held.test_location_id !== appointment.test_location_id) return 'location';
  if (held && !isSamePlace(placeOf(held), placeOf(appointment))) return 'time';
  return patientId === null || appointment.patient_id === patientId ? null : 'person';
}

/**
 * Whether the service has the appointment that it did not find for its confirmation: then it is the patient whom it does not know, having
 * merged or removed their record. A change to "not confirmed" cancels nothing, so it only shows what is there. Of a hold that has ended
 * by its own time nothing is asked. Null: it is not there, as far as it tells.
 */
async function stillThere(
  { db, gateway, nowMs }: Confirmation,
  serverId: string,
): Promise<Outcome<Appointment | null>> {
  const expiresAt = storedAppointment(db, serverId)?.expires_at ?? null;
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return { ok: true, value: null };
  const shown = await outcomeAbout(
    serverId,
    gateway.call('appointments.update', { params: { id: serverId }, body: { confirmed: false } }),
  );
  if (shown.ok) return { ok: true, value: shown.value.value };
  return NOT_THERE.has(shown.error.kind) ? { ok: true, value: null } : shown;
}

/** The service has nothing to confirm: the hold ended, or somebody cancelled it. Or it does not know the patient (the service's id). */
async function holdGone(
  attempt: Confirmation,
  error: AppError,
  patientId: string | null,
  serverId: string,
): Promise<Verdict> {
  const { db, row } = attempt;
  const hold = holdRowOf(attempt);
  // What an earlier try may have confirmed is not told "not confirmed": nobody knows what every service makes of that.
  if (error.kind === 'not-found' && patientId !== null && row.resolution.doubted !== true) {
    const there = await stillThere(attempt, serverId);
    if (!there.ok) return firstLookFailed(attempt, there.error);
    if (there.value !== null) {
      return {
        ...forHuman('conflict', error, there.value),
        resolution: { ...row.resolution, gone: false, patientUnknown: true },
      };
    }
  }
  const goneAsFarAsKnown = error.kind === 'not-found' || error.kind === 'conflict';
  if (!goneAsFarAsKnown || hold?.state !== 'confirmed' || !hold.change.payload.personIsHere) {
    const given = forHuman('conflict', error);
    const resolution = { ...row.resolution, gone: true, patientUnknown: false };
    return goneAsFarAsKnown ? { ...given, resolution } : given;
  }
  const { doubted = false, goneOnce = false, restored = false, fromBackup = restored } = row.resolution;
  // What happened after the backup is not known: the slot may have been held anew and confirmed then, and nobody stands here for it now.
  if (fromBackup) return forHuman('needs-human', error);
  if (doubted && !goneOnce) {
    // An earlier try may have been carried out. If this answer is wrong, holding the slot again would book it twice.
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
  // A try whose answer was lost may have been carried out late, and then outlives the hold that was made after it: the slot
  // can be taken by this desk itself, and it must not be said that somebody else was booked over.
  const heldForMs = attempt.nowMs - (hold.finishedAtMs ?? attempt.nowMs);
  const doubtedYet = kept.doubted === true && heldForMs < holdBlocksForMs(attempt.lateWriteMs);
  if (heldAgain > HELD_AGAIN_AT_MOST) return forHuman('conflict', error);
  return {
    to: 'pending',
    error,
    delayMs: 0,
    counted: true,
    // The next hold makes another appointment, about which nothing is in doubt.
    resolution: {
      ...row.resolution,
      doubted: false,
      goneOnce: false,
      notAsAsked: false,
      patientUnknown: false,
    },
    apply: () => {
      // The slot is asked for as at first, without override. If it is taken by now, the hold's own executor decides.
      moveRow(db, hold.sequence, 'pending', {
        resolution: { ...kept, heldAgain, doubted: doubtedYet },
        nextAttemptAtMs: null,
        finishedAtMs: null,
      });
      waitFor(db, row.sequence, hold.sequence);
    },
  };
}

export const appointmentRelease: Executor<'appointment.release'> = {
  async send(attempt: Attempt<'appointment.release'>): Promise<Verdict> {
    const { db, gateway, row } = attempt;
    const serverId = serverIdOf(db, 'appointment', row.change.payload.appointmentId);
    // The slot was never held, so there is nothing to release.
    if (serverId === null) return confirmed();
    const cancelled = await outcomeOf(gateway.call('appointments.cancel', { params: { id: serverId } }));
    const done = confirmed(() => [{ kind: 'appointment', serverId }]);
    if (cancelled.ok) return done;
    const verdict = commonVerdict(attempt, cancelled.error);
    if (verdict) return verdict;
    // "Not found" is success when an earlier try may have released it, or the hold has ended by itself. Otherwise
    // somebody else cancelled a confirmed appointment, and a person has to know.
    const wasConfirmed = storedAppointment(db, serverId)?.confirmed !== false;
    const goneAsWanted = cancelled.error.kind === 'not-found' && (row.attempts > 1 || !wasConfirmed);
    return goneAsWanted ? done : forHuman('conflict', cancelled.error);
  },
  verify: async () => again(),
};

export const appointmentCancellation: Executor<'appointment.cancel'> = {
  async send(attempt: Attempt<'appointment.cancel'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const serverId = needServerId(attempt, 'appointment', row.change.payload.appointmentId);
    if (typeof serverId !== 'string') return serverId;
    // It is looked at first where a registration leads to it: whoever moved it meanwhile, or was given it, may not want it cancelled.
    const { from, seenPatientId } = row.change.payload;
    if (from !== undefined) {
      const seen = await lookAtAppointment(attempt, serverId);
      if ('failed' in seen) return firstLookFailed(attempt, seen.failed);
      const changed = seen.appointment && changedByOthers(attempt, seen.appointment, seenPatientId);
      if (changed) return changed;
    }
    const cancelled = await outcomeOf(gateway.call('appointments.cancel', { params: { id: serverId } }));
    const done = confirmed(() => [{ kind: 'appointment', serverId }]);
    // "Not found" is what was wanted, whoever cancelled it: an earlier try of this desk, or somebody else.
    if (cancelled.ok || cancelled.error.kind === 'not-found') return done;
    return (
      commonVerdict(attempt, cancelled.error) ??
      forHuman(cancelled.error.kind === 'rejected' ? 'refused' : 'conflict', cancelled.error)
    );
  },
  // Asking again is the look: a cancelled appointment is not found.
  verify: async () => again(),
};
