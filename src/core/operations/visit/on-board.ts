// Whose visits are shown on the board of a day: those of the day, and today whoever is here.
import { listPresentOfNextDays, listVisits } from '../../store/desk/visits.ts';
import type { Visit } from '../../store/desk/visits.ts';
import type { Context } from '../handler.ts';

/** Whoever came longer ago has left, and nobody has said so. */
const HERE_AT_MOST_MS = 12 * 60 * 60_000;

/**
 * The visits of a day (`YYYY-MM-DD`) at a location. Today also those of the day before and after whose people are here, so
 * that nobody who came near midnight is lost with the change of the day.
 */
export function visitsOnBoard(
  context: Pick<Context, 'db' | 'today' | 'nowMs'>,
  locationId: string,
  date: string,
): Visit[] {
  const ofTheDay = listVisits(context.db, locationId, date);
  return date === context.today ? [...ofTheDay, ...presentOfNextDays(context, locationId)] : ofTheDay;
}

/** The visits at a location of the day before and after today whose people are here. */
export function presentOfNextDays(
  { db, today, nowMs }: Pick<Context, 'db' | 'today' | 'nowMs'>,
  locationId: string,
): Visit[] {
  return listPresentOfNextDays(db, locationId, { today, sinceMs: nowMs - HERE_AT_MOST_MS });
}
