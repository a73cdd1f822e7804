// Registrations as screens show them outside a visit.
import type { RegistrationDetailView, RegistrationRowView } from '../../../contract/registration-views.ts';
import { isChangeKind } from '../../../domain/change.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';
import type { Db } from '../../store/db/database.ts';
import { findVisit, visitIdOfRegistration } from '../../store/desk/visits.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import type { AppointmentRecord } from '../../store/mirror/appointment-records.ts';
import { listLocations } from '../../store/mirror/locations.ts';
import { readPatients } from '../../store/mirror/patient-records.ts';
import type { PatientRecord } from '../../store/mirror/patient-records.ts';
import { namesOfProducts } from '../../store/mirror/products.ts';
import { registrationBody } from '../../store/mirror/registration-facts.ts';
import { retestsOf } from '../../store/mirror/registrations.ts';
import { readRegistrations } from '../../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { isSameRecord, localIdsOf } from '../../store/outbox/id-map.ts';
import { listRowsOfSubjects, shownState } from '../../store/outbox/outbox.ts';
import { FINISHED_STATES } from '../../../domain/outbox-state.ts';
import type { Context } from '../handler.ts';
import { toPersonNamedView, toPersonView } from '../person-view.ts';
import { isOfAnother, lacksPatient } from '../visit/appointment-owner.ts';
import { standingOf } from './known-gone.ts';
import { perhapsMade } from './perhaps-made.ts';
import { plainText } from './plain-text.ts';

/** What several registrations need, read once for all of them. */
interface Around {
  readonly patients: ReadonlyMap<string, PatientRecord>;
  readonly appointments: ReadonlyMap<string, AppointmentRecord>;
  readonly locations: ReadonlyMap<string, string>;
  /** Local ids of those that the service has not taken and may have made all the same. */
  readonly perhapsMade: ReadonlySet<string>;
}

function aroundOf(context: Pick<Context, 'db'>, registrations: readonly RegistrationRecord[]): Around {
  const { db } = context;
  const appointments = readAppointments(
    db,
    registrations.flatMap(({ appointmentId }) => appointmentId ?? []),
  );
  return {
    patients: readPatients(db, [
      ...registrations.flatMap(({ patientId }) => patientId ?? []),
      ...[...appointments.values()].flatMap(({ patientId }) => patientId ?? []),
    ]),
    appointments,
    locations: new Map(listLocations(db).map(({ id, name }) => [id, name])),
    perhapsMade: perhapsMade(context, registrations),
  };
}

/** A date as the service told it; null where it told none that is one. */
const dateOrNull = (text: string | null): string | null =>
  text !== null && isCalendarDate(text) ? text : null;

function rowOf(db: Db, registration: RegistrationRecord, around: Around): RegistrationRowView {
  const person = around.patients.get(registration.patientId ?? '');
  const appointment = around.appointments.get(registration.appointmentId ?? '');
  return {
    id: registration.id,
    trfCode: registration.trfCode,
    ...standingOf(db, registration),
    foreignId: registration.foreignId,
    person: person ? toPersonNamedView(person) : null,
    productNames: [...registration.productNames],
    createdOn: dateOrNull(registration.createdOn),
    completedAt: registration.completedAt,
    resultsReady: registration.resultsReady,
    appointment: appointment
      ? {
          startsAtMs: appointment.startsAtMs,
          locationName: around.locations.get(appointment.locationId) ?? null,
        }
      : null,
    contested: registration.contested,
    untaken: registration.untaken,
    perhapsMade: around.perhapsMade.has(registration.id),
    sync: registration.sync,
  };
}

/** Registrations (local ids) as lines of a list, in the order of the ids; those that are not known are left out. */
export function registrationRows(
  context: Pick<Context, 'db'>,
  ids: readonly string[],
): RegistrationRowView[] {
  const found = readRegistrations(context.db, ids);
  const around = aroundOf(context, [...found.values()]);
  return ids.flatMap((id) => {
    const registration = found.get(id);
    return registration ? [rowOf(context.db, registration, around)] : [];
  });
}

/** Local ids of registrations of the service, in the same order. */
export function localRegistrationIds(context: Pick<Context, 'db'>, serverIds: readonly string[]): string[] {
  const locals = localIdsOf(context.db, 'registration', serverIds);
  return serverIds.map((id) => locals.get(id) ?? id);
}

