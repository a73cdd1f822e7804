// Moves an appointment to another time or location. The request says where it shall be, so repeating it changes nothing.
// It is looked at first where a registration leads to it, so that a move by somebody else is not undone unseen.
import { conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { isGivenUp } from '../../../domain/outbox-state.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { placeVisitOfAppointment } from '../../store/desk/visits.ts';
import { isSamePlace, placeOf } from '../../store/mirror/appointment-place.ts';
import { upsertAppointments } from '../../store/mirror/appointments.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import { commonVerdict, firstLookFailed, lookFailed, needServerId, outcomeAbout } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { again, confirmed, conflictOnceSaidTwice, forHuman, inDoubt } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { changedByOthers, lookAtAppointment } from './appointment-look.ts';
import { isBeingGivenBack } from './giving-back.ts';

type Move = Attempt<'appointment.move'>;

export const appointmentMove: Executor<'appointment.move'> = {
  async send(attempt: Move): Promise<Verdict> {
    const verdict = await sendOnce(attempt);
    const isRefused = verdict.to === 'conflict' || verdict.to === 'refused';
    // Nobody need decide about a refused move that a later change of the appointment waits for: see `verify`.
    return isRefused && isOvertaken(attempt) ? inDoubt(verdict.error, 0) : verdict;
  },
  // Asking again is the look: it comes out in the same place. A refused move that was overtaken is given up instead.
  async verify(attempt: Move): Promise<Verdict> {
    const { row } = attempt;
    const isRefused = row.lastError !== null && REFUSALS.has(row.lastError.kind);
    if (isRefused && isOvertaken(attempt)) return { to: 'discarded', resolution: row.resolution };
    return again(0, { ...row.resolution, doubted: true });
  },
};

const REFUSALS: ReadonlySet<AppError['kind']> = new Set(['conflict', 'rejected', 'not-found']);

/** Whether the appointment was moved again, or cancelled, since this move was saved. */
function isOvertaken({ db, row }: Move): boolean {
  return listRowsOfSubjects(db, [row.subjectId]).some(
    ({ sequence, kind, state }) =>
      sequence > row.sequence &&
      (kind === 'appointment.move' || kind === 'appointment.cancel') &&
      !isGivenUp(state),
  );
}

async function sendOnce(attempt: Move): Promise<Verdict> {
  const { gateway, row } = attempt;
  const { to } = row.change.payload;
  const serverId = needServerId(attempt, 'appointment', row.change.payload.appointmentId);
  if (typeof serverId !== 'string') return serverId;
  const seen = await lookAtAppointment(attempt, serverId);
  if ('failed' in seen) return firstLookFailed(attempt, seen.failed);
  if (seen.appointment) {
    if (isSamePlace(placeOf(seen.appointment), to)) return takeMove(attempt, seen.appointment);
    const changedMeanwhile = changedByOthers(attempt, seen.appointment, row.change.payload.seenPatientId);
    if (changedMeanwhile) return changedMeanwhile;
  }
  const wasBeingGivenBack = isBeingGivenBack(attempt, to);
  const changed = await outcomeAbout(
    serverId,
    gateway.call('appointments.update', {
      params: { id: serverId },
      body: {
        appointment_time: new Date(to.startsAtMs).toISOString(),
        test_location_id: to.locationId,
      },
    }),
  );
  if (!changed.ok) {
    return (
      commonVerdict(attempt, changed.error) ??
      (await refused(attempt, serverId, { error: changed.error, wasBeingGivenBack }))
    );
  }
  const appointment = changed.value.value;
  if (isSamePlace(placeOf(appointment), to)) return takeMove(attempt, appointment);
  const error = conflict('changed', 'the service answered the move with another time or place');
  return conflictOnceSaidTwice(row, error, { answer: appointment });
}

function takeMove(attempt: Move, appointment: Appointment): Verdict {
  const { db, row, nowMs, timeZone } = attempt;
  return confirmed(() => {
    upsertAppointments(db, [appointment], nowMs);
    const { locationId, startsAtMs } = placeOf(appointment);
    placeVisitOfAppointment(db, row.change.payload.appointmentId, {
      locationId,
      date: wallClockAt(startsAtMs, timeZone).date,
    });
    return [{ kind: 'appointment', serverId: appointment.id }];
  });
}

/**
 * A service may call a slot taken that the appointment itself has taken by an earlier try, so it is looked at once more.
 * Where nothing leads to it and an earlier try is in doubt, nobody can tell which of the two it is.
 */
async function refused(
  attempt: Move,
  serverId: string,
  { error, wasBeingGivenBack }: { readonly error: AppError; readonly wasBeingGivenBack: boolean },
): Promise<Verdict> {
  const { to } = attempt.row.change.payload;
  const seen = await lookAtAppointment(attempt, serverId);
  if ('failed' in seen) return lookFailed(seen.failed);
  if (seen.appointment && isSamePlace(placeOf(seen.appointment), to)) {
    return takeMove(attempt, seen.appointment);
  }
  const isFreeSoon = wasBeingGivenBack || isBeingGivenBack(attempt, to);
  if (error.kind === 'conflict' && isFreeSoon && !isOvertaken(attempt)) {
    return { to: 'pending', error, delayMs: null, counted: true };
  }
  const isUnclear = seen.appointment === null && attempt.row.resolution.doubted === true;
  if (isUnclear && error.kind === 'conflict') return forHuman('needs-human', error);
  return forHuman(error.kind === 'rejected' ? 'refused' : 'conflict', error);
}
