// What a code or a typed text finds in the local store.
import {
  findVisit,
  listVisitsOfPatients,
  patientIdsOfDay,
  visitIdOfRegistration,
} from '../store/desk/visits.ts';
import { findRegistrations } from '../store/mirror/find-registrations.ts';
import type { MatchedBy } from '../store/mirror/find-registrations.ts';
import { searchPeople, searchSimilarPeople } from '../store/mirror/people.ts';
import { readRegistration, readRegistrations } from '../store/mirror/registration-records.ts';
import { readPatients } from '../store/mirror/patient-records.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import type { Context } from './handler.ts';
import { currentLocation } from './location.ts';
import { presentOfNextDays } from './visit/on-board.ts';
import { assembleVisit, assembleVisits } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { toPersonView } from './person-view.ts';
import { toVisitRow } from './visit/view.ts';

/** Of those who come today more are shown: somebody who stands at the desk is looked for among them. */
const TODAYS_SHOWN = 24;
const FOUND_SHOWN = 12;
const SIMILAR_SHOWN = 6;

/** One visit as a line of a list. */
export function rowOf(context: Context, visitId: string) {
  return toVisitRow(context, assembleVisit(context, visitId));
}

/**
 * What a code finds. `code`: which of those that a scan can mean, as it was given. `shared`: it belongs to two people or two visits, so
 * nobody can tell which one is meant.
 */
export type FoundByCode =
  | { readonly kind: 'visit'; readonly code: string; readonly visitId: string; readonly matchedBy: MatchedBy }
  /** The registration has no visit here. */
  | {
      readonly kind: 'registration';
      readonly code: string;
      readonly registration: RegistrationRecord;
      readonly matchedBy: MatchedBy;
    }
  /** `people` are those who have no visit here. */
  | ({ readonly kind: 'shared'; readonly code: string } & Found);

/** The kinds of code that are on labels and forms. A foreign_id, which somebody chose, counts less than these. */
const ON_PAPER: ReadonlySet<MatchedBy> = new Set(['trf-code', 'label-code']);

/**
 * What a scanned or typed code finds; null when nothing here has it. `candidates`: what it can mean, the likeliest
 * first.
 */
export function findByCode(context: Context, candidates: readonly string[]): FoundByCode | null {
  const found = findRegistrations(context.db, candidates).map((one) => ({
    ...one,
    visitId: visitIdOfRegistration(context.db, one.registrationId),
  }));
  const first = found.find(({ visitId }) => visitId !== null) ?? found[0];
  if (!first) return null;
  const alike = found.filter(
    ({ matchedBy, text }) =>
      text.toUpperCase() === first.text.toUpperCase() &&
      (matchedBy === first.matchedBy || (ON_PAPER.has(matchedBy) && ON_PAPER.has(first.matchedBy))),
  );
  const shared = alike.length > 1 ? sharedBy(context, alike) : null;
  if (shared) return { kind: 'shared', code: first.text, ...shared };
  const { visitId, matchedBy, text: code } = first;
  if (visitId !== null) return { kind: 'visit', code, visitId, matchedBy };
  const registration = readRegistration(context.db, first.registrationId);
  return registration && { kind: 'registration', code, registration, matchedBy };
}

/**
 * The visits and people whose registrations have the same code; null when it is one visit, or one person without a
 * visit.
 */
function sharedBy(
  context: Context,
  alike: readonly { readonly registrationId: string; readonly visitId: string | null }[],
): Found | null {
  const registrations = [
    ...readRegistrations(
      context.db,
      alike.map(({ registrationId }) => registrationId),
    ).values(),
  ];
  const owners = new Set(registrations.map(({ id, patientId }) => patientId ?? id));
  const visitIds = new Set(alike.flatMap(({ visitId }) => visitId ?? []));
  if (visitIds.size < 2 && owners.size < 2) return null;
  const visits = assembleVisits(
    context,
    [...visitIds].flatMap((id) => findVisit(context.db, id) ?? []),
  );
  const people = readPatients(context.db, owners);
  // Two people in one visit are a trouble of that visit, which is shown there.
  if (visits.length === 1 && people.size < 2) return null;
  const onVisits = new Set(visits.flatMap(({ patientId }) => patientId ?? []));
  return { visits, people: [...people.values()].filter(({ id }) => !onVisits.has(id)) };
}

