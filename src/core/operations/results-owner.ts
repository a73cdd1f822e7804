// Whose results a registration has. While that is in doubt they are shown as nobody's, see docs/decisions/032.
import type { ResultsOwner } from '../../contract/results.ts';
import { shownOf } from '../../domain/identity.ts';
import { namingsOf } from '../../domain/person-doubt.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { isSameRecord, localIdOf } from '../store/outbox/id-map.ts';
import type { Context } from './handler.ts';
import { toPersonView } from './person-view.ts';
import { copiesOf } from './visit/person-doubt.ts';
import { assembleVisit } from './visit/read.ts';
import { troublesOf } from './visit/rules.ts';

type Doubt = Extract<ResultsOwner, { kind: 'in-doubt' }>;

const doubt = (why: Doubt['why'], rest: Partial<Pick<Doubt, 'namings' | 'answer'>> = {}): Doubt => ({
  kind: 'in-doubt',
  why,
  namings: [],
  answer: null,
  ...rest,
});

/**
 * Whose results the registration has. Other than on a visit, a doubt counts here also when the visit is long over,
 * because it is now that somebody reads them.
 */
export function ownerOfResults(
  context: Context,
  registration: RegistrationRecord,
): { readonly owner: ResultsOwner; readonly visitId: string | null } {
  const visitId = visitIdOfRegistration(context.db, registration.id);
  return { owner: ownerOf(context, registration, visitId), visitId };
}

/** Whether the results of a registration (service's id) are withheld; false for one that this desk does not know. */
export function isInDoubtWhose(context: Context, serverId: string): boolean {
  const registration = readRegistration(context.db, localIdOf(context.db, 'registration', serverId));
  return registration !== null && ownerOfResults(context, registration).owner.kind === 'in-doubt';
}

function ownerOf(context: Context, registration: RegistrationRecord, visitId: string | null): ResultsOwner {
  const { db } = context;
  if (registration.contested) return doubt('contested');
  if (registration.patientId === null) return { kind: 'nobody' };
  const patient = readPatient(db, registration.patientId);
  if (patient === null) return doubt('not-known');
  const assembled = visitId === null ? null : assembleVisit(context, visitId);
  if (assembled) {
    const kinds = new Set(troublesOf(context, assembled).map(({ kind }) => kind));
    if (kinds.has('two-people')) return doubt('two-people');
    if (kinds.has('patient-contested')) return doubt('contested');
    if (kinds.has('appointment-of-another')) return doubt('appointment-of-another');
  }
  const { told } = registration;
  if (told?.saidNobody === true) return doubt('names-nobody', { answer: told.answer });
  const otherId = told?.otherPatientId ?? null;
  const isOther = otherId !== null && !isSameRecord(db, 'patient', otherId, patient.id);
  const namings = namingsOf({ ...shownOf(patient), from: patient.from }, told === null ? [] : copiesOf(told));
  if (namings.length === 1 && !isOther) return { kind: 'person', person: toPersonView(patient) };
  if (assembled?.doubt?.settledAs && assembled.person !== null) {
    return { kind: 'person', person: toPersonView(assembled.person) };
  }
  return doubt(isOther ? 'another-record' : 'records-differ', { namings, answer: told?.answer ?? null });
}
