// Puts a visit together: the desk's row, the service's records with what waits laid over them, labels, papers.
import { AppException, notFound } from '../../../domain/app-error.ts';
import type { IsSamePatient } from '../../../domain/identity.ts';
import { labelsOf } from '../../store/desk/labels.ts';
import type { Label } from '../../store/desk/labels.ts';
import { papersToDestroyOf } from '../../store/desk/papers-to-destroy.ts';
import type { PaperToDestroy } from '../../store/desk/papers-to-destroy.ts';
import { samplesNotTakenOf } from '../../store/desk/samples-not-taken.ts';
import type { SampleNotTaken } from '../../store/desk/samples-not-taken.ts';
import { choosePatientId } from '../../store/desk/visit-patient.ts';
import { findVisit, registrationIdsOf } from '../../store/desk/visits.ts';
import type { Visit } from '../../store/desk/visits.ts';
import { listLocations } from '../../store/mirror/locations.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import { readPatients } from '../../store/mirror/patient-records.ts';
import { readRegistrations } from '../../store/mirror/registration-records.ts';
import type { AppointmentRecord } from '../../store/mirror/appointment-records.ts';
import type { PatientRecord } from '../../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { codesOfSeveralPatients } from '../../store/mirror/shared-codes.ts';
import { mappedServerIds } from '../../store/outbox/id-map.ts';
import type { Context } from '../handler.ts';

/** A visit with everything that belongs to it, as it stands here. */
export interface AssembledVisit {
  readonly visit: Visit;
  readonly locationName: string | null;
  readonly appointment: AppointmentRecord | null;
  /** Whom the appointment is for; null while it names nobody, or somebody not known here. */
  readonly appointmentPerson: PatientRecord | null;
  /** Local id of the patient whose visit it is; null while none is named. */
  readonly patientId: string | null;
  /** That patient as a person; null while none is named, or nothing is known of them here. */
  readonly person: PatientRecord | null;
  /** Everybody to whom a registration of the visit belongs; one person where all is well. */
  readonly people: readonly PatientRecord[];
  readonly registrations: readonly RegistrationRecord[];
  /** Local ids of the registrations that belong to the visit, those that are not known any more included. */
  readonly registrationIds: readonly string[];
  /** Labels made out so far, those of registrations that are gone included. */
  readonly labels: readonly Label[];
  /** Samples that were not taken, by label's id. */
  readonly notTaken: ReadonlyMap<string, SampleNotTaken>;
  /** Papers of the visit that nobody has said to be gone. */
  readonly papers: readonly PaperToDestroy[];
  /** Codes of its registrations that stand for another patient as well, in capitals. */
  readonly sharedCodes: ReadonlySet<string>;
  readonly isSamePatient: IsSamePatient;
}

/** Assembles many visits with a fixed number of queries, so that a board of hundreds stays quick. */
export function assembleVisits(context: Pick<Context, 'db'>, visits: readonly Visit[]): AssembledVisit[] {
  const { db } = context;
  const visitIds = visits.map((visit) => visit.id);
  const registrationIds = registrationIdsOf(db, visitIds);
  const allRegistrationIds = [...registrationIds.values()].flat();
  const registrations = readRegistrations(db, allRegistrationIds);
  const appointments = readAppointments(
    db,
    visits.flatMap((visit) => visit.appointmentId ?? []),
  );
  const labels = labelsOf(db, allRegistrationIds);
  const papers = papersToDestroyOf(db, visitIds);
  const notTaken = samplesNotTakenOf(db, visitIds);
  const sharedCodes = codesOfSeveralPatients(db, [...registrations.values()].flatMap(codesOf));
  const locations = new Map(listLocations(db).map(({ id, name }) => [id, name]));

  const ofVisit = visits.map((visit) => {
    const appointment = visit.appointmentId === null ? null : (appointments.get(visit.appointmentId) ?? null);
    const own = (registrationIds.get(visit.id) ?? []).flatMap((id) => registrations.get(id) ?? []);
    return { visit, appointment, own, patientId: choosePatientId(visit, own, appointment) };
  });
  const patients = readPatients(
    db,
    ofVisit.flatMap(({ own, patientId, appointment }) => [
      ...[patientId, appointment?.patientId].filter((id) => typeof id === 'string'),
      ...own.flatMap((registration) => registration.patientId ?? []),
    ]),
  );
  const serverIds = mappedServerIds(db, 'patient', [
    ...patients.keys(),
    ...ofVisit.flatMap(({ appointment }) => appointment?.patientId ?? []),
    ...visits.flatMap(({ identity }) => identity?.person?.patientId ?? []),
    ...[...labels.values()].flat().flatMap(({ madeFor }) => madeFor?.patientId ?? []),
  ]);
  const keyOf = (patientId: string): string => serverIds.get(patientId) ?? patientId;
  const isSamePatient: IsSamePatient = (one, other) => one === other || keyOf(one) === keyOf(other);

  return ofVisit.map(({ visit, appointment, own, patientId }) => {
    const peopleIds = new Set(own.flatMap((registration) => registration.patientId ?? []));
    return {
      visit,
      locationName: locations.get(visit.locationId) ?? null,
      appointment,
      appointmentPerson: patients.get(appointment?.patientId ?? '') ?? null,
      patientId,
      person: patientId === null ? null : (patients.get(patientId) ?? null),
      people: [...peopleIds].flatMap((id) => patients.get(id) ?? []),
      registrations: own,
      registrationIds: registrationIds.get(visit.id) ?? [],
      labels: (registrationIds.get(visit.id) ?? []).flatMap((id) => labels.get(id) ?? []),
      notTaken,
      papers: papers.get(visit.id) ?? [],
      sharedCodes,
      isSamePatient,
    };
  });
}

function codesOf(registration: RegistrationRecord): string[] {
  return [registration.labelCode?.code, registration.trfCode].filter((code) => typeof code === 'string');
}

/** @throws AppException `not-found` */
export function assembleVisit(context: Pick<Context, 'db'>, visitId: string): AssembledVisit {
  const visit = findVisit(context.db, visitId);
  const assembled = visit && assembleVisits(context, [visit])[0];
  if (!assembled) throw new AppException(notFound('There is no such visit.'));
  return assembled;
}

/**
 * The visit after the command wrote something about its labels: what is kept of labels, samples and papers is read again.
 * The service's records are not, and neither is the desk's row: put the changed row in yourself where there is one.
 */
export function withLabelsReadAgain(context: Pick<Context, 'db'>, assembled: AssembledVisit): AssembledVisit {
  const { visit, registrationIds } = assembled;
  const labels = labelsOf(context.db, registrationIds);
  return {
    ...assembled,
    labels: registrationIds.flatMap((id) => labels.get(id) ?? []),
    notTaken: samplesNotTakenOf(context.db, [visit.id]),
    papers: papersToDestroyOf(context.db, [visit.id]).get(visit.id) ?? [],
  };
}

/** The person a registration belongs to; null while it belongs to nobody, or to somebody not known here. */
export function personOfRegistration(
  assembled: AssembledVisit,
  registration: Pick<RegistrationRecord, 'patientId'>,
): PatientRecord | null {
  return assembled.people.find((person) => person.id === registration.patientId) ?? null;
}