/** What a text finds: visits of today's board, assembled, and people. */
export interface Found {
  readonly visits: readonly AssembledVisit[];
  readonly people: readonly PatientRecord[];
}

/**
 * Visits of today's board and people that fit what was typed; those who are on it first, because a name that many have
 * would otherwise hide them behind everybody who was ever here. `more`: not all who fit are among them.
 */
export function findByText(context: Context, text: string): Found & { readonly more: boolean } {
  const { db } = context;
  const present = presentNearMidnight(context);
  const todays = searchPeople(db, text, TODAYS_SHOWN + 1, idsOnBoard(context, present));
  const shown = todays.slice(0, TODAYS_SHOWN);
  const seen = new Set(todays.map(({ id }) => id));
  const others = searchPeople(db, text, FOUND_SHOWN + 1 + todays.length).filter(({ id }) => !seen.has(id));
  return {
    ...withVisits(context, [...shown, ...others.slice(0, FOUND_SHOWN)], present),
    more: todays.length > TODAYS_SHOWN || others.length > FOUND_SHOWN,
  };
}

/** The same for people whose name is spelled nearly as it was typed. */
export function findSimilar(context: Context, text: string): Found {
  const { db } = context;
  const present = presentNearMidnight(context);
  const todays = searchSimilarPeople(db, text, SIMILAR_SHOWN, idsOnBoard(context, present));
  const everybody = searchSimilarPeople(db, text, SIMILAR_SHOWN);
  const people = new Map([...todays, ...everybody].map((person) => [person.id, person]));
  return withVisits(context, [...people.values()], present);
}

/** The visits of these registrations (local ids), and the people of those without a visit here. */
export function foundOf(context: Context, registrationIds: readonly string[]): Found {
  const registrations = [...readRegistrations(context.db, registrationIds).values()];
  const visitIds = new Set(registrations.flatMap(({ id }) => visitIdOfRegistration(context.db, id) ?? []));
  const visits = assembleVisits(
    context,
    [...visitIds].flatMap((id) => findVisit(context.db, id) ?? []),
  );
  const people = readPatients(context.db, new Set(registrations.flatMap(({ patientId }) => patientId ?? [])));
  const onVisits = new Set(visits.flatMap(({ patientId }) => patientId ?? []));
  return { visits, people: [...people.values()].filter(({ id }) => !onVisits.has(id)) };
}

/** The visits of yesterday and tomorrow whose people are here, as the board shows them. */
function presentNearMidnight(context: Context): AssembledVisit[] {
  const here = currentLocation(context);
  return here === null ? [] : assembleVisits(context, presentOfNextDays(context, here.id));
}

function idsOnBoard({ db, today }: Context, present: readonly AssembledVisit[]): string[] {
  return [...patientIdsOfDay(db, today), ...present.flatMap(({ patientId }) => patientId ?? [])];
}

function withVisits(
  context: Context,
  people: readonly PatientRecord[],
  present: readonly AssembledVisit[],
): Found {
  const ids = people.map((person) => person.id);
  const ofToday = assembleVisits(context, listVisitsOfPatients(context.db, ids, context.today));
  return {
    visits: [...present.filter(({ patientId }) => ids.includes(patientId ?? '')), ...ofToday],
    people,
  };
}

/** What was found, as screens show it. */
export function foundViews(context: Context, { visits, people }: Found) {
  return {
    visits: visits.map((assembled) => toVisitRow(context, assembled)),
    people: people.map(toPersonView),
  };
}
