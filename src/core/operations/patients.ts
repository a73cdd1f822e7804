// People. They are searched for before a new one is created.
import type { patientOperations } from '../../contract/patients.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import { findDuplicates, searchPeople, searchSimilarPeople } from '../store/mirror/people.ts';
import type { Handlers } from './handler.ts';
import { listVisitsOfPatients } from '../store/desk/visits.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import { assembleVisits } from './visit/read.ts';
import { toPersonView } from './person-view.ts';
import { toVisitRow } from './visit/view.ts';

const PEOPLE_SHOWN = 20;
const SIMILAR_SHOWN = 8;
const OLDEST_YEAR = 1890;

export const patientHandlers: Handlers<typeof patientOperations> = {
  'patients.search': (context, { text }) => ({
    people: searchPeople(context.db, text, PEOPLE_SHOWN).map(toPersonView),
    similar: searchSimilarPeople(context.db, text, SIMILAR_SHOWN).map(toPersonView),
  }),

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
      if (draft.dateOfBirth > context.today || Number(draft.dateOfBirth.slice(0, 4)) < OLDEST_YEAR) {
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
