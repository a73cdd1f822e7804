// People. They are searched for before a new one is created.
import type { patientOperations } from '../../contract/patients.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { isPossibleBirth } from '../../domain/date-of-birth.ts';
import { readPatient, readPatients } from '../store/mirror/patient-records.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { findRegistrations } from '../store/mirror/find-registrations.ts';
import {
  countPeople,
  findByReference,
  findDuplicates,
  searchPeople,
  searchSimilarPeople,
} from '../store/mirror/people.ts';
import { readRegistrations } from '../store/mirror/registration-records.ts';
import type { Context, Handlers } from './handler.ts';
import { patientRecordView } from './patient-record.ts';
import { listVisitsOfPatients } from '../store/desk/visits.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import { assembleVisits } from './visit/read.ts';
import { toPersonView } from './person-view.ts';
import { toVisitRow } from './visit/view.ts';
import { scannerOf } from './scanner.ts';

const SIMILAR_SHOWN = 8;

export const patientHandlers: Handlers<typeof patientOperations> = {
  'patients.search': (context, { text, limit }) => {
    const byCode = peopleOfCode(context, text);
    const byText = searchPeople(context.db, text, limit + 1);
    const people = [...new Map([...byCode, ...byText].map((person) => [person.id, person])).values()];
    return {
      people: people.slice(0, limit).map(toPersonView),
      more: people.length > limit,
      similar: searchSimilarPeople(context.db, text, SIMILAR_SHOWN).map(toPersonView),
    };
  },

  'patients.count': (context) => ({
    people: countPeople(context.db),
    asOfMs: context.sync.freshness().everythingAsOfMs,
  }),

  'patients.record': (context, { patientId }) => patientRecordView(context, patientId),

  'patients.get': (context, { patientId }) => {
    const patient = readPatient(context.db, patientId);
    if (!patient) throw new AppException(notFound('There is no such person.'));
    return toPersonView(patient);
  },

  'patients.visitsToday': (context, { patientId }) => {
    // Visits read from the service name the patient by the service's id.
    const ids = [patientId, serverIdOf(context.db, 'patient', patientId)].filter((id) => id !== null);
    const visits = assembleVisits(context, listVisitsOfPatients(context.db, ids, context.today));
    return {
      visits: visits
        .filter(({ visit }) => visit.deskState !== 'cancelled' && visit.deskState !== 'no-show')
        .map((assembled) => toVisitRow(context, assembled)),
    };
  },

  'patients.create': {
    transaction: (context, { draft, acceptDuplicates }) => {
      if (!isPossibleBirth(draft.dateOfBirth, context.today)) {
        throw new AppException(rejected('Nobody was born then.', { 'draft.dateOfBirth': 'not-plausible' }));
      }
      const candidates = acceptDuplicates ? [] : findDuplicates(context.db, draft);
      if (candidates.length > 0) return { kind: 'possible-duplicates', people: candidates.map(toPersonView) };

      const patientId = context.random.uuid();
      context.enqueue({
        kind: 'patient.create',
        payload: { patientId, foreignId: `desk-${patientId}`, ...draft },
        visitId: null,
      });
      context.record('patient-created', { visitId: null, patientId, duplicatesSeen: acceptDuplicates });
      const created = readPatient(context.db, patientId);
      if (!created) throw new Error('A person just created cannot be read back.');
      return { kind: 'created', person: toPersonView(created) };
    },
  },
};

/** People whose reference this is, and the patients of registrations that it names. */
function peopleOfCode(context: Context, text: string): PatientRecord[] {
  const { db } = context;
  const { candidates } = recogniseScan(text, scannerOf(context));
  if (candidates.length === 0) return [];
  const named = findRegistrations(db, candidates).map(({ registrationId }) => registrationId);
  const ids = [
    ...findByReference(db, candidates),
    ...[...readRegistrations(db, named).values()].flatMap(({ patientId }) => patientId ?? []),
  ];
  return [...readPatients(db, ids).values()];
}
