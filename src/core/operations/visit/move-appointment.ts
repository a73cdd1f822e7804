// Moves the appointment of a visit to another slot: of its day, of another day, or of another location. The desk need not
// work at either location, because only a booking is changed.
import type { VisitDetail } from '../../../contract/views.ts';
import { AppException, conflict, notFound, rejected } from '../../../domain/app-error.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { listLocations } from '../../store/mirror/locations.ts';
import type { CommandContext, ParsedInput } from '../handler.ts';
import { startsHeldHere, storedSlots } from '../slots.ts';
import { requireShownBooking } from './as-shown.ts';
import { timesFor } from './desk-state.ts';
import { recordAtVisit } from './record.ts';
import { changeVisit, seenAnywhere } from './rules.ts';
import { isAppointmentGone } from './service-standing.ts';
import { visitDetail } from './view.ts';

const refused = (field: string, problem: string, detail: string): AppException =>
  new AppException(rejected(detail, { [field]: problem }));

/**
 * The visit is shown at its new place at once, and the service is told by a change.
 *
 * @throws AppException when the person is or was here, the appointment is not confirmed, or the slot is not to be had
 */
export function moveAppointment(
  context: CommandContext,
  input: ParsedInput<'visits.moveAppointment'>,
): VisitDetail {
  const assembled = seenAnywhere(context, input);
  const { visit, appointment } = assembled;
  if (visit.deskState !== 'expected' && visit.deskState !== 'no-show') {
    throw new AppException(conflict('state', `The appointment of somebody ${visit.deskState} is not moved.`));
  }
  if (appointment?.state !== 'confirmed') {
    throw refused('appointment', 'not-confirmed', 'The service has not confirmed this appointment.');
  }
  if (isAppointmentGone(assembled)) {
    throw refused('appointment', 'gone', 'The service has no such appointment any more.');
  }
  requireShownBooking(assembled, input.shown);
  const { locationId, startsAtMs } = input;
  const location = listLocations(context.db).find(({ id }) => id === locationId);
  if (!location) throw new AppException(notFound('There is no such location.'));
  const isElsewhere = locationId !== appointment.locationId;
  if (!isElsewhere && startsAtMs === appointment.startsAtMs) {
    throw refused('startsAtMs', 'same', 'The appointment is at that time and place already.');
  }
  const to = { locationId, startsAtMs, date: dateOf(context, startsAtMs) };
  // Back to where it stands at the service: that slot is its own, whatever the timetable says of it.
  const isBack =
    appointment.movedFrom?.locationId === locationId && appointment.movedFrom.startsAtMs === startsAtMs;
  if (!isBack) requireFreeSlot(context, to);
  const stands = appointment.movedFrom ?? appointment;
  context.enqueue({
    kind: 'appointment.move',
    payload: {
      appointmentId: appointment.id,
      from: {
        locationId: stands.locationId,
        startsAtMs: stands.startsAtMs,
        date: dateOf(context, stands.startsAtMs),
      },
      to,
      seenPatientId: appointment.patientId ?? assembled.patientId,
    },
    visitId: visit.id,
  });
  changeVisit(
    context,
    visit,
    visit.deskState === 'no-show'
      ? { deskState: 'expected', ...timesFor(assembled, 'expected', context.nowMs) }
      : {},
  );
  if (visit.deskState === 'no-show') {
    recordAtVisit(context, assembled, 'moved', { from: 'no-show', to: 'expected' });
  }
  recordAtVisit(context, assembled, 'appointment-moved', {
    startsAtMs,
    before: appointment.startsAtMs,
    locationName: isElsewhere ? location.name : null,
  });
  return visitDetail(context, visit.id);
}

const dateOf = (context: CommandContext, atMs: number): string =>
  wallClockAt(atMs, context.site.timeZone).date;

/** As far as is known here: the service has the last word, and refuses a slot that is taken. */
function requireFreeSlot(
  context: CommandContext,
  to: { readonly locationId: string; readonly date: string; readonly startsAtMs: number },
): void {
  if (to.startsAtMs <= context.nowMs) throw refused('startsAtMs', 'slot-past', 'That time has passed.');
  const slots = storedSlots(context, to);
  if (slots === null) {
    throw refused('startsAtMs', 'day-not-read', 'The slots of that day have not been read yet.');
  }
  const slot = slots.find((one) => one.startsAtMs === to.startsAtMs);
  if (!slot) throw refused('startsAtMs', 'no-slot', 'No slot begins at that time.');
  if (!slot.available || startsHeldHere(context, to).has(to.startsAtMs)) {
    throw new AppException(conflict('taken', 'That slot is taken.'));
  }
}
