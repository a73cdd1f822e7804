// What a code or a text leads to in the local store.
import { listVisitsOfPatients, visitIdOfRegistration } from '../store/desk/visits.ts';
import { findRegistrations } from '../store/mirror/find-registrations.ts';
import { searchPeople, searchSimilarPeople } from '../store/mirror/people.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import type { Context } from './handler.ts';
import { assembleVisit, assembleVisits } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { toPersonView } from './person-view.ts';
import { toVisitRow } from './visit/view.ts';

const FOUND_SHOWN = 12;
const SIMILAR_SHOWN = 6;

/** The line of a visit on a list. */
export function rowOf(context: Context, visitId: string) {
  return toVisitRow(context, assembleVisit(context, visitId));
}

/** The visit a code leads to, with what it was recognised by; or the registration that has no visit here. */
export function findByCode(
  context: Context,
  candidates: readonly string[],
):
  | { readonly visitId: string; readonly matchedBy: string }
  | { readonly registration: RegistrationRecord; readonly matchedBy: string }
  | null {
  const found = findRegistrations(context.db, candidates);
  for (const { registrationId, matchedBy } of found) {
    const visitId = visitIdOfRegistration(context.db, registrationId);
    if (visitId !== null) return { visitId, matchedBy };
  }
  const first = found[0];
  if (!first) return null;
  const registration = readRegistration(context.db, first.registrationId);
  return registration ? { registration, matchedBy: first.matchedBy } : null;
}

/** What a text leads to: visits of today, put together, and people. */
export interface Found {
  readonly visits: readonly AssembledVisit[];
  readonly people: readonly PatientRecord[];
}

/** Visits of today and people that fit what was typed. */
export function findByText(context: Context, text: string): Found {
  return withVisits(context, searchPeople(context.db, text, FOUND_SHOWN));
}

/** The same for people whose name is spelled nearly like what was typed. */
export function findSimilar(context: Context, text: string): Found {
  return withVisits(context, searchSimilarPeople(context.db, text, SIMILAR_SHOWN));
}

function withVisits(context: Context, people: readonly PatientRecord[]): Found {
  const ids = people.map((person) => person.id);
  return { visits: assembleVisits(context, listVisitsOfPatients(context.db, ids, context.today)), people };
}

/** What was found, as lists on a screen. */
export function foundViews(context: Context, { visits, people }: Found) {
  return {
    visits: visits.map((assembled) => toVisitRow(context, assembled)),
    people: people.map(toPersonView),
  };
}
