// Whether it may be said how many visits there are on a day, or that there are none.
import type { WhyUnread } from '../../contract/board.ts';
import { addDays, wallClockAt } from '../../domain/site-time.ts';
import { DAYS_LOOKED_BACK, daysRead, isAmongRead } from '../store/desk/days-read.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Context } from './handler.ts';
import { currentLocation } from './location.ts';

interface DayAsked {
  /** Null while the location is not known. */
  readonly locationId: string | null;
  readonly date: string;
  /** How many are known of that day there. */
  readonly visits: number;
}

/**
 * Of one day after the other: why it may not be said how many visits there are; null where it may. Before the service was read there is no
 * number, and none of a new day is no news of yesterday's. Of other days than today's the service has told something once the list was read,
 * and that there is nobody only when everything was, and that day among it.
 */
export function whyUnread(context: Context): (day: DayAsked) => WhyUnread | null {
  const { today } = context;
  const { asOfMs, everythingAsOfMs } = context.sync.freshness();
  const ownLocationId = currentLocation(context)?.id ?? null;
  const read = daysRead(context.db);
  const removedUpTo = readSetting(context.db, 'visitsRemovedUpTo');
  const isRemoved = (date: string): boolean => removedUpTo !== null && date <= removedUpTo;

  function isRead({ locationId, date, visits }: DayAsked): boolean {
    if (locationId === null || asOfMs === null) return false;
    if (visits > 0) return true;
    if (date === today && locationId === ownLocationId)
      return wallClockAt(asOfMs, context.site.timeZone).date >= today;
    return everythingAsOfMs !== null && isAmongRead(read, date, today) && !isRemoved(date);
  }

  return (day) => {
    if (isRead(day)) return null;
    if (isRemoved(day.date)) return 'removed';
    return day.date < addDays(today, -DAYS_LOOKED_BACK) ? 'too-long-ago' : 'not-yet';
  };
}
