// Days as people name them. All pure; dates are `YYYY-MM-DD` at the site.
import { addDays, formatDate, shownClockAt } from '../../../domain/site-time.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const DAY_MS = 86_400_000;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Days from one date to another; negative when the second one is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** @example weekdayOf('2026-11-20') // 'Friday' */
export function weekdayOf(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
}

/** @example dayWords('2026-11-20') // 'Friday 20-Nov-2026' */
export function dayWords(date: string): string {
  return `${weekdayOf(date)} ${formatDate(date)}`;
}

/**
 * How far a day is from today, as people say it.
 * @example distanceWords('2026-11-18', '2026-11-20') // '2 days ago'
 */
export function distanceWords(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'today';
  if (days === -1) return 'yesterday';
  if (days === 1) return 'tomorrow';
  return days < 0 ? `${-days} days ago` : `in ${days} days`;
}

/**
 * Of which day a visit is that is shown among those of today.
 * @example ofDayWords('2026-11-19', '2026-11-20') // 'Visit of yesterday, 19-Nov-2026'
 */
export function ofDayWords(date: string, today: string): string {
  return `Visit of ${distanceWords(date, today)}, ${formatDate(date)}`;
}

/**
 * Whose board it is, of a day that is not today.
 * @example boardOfWords('2026-11-18', '2026-11-20') // 'this is the board of the day 2 days ago'
 */
export function boardOfWords(date: string, today: string): string {
  const distance = distanceWords(date, today);
  const isNamed = Math.abs(daysBetween(today, date)) <= 1;
  return `this is the board of ${isNamed ? '' : 'the day '}${distance}`;
}

/**
 * A moment beside others of a day: its time, and its own day where that is another one.
 * @example momentWords(collectedAtMs, { beside: '2026-11-20', timeZone }) // '21-Nov-2026 00:05'
 */
export function momentWords(
  atMs: number,
  { beside, timeZone }: { readonly beside: string; readonly timeZone: string },
): string {
  const { date, time } = shownClockAt(atMs, timeZone);
  return date === beside ? time : `${formatDate(date)} ${time}`;
}

/**
 * What is wrong with a typed time that the clock does not show on its day, as `isSkipped` tells.
 * @example skippedWords('2026-03-29', '01:30') // 'On 29-Mar-2026 there is no 01:30: the clock is put forward past it'
 */
export function skippedWords(date: string, time: string): string {
  return `On ${formatDate(date)} there is no ${time}: the clock is put forward past it`;
}

/** Days in the strip; today is the third of them, so that what was left over yesterday is always in sight. */
export const STRIP_DAYS = 7;
const BEFORE_TODAY = 2;

/** The first day of the strip that holds a date. Strips follow each other without a gap, and one has today as its third. */
export function stripFrom(date: string, today: string): string {
  const first = addDays(today, -BEFORE_TODAY);
  return addDays(first, Math.floor(daysBetween(first, date) / STRIP_DAYS) * STRIP_DAYS);
}
