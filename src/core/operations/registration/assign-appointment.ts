// Makes the appointment of a registration the appointment of the registration's patient: it named nobody, or somebody else.
import type { registrationOperations } from '../../../contract/registrations.ts';
import { AppException, conflict, notFound, rejected } from '../../../domain/app-error.ts';
import { registrationIdsOf, visitIdOfRegistration } from '../../store/desk/visits.ts';
import { readAppointment } from '../../store/mirror/appointment-records.ts';
import type { AppointmentRecord } from '../../store/mirror/appointment-records.ts';
import { readRegistration, readRegistrations } from '../../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { isSameRecord } from '../../store/outbox/id-map.ts';
import type { CommandContext, CommandHandler } from '../handler.ts';
import { doesStand } from '../visit/appointment-owner.ts';
import { toRegistrationDetail } from './view.ts';

type Definition = (typeof registrationOperations)['registrations.assignAppointment'];

const refused = (field: string, problem: string, detail: string): AppException =>
  new AppException(rejected(detail, { [field]: problem }));

/** The registration stays as it is, and so does what was confirmed for its patient: only the appointment changes. */
export const assignAppointment: CommandHandler<Definition> = {
  transaction: (context, input) => {
    const { registrationId, seenPatientId, seenAppointmentPatientId } = input;
    const registration = readRegistration(context.db, registrationId);
    if (!registration) throw new AppException(notFound('There is no such registration.'));
    const { patientId } = registration;
    if (patientId === null) throw refused('patient', 'missing', 'The registration has no patient.');
    const isSame = (one: string | null, other: string | null): boolean =>
      isSameRecord(context.db, 'patient', one, other);
    const appointment = standingAppointment(context, registration);
    if (!isSame(patientId, seenPatientId) || !isSame(appointment.patientId, seenAppointmentPatientId)) {
      throw new AppException(conflict('changed', 'Registration or appointment is for somebody else by now.'));
    }
    if (isSame(appointment.patientId, patientId)) {
      throw refused('patient', 'same-person', 'The appointment is for this patient already.');
    }
    const visitId = visitIdOfRegistration(context.db, registrationId);
    requireOnePatient(context, visitId, registration);
    context.enqueue({
      kind: 'appointment.assign',
      payload: { appointmentId: appointment.id, patientId, expectedPatientId: appointment.patientId },
      visitId,
    });
    context.record('appointment-assigned', {
      visitId,
      patientId,
      startsAtMs: appointment.startsAtMs,
      wasOfAnother: appointment.patientId !== null,
    });
    return toRegistrationDetail(context, registration);
  },
};

/** @throws AppException when the registration has no appointment that is known here and has its slot */
function standingAppointment(
  { db }: CommandContext,
  { appointmentId }: RegistrationRecord,
): AppointmentRecord {
  const appointment = appointmentId === null ? null : readAppointment(db, appointmentId);
  if (appointment === null) throw refused('appointment', 'not-known', 'No appointment of it is known here.');
  if (!doesStand(appointment)) throw refused('appointment', 'gone', 'The appointment was cancelled.');
  return appointment;
}

/** @throws AppException while it is not settled whose the registrations of this appointment are */
function requireOnePatient(
  { db }: CommandContext,
  visitId: string | null,
  registration: RegistrationRecord,
): void {
  const ids = visitId === null ? [] : (registrationIdsOf(db, [visitId]).get(visitId) ?? []);
  const all = [registration, ...readRegistrations(db, ids).values()];
  if (all.some(({ untaken }) => untaken)) {
    throw refused('registration', 'untaken', 'The service has not taken a registration.');
  }
  if (all.some(({ contested }) => contested)) {
    throw refused('patient', 'contested', 'Whose registration it is, is not settled.');
  }
  const isOfOne = all.every(
    ({ patientId }) => patientId === null || isSameRecord(db, 'patient', patientId, registration.patientId),
  );
  if (!isOfOne)
    throw refused('patient', 'two-people', 'Registrations of this visit belong to different people.');
}
