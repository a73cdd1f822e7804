// Taking a slot: held first, then confirmed. A hold whose answer was lost frees itself; a confirmation can be repeated.
// Whoever stands at the desk is not sent away: a slot that is taken or lost is booked over, and that is recorded.
import { bug, conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import type { Db } from '../../store/db/database.ts';
import { mapId, serverIdOf } from '../../store/outbox/id-map.ts';
import { storedAppointment, upsertAppointments } from '../../store/mirror/appointments.ts';
import { listRowsOfSubjects, moveRow, waitFor } from '../../store/outbox/outbox.ts';
import type { OutboxRow } from '../../store/outbox/outbox.ts';
import { commonVerdict, needServerId, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import type { PayloadOf } from '../../../domain/change.ts';
import { HOLD_MARGIN_MS, HOLD_MS } from '../retry-policy.ts';
import { again, confirmed, forHuman, inDoubt } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type Hold = PayloadOf<'appointment.hold'>;

/** A lost hold is made again so often for one confirmation; after that a person looks. */
const REHOLDS_ALLOWED = 3;

function storeAppointment(attempt: Attempt, appointment: Appointment) {
  upsertAppointments(attempt.db, [appointment], attempt.nowMs);
  return [{ kind: 'appointment' as const, serverId: appointment.id }];
}

/** The row that holds this appointment, when it was made here. */
function holdRowOf(db: Db, appointmentId: string): OutboxRow | null {
  return listRowsOfSubjects(db, [appointmentId]).findLast((row) => row.kind === 'appointment.hold') ?? null;
}

function bookOver(attempt: Attempt, error: AppError, payload: Hold): Verdict | null {
  const { resolution } = attempt.row;
  if (!payload.personIsHere) return null;
  if (!resolution.override && !payload.overrideAvailability) {
    return { to: 'pending', error, delayMs: 0, counted: true, resolution: { ...resolution, override: true } };
  }
  // A slot that is gone altogether still leaves its time to book.
  if (payload.slotId !== null && !resolution.withoutSlot) {
    return {
      to: 'pending',
      error,
      delayMs: 0,
      counted: true,
      resolution: { ...resolution, override: true, withoutSlot: true },
    };
  }
  return null;
}

export const appointmentHold: Executor<'appointment.hold'> = {
  async send(attempt: Attempt<'appointment.hold'>): Promise<Verdict> {
    const { db, gateway, row } = attempt;
    const { payload } = row.change;
    const override = payload.overrideAvailability || row.resolution.override === true;
    const bySlot = payload.slotId !== null && row.resolution.withoutSlot !== true;
    const patientId = payload.patientId === null ? null : serverIdOf(db, 'patient', payload.patientId);
    const held = await outcomeOf(
      gateway.call('appointments.create', {
        body: {
          ...(bySlot && payload.slotId !== null
            ? { slot_id: payload.slotId }
            : { starts_at: new Date(payload.startsAtMs).toISOString() }),
          confirmed: false,
          ...(patientId === null ? {} : { patient_id: patientId }),
          ...(override ? { override_availability: true } : {}),
        },
      }),
    );
    if (held.ok) {
      const appointment = held.value.value;
      return confirmed(() => {
        mapId(db, 'appointment', payload.appointmentId, appointment.id);
        return storeAppointment(attempt, appointment);
      });
    }
    const { error } = held;
    return (
      commonVerdict(attempt, error) ??
      bookOver(attempt, error, payload) ??
      forHuman(error.kind === 'rejected' ? 'refused' : 'conflict', error)
    );
  },

  // A hold cannot be looked up: nobody lists appointments. Not confirmed, it frees its slot by itself.
  async verify(attempt: Attempt<'appointment.hold'>): Promise<Verdict> {
    const { db, row, doubtAgeMs, lateWriteMs } = attempt;
    const { payload } = row.change;
    const released = listRowsOfSubjects(db, [payload.appointmentId]).some(
      (other) =>
        other.kind === 'appointment.release' && other.state !== 'discarded' && other.state !== 'cancelled',
    );
    if (released) return { to: 'discarded', resolution: { ...row.resolution, lapsed: true } };
    if (row.resolution.restored) {
      return forHuman('needs-human', conflict('state', 'whether this slot was booked before is not known'));
    }
    if (payload.personIsHere) return again();
    const restMs = HOLD_MS + HOLD_MARGIN_MS + lateWriteMs - doubtAgeMs;
    return restMs > 0 ? inDoubt(row.lastError, restMs) : again();
  },
};

/** What else has to be said so that the appointment is where and when it was asked for. */
function placeOf(db: Db, hold: OutboxRow | null, serverId: string): { readonly test_location_id?: string } {
  const payload = hold?.change?.kind === 'appointment.hold' ? hold.change.payload : null;
  const stored = storedAppointment(db, serverId);
  // A time outside the timetable is booked without naming a place, which the service then chooses.
  return payload && stored && stored.test_location_id !== payload.locationId
    ? { test_location_id: payload.locationId }
    : {};
}

/** The hold ran out before it was confirmed: made again over whatever is there now, and this row waits for it. */
function holdAgain(attempt: Attempt, error: AppError, hold: OutboxRow): Verdict {
  return {
    to: 'pending',
    error,
    delayMs: 0,
    counted: true,
    apply: () => {
      const { lapsed: _, ...resolution } = hold.resolution;
      const held = moveRow(attempt.db, hold.sequence, 'pending', {
        resolution: { ...resolution, override: true },
        nextAttemptAtMs: null,
        finishedAtMs: null,
      });
      waitFor(attempt.db, attempt.row.sequence, hold.sequence);
      return held;
    },
  };
}

export const appointmentConfirmation: Executor<'appointment.confirm'> = {
  async send(attempt: Attempt<'appointment.confirm'>): Promise<Verdict> {
    const { db, gateway, row } = attempt;
    const { payload } = row.change;
    const serverId = needServerId(attempt, 'appointment', payload.appointmentId);
    if (typeof serverId !== 'string') return serverId;
    const patientId = payload.patientId === null ? null : needServerId(attempt, 'patient', payload.patientId);
    if (patientId !== null && typeof patientId !== 'string') return patientId;
    const hold = holdRowOf(db, payload.appointmentId);
    const changed = await outcomeOf(
      gateway.call('appointments.update', {
        params: { id: serverId },
        body: {
          confirmed: true,
          ...(patientId === null ? {} : { patient_id: patientId }),
          ...placeOf(db, hold, serverId),
        },
      }),
    );
    if (changed.ok) {
      const appointment = changed.value.value;
      return appointment.confirmed
        ? confirmed(() => storeAppointment(attempt, appointment))
        : forHuman('needs-human', bug('confirmed, yet not confirmed', { origin: 'service' }), appointment);
    }
    const { error } = changed;
    const verdict = commonVerdict(attempt, error);
    if (verdict) return verdict;
    const held = hold?.change?.kind === 'appointment.hold' ? hold.change.payload : null;
    if (hold?.state === 'confirmed' && held?.personIsHere && hold.attempts <= REHOLDS_ALLOWED) {
      return holdAgain(attempt, error, hold);
    }
    return forHuman('conflict', error);
  },
  verify: async () => again(),
};

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
    const { payload } = row.change;
    const serverId = serverIdOf(db, 'appointment', payload.appointmentId);
    // Never held, so there is nothing to give back.
    if (serverId === null) return confirmed();
    const cancelled = await outcomeOf(gateway.call('appointments.cancel', { params: { id: serverId } }));
    const done = confirmed(() => [{ kind: 'appointment', serverId }]);
    if (cancelled.ok) return done;
    const verdict = commonVerdict(attempt, cancelled.error);
    if (verdict) return verdict;
    // Gone after an attempt in doubt is what was wanted; so is a hold that ran out. Gone at first is news for a person.
    const goneAsWanted =
      cancelled.error.kind === 'not-found' && (row.attempts > 1 || !wasConfirmed(db, serverId));
    return goneAsWanted ? done : forHuman('conflict', cancelled.error);
  },
  verify: async () => again(),
};

function wasConfirmed(db: Db, serverId: string): boolean {
  return storedAppointment(db, serverId)?.confirmed !== false;
}
