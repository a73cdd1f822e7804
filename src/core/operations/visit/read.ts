// Assembles a visit: the desk's row, the service's records with the waiting changes laid over them, its labels and
// papers.
import { AppException, notFound } from '../../../domain/app-error.ts';
import type { IsSamePatient } from '../../../domain/identity.ts';
import { addDays } from '../../../domain/site-time.ts';
import { UNREAD_KINDS } from '../../../domain/visit.ts';
import type { UnreadKind } from '../../../domain/visit.ts';
import type { Db } from '../../store/db/database.ts';
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
import { hasSetAside, notFoundAmong, setAsideAmong } from '../../store/mirror/odd-records.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import { readPatients } from '../../store/mirror/patient-records.ts';
import { readRegistrations } from '../../store/mirror/registration-records.ts';
import type { AppointmentRecord } from '../../store/mirror/appointment-records.ts';
import type { PatientRecord } from '../../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { codesOfSeveralPatients } from '../../store/mirror/shared-codes.ts';
import { mappedServerIds } from '../../store/outbox/id-map.ts';
import type { Context } from '../handler.ts';
import { currentLocation } from '../location.ts';
import { lostAmong } from '../registration/known-gone.ts';
import { asSettled, doubtAbout } from './person-doubt.ts';
import type { PersonDoubt } from './person-doubt.ts';

/** A visit with everything that belongs to it, as the desk knows it. A command assembles it once and passes it on. */
export interface AssembledVisit {
  readonly visit: Visit;
  readonly locationName: string | null;
  /** The location that this desk works at now; null until it is known. */
  readonly hereId: string | null;
  readonly appointment: AppointmentRecord | null;
  /** The name of the location where the appointment is; null where this desk does not know it, and without an appointment. */
  readonly appointmentPlaceName: string | null;
  /** The registration still names the appointment, and the service has answered more than once that there is none. */
  readonly isAppointmentNotFound: boolean;
  /** The name of the location from which the appointment waits to be moved; null when it does not, or is not known. */
  readonly movedFromName: string | null;
  /** The person whom the appointment is for; null while it names nobody, or somebody who is not known here. */
  readonly appointmentPerson: PatientRecord | null;
  /** Local id of the patient whose visit it is; null while none is named. */
  readonly patientId: string | null;
  /**
   * That patient as a person; null while none is named, or nothing is known of them here. Where the service contradicts
   * itself: as a member of staff has settled it, else as the patient's own record says.
   */
  readonly person: PatientRecord | null;
  /** What contradicts what about that person; null when all agrees. */
  readonly doubt: PersonDoubt | null;
  /** The laboratory has had the sample for long, so what changes about the person changes nothing at the desk. */
  readonly isLongOver: boolean;
  /** The people of the visit's registrations; more than one means that something is wrong. */
  readonly people: readonly PatientRecord[];
  readonly registrations: readonly RegistrationRecord[];
  /** Local ids of the visit's registrations, those that the service does not know any more included. */
  readonly registrationIds: readonly string[];
  /** Those of them that the service had and does not have any more. */
  readonly lostRegistrationIds: readonly string[];
  /** Labels made so far, those of registrations that the service does not know any more included. */
  readonly labels: readonly Label[];
  /** Samples that were not taken, by the label's id. */
  readonly notTaken: ReadonlyMap<string, SampleNotTaken>;
  /** Papers of the visit that must be destroyed, and that nobody has said to be destroyed. */
  readonly papers: readonly PaperToDestroy[];
  /** Codes of its registrations that also belong to another patient, in capitals. */
  readonly sharedCodes: ReadonlySet<string>;
  /** Which of its records the service tells in a form that cannot be read now: what is known of them was told before. */
  readonly unread: readonly UnreadKind[];
  readonly isSamePatient: IsSamePatient;
}

/**
 * Assembles visits, with a fixed number of statements for any number of them, so that a board of hundreds stays quick.
 *
 *     assembleVisits(context, listVisits(db, locationId, '2026-03-03'))
 */
