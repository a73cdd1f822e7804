// Where somebody is awaited who is expected again. While they were here their visit stayed on the board where they came, wherever the
// service had moved the appointment to.
import { wallClockAt } from '../../../domain/site-time.ts';
import type { VisitChange } from '../../store/desk/visits.ts';
import type { Context } from '../handler.ts';
import type { AssembledVisit } from './read.ts';

/**
 * The day and location of the appointment as the service has it. A move of it that waits here is laid over the visit for as long as it
 * waits, so that a refused one leaves nothing behind. Nothing where there is no confirmed appointment, or it is at a location that this
 * desk does not know: there is no board of that one.
 */
export function placeAwaited(
  { site }: Pick<Context, 'site'>,
  { appointment, appointmentPlaceName, movedFromName }: AssembledVisit,
): Pick<VisitChange, 'date' | 'locationId'> {
  if (appointment?.state !== 'confirmed') return {};
  const { locationId, startsAtMs } = appointment.movedFrom ?? appointment;
  const isKnown = (appointment.movedFrom ? movedFromName : appointmentPlaceName) !== null;
  return isKnown ? { locationId, date: wallClockAt(startsAtMs, site.timeZone).date } : {};
}
