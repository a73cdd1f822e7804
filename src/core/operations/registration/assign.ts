// Puts a patient on a registration, or another one in place of the one it has.
import type { registrationOperations } from '../../../contract/registrations.ts';
import { AppException, conflict, notFound, rejected } from '../../../domain/app-error.ts';
import { findVisit, visitIdOfRegistration } from '../../store/desk/visits.ts';
import { readAppointment } from '../../store/mirror/appointment-records.ts';
import { readRegistration } from '../../store/mirror/registration-records.ts';
import { isSameRecord } from '../../store/outbox/id-map.ts';
import type { CommandContext, CommandHandler, ParsedInput } from '../handler.ts';
import { doesStand } from '../visit/appointment-owner.ts';
import { requireChosenPerson } from '../visit/as-shown.ts';
import { changeVisit } from '../visit/rules.ts';
import { toRegistrationDetail } from './view.ts';

type Definition = (typeof registrationOperations)['registrations.assign'];

/**
 * The visit goes with its registration, and so does an appointment that was for the person before. Confirmations, labels
 * and proofs of that person are withdrawn by the rules that watch every change (see `visit/withdraw.ts`).
 */
export const assignPatient: CommandHandler<Definition> = {
  transaction: (context, input) => {
    const { registrationId, patientId, seenPatientId } = input;
    const registration = readRegistration(context.db, registrationId);
    if (!registration) throw new AppException(notFound('There is no such registration.'));
    requireChosenPerson(context, input);
    const isSame = (one: string | null, other: string | null): boolean =>
      isSameRecord(context.db, 'patient', one, other);
    if (!isSame(registration.patientId, seenPatientId)) {
      throw new AppException(conflict('changed', 'The registration has another patient by now.'));
    }
    if (registration.untaken) {
      throw new AppException(rejected('The service has not taken it.', { registration: 'untaken' }));
    }
    if (registration.contested) {
      throw new AppException(rejected('Whose it is, is not settled.', { registration: 'contested' }));
    }
    if (isSame(registration.patientId, patientId)) {
      throw new AppException(rejected('The registration has this patient.', { patientId: 'same-person' }));
    }
    const visitId = visitIdOfRegistration(context.db, registrationId);
    context.enqueue({
      kind: 'registration.assign',
      payload: { registrationId, patientId, expectedPatientId: registration.patientId },
      visitId,
    });
    const visit = visitId === null ? null : findVisit(context.db, visitId);
    takeAppointmentAlong(context, visit?.appointmentId ?? registration.appointmentId, { ...input, visitId });
    if (visit) changeVisit(context, visit, { patientId });
    context.record('patient-assigned', { visitId, patientId, registrations: 1 });
    const changed = readRegistration(context.db, registrationId);
    if (!changed) throw new Error('A registration just assigned cannot be read back.');
    return toRegistrationDetail(context, changed);
  },
};

/** An appointment that was for the person before, or for nobody, is the new patient's from now on. */
function takeAppointmentAlong(
  context: CommandContext,
  appointmentId: string | null,
  of: ParsedInput<'registrations.assign'> & {
    readonly visitId: string | null;
  },
): void {
  const appointment = appointmentId === null ? null : readAppointment(context.db, appointmentId);
  if (!appointment || !doesStand(appointment)) return;
  const { registrationId, patientId, seenPatientId, visitId } = of;
  const isOfOldPerson =
    appointment.patientId === null ||
    isSameRecord(context.db, 'patient', appointment.patientId, seenPatientId);
  if (!isOfOldPerson) return;
  context.enqueue({
    kind: 'appointment.assign',
    payload: {
      appointmentId: appointment.id,
      patientId,
      expectedPatientId: appointment.patientId,
      withRegistrationId: registrationId,
    },
    visitId,
  });
}
