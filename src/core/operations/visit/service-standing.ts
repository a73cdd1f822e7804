// What the service has changed about a visit since this desk read it: its appointment is not there any more or is somewhere else, or a
// registration is gone. It is no trouble of who the person is, so it hinders only what cannot be done without a registration.
import type { VisitRow } from '../../../contract/views.ts';
import { AppException, rejected } from '../../../domain/app-error.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import type { DeskState } from '../../../domain/visit.ts';
import type { Context } from '../handler.ts';
import type { AssembledVisit } from './read.ts';

/** Of somebody who has left the appointment says nothing any more. */
const CONCERNS_APPOINTMENT: ReadonlySet<DeskState> = new Set([
  'expected',
  'no-show',
  'arrived',
  'collecting',
]);

/**
 * Whether the service names the appointment on none of the visit's registrations any more, although one of them has led to it, or
 * names it and does not find it; or has answered a move of it that there is none. It hinders nothing: whoever comes all the same is seen.
 */
export function isAppointmentGone(assembled: AssembledVisit): boolean {
  const { visit, appointment, registrations } = assembled;
  if (!CONCERNS_APPOINTMENT.has(visit.deskState) || appointment?.state !== 'confirmed') return false;
  if (appointment.goneWhenMoved) return true;
  if (visit.origin !== 'appointment' || visit.bookedAhead || registrations.length === 0) return false;
  if (appointment.sync !== 'synced') return false;
  if (assembled.isAppointmentNotFound) return true;
  return registrations.every(
    ({ serverId, sync, appointmentId }) =>
      serverId !== null && sync === 'synced' && appointmentId !== appointment.id,
  );
}

/**
 * Where the service has the appointment, where that is not the day and place of the visit: the person is here, and so stays on the board
 * where they came; or nobody knows the place, so that there is no board of it. Null where it agrees, and while a move waits here.
 */
export function appointmentElsewhere(
  { site }: Pick<Context, 'site'>,
  { visit, appointment, appointmentPlaceName }: AssembledVisit,
): NonNullable<VisitRow['appointment']>['elsewhere'] {
  if (appointment?.state !== 'confirmed' || appointment.movedFrom !== null) return null;
  const isHere = visit.deskState === 'arrived' || visit.deskState === 'collecting';
  const isOtherPlace = appointment.locationId !== visit.locationId;
  const isNowhere = isOtherPlace && appointmentPlaceName === null;
  // The visit of whoever is to come goes along with the appointment.
  if (!isHere && !(visit.deskState === 'expected' && isNowhere)) return null;
  const { date } = wallClockAt(appointment.startsAtMs, site.timeZone);
  if (date === visit.date && !isOtherPlace) return null;
  return { date, place: isOtherPlace ? { locationName: appointmentPlaceName } : null };
}

/** How many of the visit's registrations the service had and does not have any more. It is said while the visit can still be worked on. */
export function registrationsLost({
  visit,
  registrationIds,
  lostRegistrationIds,
  isLongOver,
}: AssembledVisit): VisitRow['registrationsLost'] {
  const isAway =
    visit.deskState === 'no-show' || visit.deskState === 'cancelled' || visit.deskState === 'left';
  if (isAway || isLongOver || lostRegistrationIds.length === 0) return 'none';
  return lostRegistrationIds.length === registrationIds.length ? 'all' : 'some';
}

/**
 * Somebody is called in for a registration. One that is still to be made counts, one that the laboratory has taken back does not: nobody
 * there could do anything with the tube.
 *
 * @throws AppException where the service does not have any registration of the visit any more
 */
export function requireRegistration(assembled: AssembledVisit): void {
  if (registrationsLost(assembled) !== 'all') return;
  throw new AppException(
    rejected('The service does not have the registration of this visit any more.', { registration: 'lost' }),
  );
}
