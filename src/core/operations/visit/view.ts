// Puts a visit together for the screens: the desk's row, the service's records with what waits laid over them, labels.
import type {
  LabelView,
  PersonView,
  RegistrationView,
  VisitDetail,
  VisitRow,
} from '../../../contract/views.ts';
import { AppException, notFound } from '../../../domain/app-error.ts';
import { isWaiting, worstTag } from '../../../domain/visit.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { lineIsUp } from '../handler.ts';
import type { Context } from '../handler.ts';
import { listActivity } from '../../store/desk/activity.ts';
import { labelsOf } from '../../store/desk/labels.ts';
import type { Label } from '../../store/desk/labels.ts';
import { listOpenRowsOfVisit } from '../../store/outbox/outbox.ts';
import { readAppointments, readPatients, readRegistrations } from '../../store/mirror/records.ts';
import type { AppointmentRecord, PatientRecord, RegistrationRecord } from '../../store/mirror/records.ts';
import { choosePatientId } from '../../store/desk/visit-patient.ts';
import { findVisit, registrationIdsOf } from '../../store/desk/visits.ts';
import type { Visit } from '../../store/desk/visits.ts';

const VISIT_ACTIVITY_SHOWN = 50;

/** A visit with everything that belongs to it, as it stands here. */
export interface AssembledVisit {
  readonly visit: Visit;
  readonly appointment: AppointmentRecord | null;
  readonly patient: PersonView | null;
  readonly registrations: readonly RegistrationRecord[];
  readonly labels: readonly Label[];
}

export function toPersonView(patient: PatientRecord): PersonView {
  return {
    id: patient.id,
    firstName: patient.firstName,
    lastName: patient.lastName,
    dateOfBirth: patient.dateOfBirth,
    gender: patient.gender,
    email: patient.email,
    phoneNumber: patient.phoneNumber,
    sync: patient.sync,
  };
}

/** The person as the service copies them onto a registration, where their own record was not fetched yet. */
function personOnRegistration(registration: RegistrationRecord): PersonView | null {
  if (registration.patientId === null || registration.lastName === null) return null;
  return {
    id: registration.patientId,
    firstName: registration.firstName ?? '',
    lastName: registration.lastName,
    dateOfBirth: registration.dateOfBirth,
    gender: registration.gender,
    email: registration.email,
    phoneNumber: null,
    sync: registration.sync,
  };
}

/**
 * The TRF code stands on a label only where the service has no better one to tell. While it may still tell, no code is
 * known: a label printed now would carry another code than the one the laboratory expects.
 */
function settledCode(context: Context, registration: RegistrationRecord): RegistrationRecord {
  const onItsWay = registration.sync === 'waiting' || registration.sync === 'sending';
  const mayStillCome =
    lineIsUp(context) && (onItsWay || (context.sync.isReading() && !registration.trfStored));
  return registration.labelCode?.source === 'trf-code' && mayStillCome
    ? { ...registration, labelCode: null }
    : registration;
}

/** Assembles many visits with a fixed number of queries, so that a board of hundreds stays quick. */
export function assembleVisits(context: Context, visits: readonly Visit[]): AssembledVisit[] {
  const { db } = context;
  const visitIds = visits.map((visit) => visit.id);
  const registrationIds = registrationIdsOf(db, visitIds);
  const registrations = readRegistrations(db, [...registrationIds.values()].flat());
  const appointments = readAppointments(
    db,
    visits.flatMap((visit) => visit.appointmentId ?? []),
  );
  const labels = labelsOf(db, visitIds);

  const ofVisit = visits.map((visit) => {
    const appointment = visit.appointmentId === null ? null : (appointments.get(visit.appointmentId) ?? null);
    const own = (registrationIds.get(visit.id) ?? [])
      .flatMap((id) => registrations.get(id) ?? [])
      .map((one) => settledCode(context, one));
    return { visit, appointment, own, patientId: choosePatientId(visit, own, appointment) };
  });
  const patients = readPatients(
    db,
    ofVisit.flatMap(({ patientId }) => patientId ?? []),
  );

  return ofVisit.map(({ visit, appointment, own, patientId }) => {
    const patient = patientId === null ? undefined : patients.get(patientId);
    const copied = own.map(personOnRegistration).find((person) => person !== null) ?? null;
    return {
      visit,
      appointment,
      patient: patient ? toPersonView(patient) : copied,
      registrations: own,
      labels: labels.get(visit.id) ?? [],
    };
  });
}

