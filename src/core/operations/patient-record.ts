// A person with all that is known of them here: visits, registrations, orders, and what the service does not know yet.
import type { PatientRecordView } from '../../contract/patients.ts';
import { MOST_REGISTRATIONS_SHOWN } from '../../contract/registration-views.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import { isGivenUp } from '../../domain/outbox-state.ts';
import { listAllVisitsOfPatients } from '../store/desk/visits.ts';
import { findOrder } from '../store/mirror/orders.ts';
import { patientBody, readPatient, type PatientRecord } from '../store/mirror/patient-records.ts';
import {
  knownOrders,
  registrationBody,
  registrationsOfPatients,
} from '../store/mirror/registration-facts.ts';
import { localIdOf } from '../store/outbox/id-map.ts';
import { listRowsOfSubjects } from '../store/outbox/outbox.ts';
import type { Context } from './handler.ts';
import { textOf } from './order-facts.ts';
import { outboxViews } from './outbox-view.ts';
import { toPersonView } from './person-view.ts';
import { registrationIdsWaitingFor } from './registration/waiting.ts';
import { localRegistrationIds, registrationRows } from './registration/view.ts';
import { assembleVisits } from './visit/read.ts';
import { toVisitRow } from './visit/view.ts';

const VISITS_SHOWN = 30;

/** @throws AppException `not-found` */
export function patientRecordView(context: Context, patientId: string): PatientRecordView {
  const { db } = context;
  const patient = readPatient(db, patientId);
  if (!patient) throw new AppException(notFound('There is no such person.'));
  const { serverId } = patient;
  const ids = idsOf(patient);
  const { listed, registrationIds } = registrationsOf(context, patient);
  const body = serverId === null ? null : patientBody(db, serverId);
  const copy = body || listed[0] === undefined ? null : registrationBody(db, listed[0]);
  const entered = enteredOf(context, patientId);
  const visits = assembleVisits(context, listAllVisitsOfPatients(db, ids, VISITS_SHOWN));
  const registrations = registrationRows(context, registrationIds.slice(0, MOST_REGISTRATIONS_SHOWN));
  const codes = new Map(registrations.map(({ id, trfCode }) => [id, trfCode]));
  return {
    person: toPersonView(patient),
    serviceId: serverId,
    from: patient.from,
    ethnicity: body?.ethnicity ?? copy?.ethnicity ?? entered?.ethnicity ?? null,
    foreignId: body?.foreign_id ?? entered?.foreignId ?? null,
    addressId: body?.address_id ?? null,
    enteredAddress: entered?.address ?? null,
    visits: visits.map((assembled) => toVisitRow(context, assembled)),
    registrations,
    registrationCount: registrationIds.length,
    orders: knownOrders(db, listed.slice(0, MOST_REGISTRATIONS_SHOWN)).map(({ registrationId, orderId }) => {
      const [localId = registrationId] = localRegistrationIds(context, [registrationId]);
      return {
        orderId: localIdOf(db, 'order', orderId),
        number: textOf(findOrder(db, orderId)?.body['order_number']),
        registrationId: localId,
        code: codes.get(localId) ?? null,
      };
    }),
    changes: outboxViews(
      context,
      listRowsOfSubjects(db, [patientId, ...registrationIds]).filter(
        ({ state }) => state !== 'confirmed' && !isGivenUp(state),
      ),
    ),
    asOfMs: context.sync.freshness().everythingAsOfMs,
  };
}

const idsOf = ({ id, serverId }: Pick<PatientRecord, 'id' | 'serverId'>): string[] => [
  id,
  ...(serverId === null ? [] : [serverId]),
];

/**
 * The registrations of a person: `registrationIds` by their ids here, those that wait to be made, then the others, the newest first;
 * `listed` are these others by the service's ids.
 */
export function registrationsOf(
  context: Pick<Context, 'db'>,
  patient: Pick<PatientRecord, 'id' | 'serverId'>,
): { readonly listed: readonly string[]; readonly registrationIds: readonly string[] } {
  const { db } = context;
  const listed = registrationsOfPatients(db, idsOf(patient));
  const registrationIds = [
    ...new Set([...registrationIdsWaitingFor(db, patient.id), ...localRegistrationIds(context, listed)]),
  ];
  return { listed, registrationIds };
}

/** What was entered here about somebody who was created here. */
function enteredOf({ db }: Context, patientId: string) {
  const change = listRowsOfSubjects(db, [patientId]).find(
    (row) => row.change?.kind === 'patient.create',
  )?.change;
  if (change?.kind !== 'patient.create') return null;
  const { ethnicity, foreignId, address } = change.payload;
  const lines = address && [
    address.line1,
    address.line2,
    address.line3,
    address.city,
    address.postalCode,
    address.countryCode,
  ];
  return { ethnicity, foreignId, address: lines ? lines.filter((line) => line !== null).join('\n') : null };
}
