// What a visit is called, and how it stands, in the same words on every screen. Pure.
import type { PersonShownView, VisitRow } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { DESK_STATE_WORDS } from '../../../domain/visit.ts';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { errorWords } from '../words/error-words.ts';
import { isTheirsAgain } from './trouble-words.ts';

/** The person; without one, whether somebody is booked at all. @example visitName(row) // 'OLIVER, James' */
export function visitName({ person, merelyHeld }: Pick<VisitRow, 'person' | 'merelyHeld'>): string {
  if (person) return formatName(person);
  return merelyHeld ? 'Held slot' : 'No patient yet';
}

/** Whoever a note of a step is about, at its beginning. @example `${whoWords(visit)} did not come` */
export const whoWords = ({ person }: Pick<VisitRow, 'person'>): string =>
  person ? formatName(person) : 'The visit';

/** Whether its appointment can be moved: nobody has come for it, and the service has confirmed it and still has it. */
export function mayMove({ deskState, appointment }: Pick<VisitRow, 'deskState' | 'appointment'>): boolean {
  const isAway = deskState === 'expected' || deskState === 'no-show';
  return isAway && appointment?.state === 'confirmed' && !appointment.gone;
}

/** Why the appointment cannot be moved, which may have come about while somebody was choosing where to; null when it can be. */
export function whyNotMoved(visit: Pick<VisitRow, 'deskState' | 'appointment'>): string | null {
  if (mayMove(visit)) return null;
  if (visit.deskState === 'cancelled') return 'The appointment was cancelled meanwhile.';
  if (visit.appointment?.gone === true)
    return 'It cannot be moved: the service has no such appointment any more.';
  if (visit.deskState === 'expected' || visit.deskState === 'no-show') {
    return 'It cannot be moved now: the service has not confirmed the appointment.';
  }
  return 'It cannot be moved now: the person has come.';
}

/**
 * Where the service still has an appointment that waits to be moved.
 * @example movedFromWords(appointment.movedFrom, timeZone) // 'waits to be moved here from 03-Mar-2026 09:10, Marylebone'
 */
export function movedFromWords(
  from: NonNullable<NonNullable<VisitRow['appointment']>['movedFrom']>,
  timeZone: string,
): string {
  const { date, time } = shownClockAt(from.startsAtMs, timeZone);
  const place = from.locationName === null ? '' : `, ${from.locationName}`;
  return `waits to be moved here from ${formatDate(date)} ${time}${place}`;
}

type Appointed = Pick<NonNullable<VisitRow['appointment']>, 'startsAtMs' | 'elsewhere'>;

/**
 * Where an appointment is at the service now that is not where its visit is; null where both are at one day and place.
 * @example elsewhereWords(appointment, timeZone) // 'on 03-Dec-2026 10:00, Soho'
 */
export function elsewhereWords({ startsAtMs, elsewhere }: Appointed, timeZone: string): string | null {
  if (elsewhere === null) return null;
  const { date, time } = shownClockAt(startsAtMs, timeZone);
  const { place } = elsewhere;
  const where =
    place === null ? '' : place.locationName === null ? ` ${UNKNOWN_PLACE}` : `, ${place.locationName}`;
  return `on ${formatDate(date)} ${time}${where}`;
}

const UNKNOWN_PLACE = 'at a place that is not known here';

/**
 * Where a visit's appointment is, beside its time.
 * @example atWords(visit) // 'at Marylebone'
 */
export function atWords({
  appointment,
  locationName,
}: Pick<VisitRow, 'appointment' | 'locationName'>): string | null {
  const place = appointment?.elsewhere?.place;
  if (!place) return locationName === null ? null : `at ${locationName}`;
  return place.locationName === null ? UNKNOWN_PLACE : `at ${place.locationName}`;
}

/** Why the visit's confirmation was taken back, where the service has given the visit to somebody else since. */
function givenToAnother({
  person,
  deskState,
  troubles,
}: Pick<VisitRow, 'person' | 'deskState' | 'troubles'>) {
  if (deskState !== 'arrived') return null;
  const withdrawn = troubles.find((trouble) => trouble.kind === 'identity-withdrawn');
  if (withdrawn === undefined || isTheirsAgain(withdrawn, person)) return null;
  return withdrawn.changes.includes('person') ? withdrawn : null;
}

/**
 * Who was checked in for a visit that belongs to somebody else now: they are in the room, and the visit's person is
 * not. Null where the person of the visit is the one who came.
 */
export function cameInstead(
  visit: Pick<VisitRow, 'person' | 'deskState' | 'troubles'>,
): PersonShownView | null {
  return givenToAnother(visit)?.confirmedFor ?? null;
}

/** The name of whoever is waiting. @example waitingName(row) // 'OLIVER, James' */
export function waitingName(
  visit: Pick<VisitRow, 'person' | 'merelyHeld' | 'deskState' | 'troubles'>,
): string {
  const instead = cameInstead(visit);
  return instead ? formatName(instead) : visitName(visit);
}

export type Standing = Pick<
  VisitRow,
  'person' | 'deskState' | 'sample' | 'merelyHeld' | 'troubles' | 'finishedAtService'
>;

/** Nobody came to this desk, and the laboratory has finished the tests all the same: there is nothing left to do. */
export const isDoneElsewhere = (visit: Pick<VisitRow, 'deskState' | 'finishedAtService'>): boolean =>
  visit.deskState === 'expected' && visit.finishedAtService;

/**
 * What is unusual about how a visit stands; null where its desk state says all. Who has left with a sample and who
 * without must not look the same, neither must half a collection and a whole one; nobody is expected in a slot that is
 * merely held; and nobody has arrived for a visit that was given to them after the check-in.
 */
export function exceptionWords(visit: Standing): string | null {
  const { deskState, sample, merelyHeld } = visit;
  // Its person never came: whoever came was checked in for somebody else's visit.
  if (givenToAnother(visit)) return 'Not identified';
  if (isDoneElsewhere(visit)) return 'Finished at the laboratory';
  if (merelyHeld && deskState === 'expected') return 'No person yet';
  if (deskState === 'left' && sample === 'not-taken') return 'Left, no sample';
  if (deskState === 'left' && sample === 'part') return 'Left, part taken';
  if (deskState === 'collected' && sample === 'part') return 'Collected in part';
  return null;
}

/** Said after a step was taken back. @example undoneWords(visit) // 'Undone. OLIVER, James: Expected' */
export const undoneWords = (visit: Standing): string =>
  `Undone. ${visitName(visit)}: ${visitStateWords(visit)}`;

/** Said where a step could not be taken back. @example notUndoneWords(row, error) // 'Undo for OLIVER, James: This changed meanwhile' */
export const notUndoneWords = (visit: Pick<VisitRow, 'person' | 'merelyHeld'>, error: AppError): string =>
  `Undo for ${visitName(visit)}: ${errorWords(error).title}`;

/** How a visit stands. @example visitStateWords(row) // 'Left, no sample' */
export function visitStateWords(visit: Standing): string {
  return exceptionWords(visit) ?? DESK_STATE_WORDS[visit.deskState];
}

/** @example visitsWords(1) // '1 visit' */
export const visitsWords = (visits: number): string =>
  visits === 1 ? '1 visit' : `${groupedDigits(visits)} visits`;