export function assembleVisits(
  context: Pick<Context, 'db' | 'today' | 'site'>,
  visits: readonly Visit[],
): AssembledVisit[] {
  const { db } = context;
  const visitIds = visits.map((visit) => visit.id);
  const registrationIds = registrationIdsOf(db, visitIds);
  const allRegistrationIds = [...registrationIds.values()].flat();
  const registrations = readRegistrations(db, allRegistrationIds);
  const appointments = readAppointments(
    db,
    visits.flatMap((visit) => visit.appointmentId ?? []),
  );
  const lost = lostAmong(db, allRegistrationIds, registrations);
  const labels = labelsOf(db, allRegistrationIds);
  const papers = papersToDestroyOf(db, visitIds);
  const notTaken = samplesNotTakenOf(db, visitIds);
  const sharedCodes = codesOfSeveralPatients(db, [...registrations.values()].flatMap(codesOf));
  const locations = new Map(listLocations(db).map(({ id, name }) => [id, name]));
  const hereId = currentLocation(context)?.id ?? null;

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
      ...own.flatMap((registration) => registration.told?.otherPatientId ?? []),
    ]),
  );
  const serverIds = mappedServerIds(db, 'patient', [
    ...patients.keys(),
    ...ofVisit.flatMap(({ appointment }) => appointment?.patientId ?? []),
    ...visits.flatMap(({ identity }) => identity?.person?.patientId ?? []),
    ...[...labels.values()].flat().flatMap(({ madeFor }) => madeFor?.patientId ?? []),
    ...visits.flatMap(({ identity }) => identity?.settled?.otherPatientId ?? []),
  ]);
  const keyOf = (patientId: string): string => serverIds.get(patientId) ?? patientId;
  const isSamePatient: IsSamePatient = (one, other) => one === other || keyOf(one) === keyOf(other);
  const isUnread = unreadRecords(db, {
    patient: patients.keys(),
    registration: registrations.keys(),
    appointment: appointments.keys(),
  });
  const notFound = appointmentsNotFound(db, appointments);

  return ofVisit.map(({ visit, appointment, own, patientId }) => {
    const peopleIds = new Set(own.flatMap((registration) => registration.patientId ?? []));
    const named = patientId === null ? null : (patients.get(patientId) ?? null);
    const doubt = doubtAbout({ visit, person: named, registrations: own, patients, isSamePatient });
    const person = named && asSettled(named, doubt);
    return {
      visit,
      locationName: locations.get(visit.locationId) ?? null,
      hereId,
      appointment,
      appointmentPlaceName: locations.get(appointment?.locationId ?? '') ?? null,
      isAppointmentNotFound: appointment !== null && notFound.has(appointment.id),
      movedFromName: locations.get(appointment?.movedFrom?.locationId ?? '') ?? null,
      appointmentPerson: patients.get(appointment?.patientId ?? '') ?? null,
      patientId,
      person,
      doubt,
      isLongOver: isLongOver(visit, own, context.today),
      people: [...peopleIds].flatMap((id) => (id === person?.id ? person : (patients.get(id) ?? []))),
      registrations: own,
      registrationIds: registrationIds.get(visit.id) ?? [],
      lostRegistrationIds: (registrationIds.get(visit.id) ?? []).filter((id) => lost.has(id)),
      labels: (registrationIds.get(visit.id) ?? []).flatMap((id) => labels.get(id) ?? []),
      notTaken,
      papers: papers.get(visit.id) ?? [],
      sharedCodes,
      unread: [
        ...(patientId !== null && isUnread('patient', patientId) ? (['patient'] as const) : []),
        ...(own.some(({ id }) => isUnread('registration', id)) ? (['registration'] as const) : []),
        ...(appointment && isUnread('appointment', appointment.id) ? (['appointment'] as const) : []),
      ],
      isSamePatient,
    };
  });
}

/** @returns whether the service's present record cannot be read, by its id here */
function unreadRecords(
  db: Db,
  ids: Readonly<Record<UnreadKind, Iterable<string>>>,
): (kind: UnreadKind, id: string) => boolean {
  const unread = new Map(
    UNREAD_KINDS.map((kind) => {
      if (!hasSetAside(db, kind)) return [kind, new Set<string>()];
      const here = [...ids[kind]];
      const serverIds = mappedServerIds(db, kind, here);
      const atService = setAsideAmong(
        db,
        kind,
        here.map((id) => serverIds.get(id) ?? id),
      );
      return [kind, new Set(here.filter((id) => atService.has(serverIds.get(id) ?? id)))];
    }),
  );
  return (kind, id) => unread.get(kind)?.has(id) ?? false;
}

/** Ids here of those of the appointments that the service does not find. */
function appointmentsNotFound(
  db: Db,
  appointments: ReadonlyMap<string, AppointmentRecord>,
): ReadonlySet<string> {
  if (!hasSetAside(db, 'appointment')) return new Set();
  const known = [...appointments.values()];
  const notFound = notFoundAmong(
    db,
    known.flatMap(({ serverId }) => serverId ?? []),
  );
  return new Set(known.flatMap(({ id, serverId }) => (notFound.has(serverId ?? '') ? id : [])));
}

/** A sample reaches the laboratory within a day or two. A name that is corrected later concerns only the laboratory. */
const CONCERNS_FOR_DAYS = 7;

function isLongOver(visit: Visit, registrations: readonly RegistrationRecord[], today: string): boolean {
  if (visit.deskState === 'arrived' || visit.deskState === 'collecting') return false;
  return (
    visit.date < addDays(today, -CONCERNS_FOR_DAYS) ||
    (registrations.length > 0 && registrations.every((registration) => registration.completedAt !== null))
  );
}

function codesOf(registration: RegistrationRecord): string[] {
  return [registration.labelCode?.code, registration.trfCode].filter((code) => typeof code === 'string');
}

/**
 * Assembles one visit. Within a command call it once, and again only after a write that changes more than labels.
 *
 * @throws AppException `not-found`
 */
export function assembleVisit(
  context: Pick<Context, 'db' | 'today' | 'site'>,
  visitId: string,
): AssembledVisit {
  const visit = findVisit(context.db, visitId);
  const assembled = visit && assembleVisits(context, [visit])[0];
  if (!assembled) throw new AppException(notFound('There is no such visit.'));
  return assembled;
}

/**
 * The visit after the command has written something about its labels: labels, samples and papers are read again. The
 * service's records and the desk's row are not; where the row was changed, pass the visit with the new one.
 *
 *     return toVisitDetail(context, withLabelsReadAgain(context, { ...assembled, visit: changed }));
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

/** The person of a registration; null when it has none, or one who is not known here. */
export function personOfRegistration(
  assembled: AssembledVisit,
  registration: Pick<RegistrationRecord, 'patientId'>,
): PatientRecord | null {
  return assembled.people.find((person) => person.id === registration.patientId) ?? null;
}
