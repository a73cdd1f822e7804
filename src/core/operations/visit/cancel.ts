// Cancels the appointment of a visit at the service. Its slot becomes free for others.
import type { VisitDetail } from '../../../contract/views.ts';
import { AppException, conflict, rejected } from '../../../domain/app-error.ts';
import type { DeskState } from '../../../domain/visit.ts';
import type { CommandContext, ParsedInput } from '../handler.ts';
import { requireShownBooking } from './as-shown.ts';
import { timesFor } from './desk-state.ts';
import type { AssembledVisit } from './read.ts';
import { recordAtVisit } from './record.ts';
import { changeVisit, seenVisit } from './rules.ts';
import { visitDetail } from './view.ts';

/**
 * The visit is cancelled here at once, and the service is told by a change.
 *
 * @throws AppException when the person is or was here, the appointment is not confirmed, or its time has passed
 */
export function cancelAppointment(
  context: CommandContext,
  input: ParsedInput<'visits.cancelAppointment'>,
): VisitDetail {
  const assembled = seenVisit(context, input);
  const { visit, appointment } = assembled;
  if (visit.deskState !== 'expected' && visit.deskState !== 'no-show') {
    throw new AppException(
      conflict('state', `The appointment of somebody ${visit.deskState} is not cancelled.`),
    );
  }
  if (appointment?.state !== 'confirmed') {
    throw new AppException(
      rejected('The service has not confirmed this appointment.', { appointment: 'not-confirmed' }),
    );
  }
  requireShownBooking(assembled, input.shown);
  if (appointment.startsAtMs <= context.nowMs) {
    throw new AppException(rejected('The time of the appointment has passed.', { appointment: 'past' }));
  }
  context.enqueue({
    kind: 'appointment.cancel',
    payload: {
      appointmentId: appointment.id,
      from: { locationId: appointment.locationId, startsAtMs: appointment.startsAtMs },
      seenPatientId: appointment.patientId ?? assembled.patientId,
    },
    visitId: visit.id,
  });
  changeVisit(context, visit, { deskState: 'cancelled', ...timesFor(assembled, 'cancelled', context.nowMs) });
  recordAtVisit(context, assembled, 'appointment-cancelled', {
    startsAtMs: appointment.startsAtMs,
    reason: input.reason,
  });
  return visitDetail(context, visit.id);
}

/** @throws AppException when the visit is expected again although its appointment was cancelled */
export function requireAppointmentStands({ visit, appointment }: AssembledVisit, to: DeskState): void {
  if (visit.deskState !== 'cancelled' || to !== 'expected' || appointment?.state !== 'released') return;
  throw new AppException(rejected('The appointment was cancelled.', { appointment: 'cancelled' }));
}