/**
 * The code on its label, as far as that is known; null before the service was asked. The form's code, which would stand in
 * on a label printed now, must not be told the laboratory as the code of a tube.
 */
function knownLabelCode({ labelCode, labelCodeAsked }: RegistrationRecord): string | null {
  return labelCode && (labelCodeAsked || labelCode.source !== 'trf-code') ? labelCode.code : null;
}

/** One registration with all that is known of it here. */
export function toRegistrationDetail(
  context: Context,
  registration: RegistrationRecord,
): RegistrationDetailView {
  const { db } = context;
  const around = aroundOf(context, [registration]);
  const person = around.patients.get(registration.patientId ?? '');
  const body = registration.serverId === null ? null : registrationBody(db, registration.serverId);
  const productIds = body?.product_ids ?? registration.productIds;
  const names = namesOfProducts(db, productIds);
  const visitId = visitIdOfRegistration(db, registration.id);
  const visit = visitId === null ? null : findVisit(db, visitId);
  const parent = plainText(body?.parent_id);
  return {
    ...rowOf(context.db, registration, around),
    person: person ? toPersonView(person) : null,
    serviceId: registration.serverId,
    shortCode: body?.short_code ?? null,
    labelCode: knownLabelCode(registration),
    products: productIds.map((id, index) => ({
      id,
      sku: names.get(id)?.sku ?? registration.productSkus[index] ?? '',
      name: names.get(id)?.name ?? registration.productNames[index] ?? id,
    })),
    appointment: appointmentOf(context, registration, around),
    visit: visit && {
      id: visit.id,
      date: visit.date,
      deskState: visit.deskState,
      arrivedAtMs: visit.arrivedAtMs,
      collectedAtMs: visit.collectedAtMs,
      locationName: around.locations.get(visit.locationId) ?? null,
    },
    patientRegisteredOn: dateOrNull(body?.patient_registered_at ?? null),
    ethnicity: body?.ethnicity ?? null,
    parent: parent === null ? null : (relativesOf(context, [parent])[0] ?? null),
    retests: body
      ? relativesOf(
          context,
          retestsOf(db, body.id).map(({ id }) => id),
        )
      : [],
    labId: plainText(body?.lab_id),
    address: plainText(body?.uk_address),
    clinicalDetails: plainText(body?.clinical_details),
    doctorsNote: plainText(body?.doctors_note),
    doctorsName: plainText(body?.doctors_name),
    downloadUrl: plainText(body?.download_url),
    sandboxScenario: body?.sandbox_scenario ?? null,
    trfStored: registration.trfStored,
    pendingChanges: listRowsOfSubjects(db, [registration.id])
      .filter(({ state }) => !FINISHED_STATES.some((finished) => finished === state))
      .map((row) => ({
        id: row.id,
        kind: isChangeKind(row.kind) ? row.kind : 'unknown',
        state: shownState(row),
      })),
    asOfMs: context.sync.freshness().everythingAsOfMs,
  };
}

function appointmentOf(
  { db }: Pick<Context, 'db'>,
  registration: RegistrationRecord,
  around: Around,
): RegistrationDetailView['appointment'] {
  if (registration.appointmentId === null) return null;
  const known = around.appointments.get(registration.appointmentId);
  const appointed = around.patients.get(known?.patientId ?? '');
  return {
    id: registration.appointmentId,
    known: known
      ? {
          state: known.state,
          startsAtMs: known.startsAtMs,
          endsAtMs: known.endsAtMs,
          locationName: around.locations.get(known.locationId) ?? null,
          patientId: known.patientId,
          person: appointed ? toPersonView(appointed) : null,
          differs:
            lacksPatient(known, [registration]) ||
            isOfAnother(known, [registration], (one, other) => isSameRecord(db, 'patient', one, other)),
        }
      : null,
  };
}

/** Related registrations by the service's ids. One that is not stored here goes by that id. */
function relativesOf(
  context: Pick<Context, 'db'>,
  serverIds: readonly string[],
): RegistrationDetailView['retests'] {
  const localIds = localRegistrationIds(context, serverIds);
  const known = readRegistrations(context.db, localIds);
  return serverIds.map((serverId, index) => {
    const registration = known.get(localIds[index] as string);
    return { id: registration?.id ?? null, code: registration?.trfCode ?? serverId };
  });
}