export function assembleVisit(context: Context, visitId: string): AssembledVisit {
  const visit = findVisit(context.db, visitId);
  if (!visit) throw new AppException(notFound('There is no such visit.'));
  return assembleVisits(context, [visit])[0] as AssembledVisit;
}

function labelState(label: Label): LabelView['state'] {
  if (label.verifiedAtMs !== null) return 'verified';
  switch (label.jobState) {
    case null:
    case 'cancelled':
      return 'not-printed';
    case 'queued':
    case 'sending':
      return 'queued';
    case 'sent':
    case 'sent-unacknowledged':
    case 'printed':
      return 'printed';
    case 'attention':
    case 'failed':
    case 'unsure':
      return 'problem';
  }
}

/** Labels needed for a visit: those made out, and those that would be. */
export function labelListOf(assembled: AssembledVisit, labelsPerRegistration: number): LabelView[] {
  return assembled.registrations.flatMap((registration) =>
    Array.from({ length: labelsPerRegistration }, (_, index): LabelView => {
      const ordinal = index + 1;
      const made = assembled.labels.find(
        (label) => label.registrationId === registration.id && label.ordinal === ordinal,
      );
      return {
        id: made?.id ?? labelIdOf(registration.id, ordinal),
        registrationId: registration.id,
        ordinal,
        code: made?.code ?? registration.labelCode?.code ?? null,
        state: made ? labelState(made) : 'not-printed',
        verifiedAtMs: made?.verifiedAtMs ?? null,
      };
    }),
  );
}

/** A label's id follows from what it is for, so that asking twice makes one. */
export function labelIdOf(registrationId: string, ordinal: number): string {
  return `${registrationId}.${ordinal}`;
}

export function toVisitRow(assembled: AssembledVisit, labelsPerRegistration: number): VisitRow {
  const { visit, appointment, patient, registrations } = assembled;
  const labels = labelListOf(assembled, labelsPerRegistration);
  const tags: SyncTag[] = registrations.map((registration) => registration.sync);
  if (appointment) tags.push(appointment.sync);
  if (patient) tags.push(patient.sync);
  return {
    id: visit.id,
    version: visit.version,
    date: visit.date,
    origin: visit.origin,
    appointment: appointment && {
      id: appointment.id,
      state: appointment.state,
      startsAtMs: appointment.startsAtMs,
      endsAtMs: appointment.endsAtMs,
      holdExpiresAtMs: appointment.holdExpiresAtMs,
      overridesAvailability: appointment.overridesAvailability,
    },
    person: patient,
    products: registrations.flatMap((registration) => registration.productNames),
    trfCodes: registrations.flatMap((registration) => registration.trfCode ?? []),
    deskState: visit.deskState,
    waitingSinceMs: isWaiting(visit.deskState) ? visit.arrivedAtMs : null,
    arrivedAtMs: visit.arrivedAtMs,
    collectedAtMs: visit.collectedAtMs,
    patientMissing: registrations.some((registration) => registration.patientId === null),
    labels: {
      needed: labels.length,
      printed: labels.filter((label) => label.state === 'printed' || label.state === 'verified').length,
      verified: labels.filter((label) => label.state === 'verified').length,
    },
    sync: worstTag(tags),
  };
}

function toRegistrationView(registration: RegistrationRecord): RegistrationView {
  return {
    id: registration.id,
    trfCode: registration.trfCode,
    foreignId: registration.foreignId,
    status: registration.status,
    productNames: [...registration.productNames],
    productSkus: [...registration.productSkus],
    hasPatient: registration.patientId !== null,
    resultsReady: registration.resultsReady,
    labelCode: registration.labelCode,
    trfStored: registration.trfStored,
    sync: registration.sync,
  };
}

export function visitDetail(context: Context, visitId: string): VisitDetail {
  const { db, site } = context;
  const assembled = assembleVisit(context, visitId);
  const { identity } = assembled.visit;
  return {
    ...toVisitRow(assembled, site.labelsPerRegistration),
    identity: identity && { ...identity, identifiers: [...identity.identifiers] },
    registrations: assembled.registrations.map(toRegistrationView),
    labelList: labelListOf(assembled, site.labelsPerRegistration),
    activity: listActivity(db, { visitId, limit: VISIT_ACTIVITY_SHOWN }).map((entry) => ({
      ...entry,
      detail: { ...entry.detail },
    })),
    pendingChanges: listOpenRowsOfVisit(db, visitId).map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
    })),
  };
}
