// The days of a month as a calendar lays them out, and the steps of its keys. All pure; months are `YYYY-MM`.
import { addDays } from '../../../domain/site-time.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @example monthOf('2026-11-20') // '2026-11' */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** @example addMonths('2026-12', 1) // '2027-01' */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** @example monthWords('2026-11') // 'November 2026' */
export function monthWords(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;
}

/** 0 for Monday to 6 for Sunday. */
function weekdayIndex(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The weeks of a month, each from Monday to Sunday; null where a day belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -weekdayIndex(first));
  const weeks: (string | null)[][] = [];
  for (let from = monday; monthOf(from) <= month; from = addDays(from, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(from, index)).map((date) =>
        monthOf(date) === month ? date : null,
      ),
    );
  }
  return weeks;
}

/** The same day of another month, or the last day of that month where it is shorter. */
export function sameDayOf(date: string, month: string): string {
  const wanted = `${month}-${date.slice(8)}`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  return wanted > last ? last : wanted;
}

/** The day to which a key leads in a calendar; null for a key that leads nowhere. */
export function dayByKey(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayIndex(date));
    case 'End':
      return addDays(date, 6 - weekdayIndex(date));
    case 'PageUp':
      return sameDayOf(date, addMonths(monthOf(date), -1));
    case 'PageDown':
      return sameDayOf(date, addMonths(monthOf(date), 1));
    default:
      return null;
  }
}
