// A person is checked in only on the visit's day, because a visit of another day is not on today's board.
import { AppException, rejected } from '../../../domain/app-error.ts';
import type { Context } from '../handler.ts';
import type { AssembledVisit } from './read.ts';

/** Somebody who was booked for ten to midnight may come after midnight, and the other way round. */
const AROUND_MIDNIGHT_MS = 2 * 60 * 60_000;

type OnItsDay = Pick<AssembledVisit, 'visit' | 'appointment'>;

/** Whether today is the day of the visit; at night also when its appointment is less than two hours away. */
export function isItsDay(
  { today, nowMs }: Pick<Context, 'today' | 'nowMs'>,
  { visit, appointment }: OnItsDay,
): boolean {
  if (visit.date === today) return true;
  return appointment !== null && Math.abs(appointment.startsAtMs - nowMs) < AROUND_MIDNIGHT_MS;
}

/** @throws AppException on another day than the visit's */
export function requireItsDay(context: Context, assembled: OnItsDay): void {
  if (isItsDay(context, assembled)) return;
  throw new AppException(rejected('The visit is on another day.', { visit: 'other-day' }));
}
