// Dates and times at the site. They follow the site's time zone, not that of this machine, so every function is given
// the zone.

/** The site's time zone when the managed settings name none. */
export const DEFAULT_TIME_ZONE = 'Europe/London';

/** @example isTimeZone('Europe/Atlantis') // false */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Making an Intl.DateTimeFormat takes about 50 µs, and a board needs hundreds of times, so each is kept.
const formats = new Map<string, Intl.DateTimeFormat>();
function wallClockFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export interface WallClock {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  readonly second: number;
}

/**
 * The site's date and time at an instant (milliseconds since the epoch).
 *
 *     wallClockAt(Date.UTC(2026, 6, 1, 8, 10), 'Europe/London').time // '09:10'
 */
export function wallClockAt(instantMs: number, timeZone: string): WallClock {
  if (!(instantMs >= WHOLE_QUARTERS.fromMs && instantMs < WHOLE_QUARTERS.toMs)) {
    return formattedClockAt(instantMs, timeZone);
  }
  const shown = new Date(
    instantMs + aheadOfUtcMs(Math.floor(instantMs / QUARTER_MS), timeZone),
  ).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16), second: Number(shown.slice(17, 19)) };
}

function formattedClockAt(instantMs: number, timeZone: string): WallClock {
  const parts: Record<string, string> = {};
  for (const part of wallClockFormat(timeZone).formatToParts(instantMs)) parts[part.type] = part.value;
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
    second: Number(parts['second']),
  };
}

/** Clocks go back by an hour, or by half of one at Lord Howe. */
const STEPS_BACK_MS = [1_800_000, 3_600_000];

/** Whether the site's clock shows the same time of the same day at another instant too. */
function comesTwice(instantMs: number, timeZone: string): boolean {
  const aheadMs = (atMs: number): number => aheadOfUtcMs(Math.floor(atMs / QUARTER_MS), timeZone);
  const here = aheadMs(instantMs);
  return STEPS_BACK_MS.some(
    (step) => aheadMs(instantMs - step) - here === step || here - aheadMs(instantMs + step) === step,
  );
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();
/** What the zone is called at an instant, such as `BST`. */
function zoneNameAt(instantMs: number, timeZone: string): string {
  let format = zoneFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' });
    zoneFormats.set(timeZone, format);
  }
  return format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** What follows a time of the clock for people to read: the zone's name, with a space before it, where the clock shows that time twice. */
function zoneWordAt(instantMs: number, timeZone: string): string {
  return Number.isFinite(instantMs) && comesTwice(instantMs, timeZone)
    ? ` ${zoneNameAt(instantMs, timeZone)}`
    : '';
}

/**
 * The same for people to read: a time that the clock shows twice when summer time ends says which of the two it is. Never to be
 * calculated with, or sorted by. Seconds would stand behind the zone: {@link shownSecondsAt} has them.
 *
 *     shownClockAt(Date.UTC(2026, 9, 25, 0, 30), 'Europe/London').time // '01:30 BST'
 *     shownClockAt(Date.UTC(2026, 9, 25, 1, 30), 'Europe/London').time // '01:30 GMT'
 */
export function shownClockAt(instantMs: number, timeZone: string): Omit<WallClock, 'second'> {
  const { date, time } = wallClockAt(instantMs, timeZone);
  return { date, time: time + zoneWordAt(instantMs, timeZone) };
}

/**
 * The time with its seconds, for people to read.
 *
 *     shownSecondsAt(Date.UTC(2026, 9, 25, 0, 30, 20), 'Europe/London') // '01:30:20 BST'
 */
export function shownSecondsAt(instantMs: number, timeZone: string): string {
  const { time, second } = wallClockAt(instantMs, timeZone);
  return `${time}:${String(second).padStart(2, '0')}${zoneWordAt(instantMs, timeZone)}`;
}

const QUARTER_MS = 900_000;
/**
 * Within these years every zone is a whole number of minutes from UTC, and no clock is changed but at a quarter of an hour. Before them
 * Liberia was 44 minutes and 30 seconds behind; after them a year has five digits.
 */
const WHOLE_QUARTERS = { fromMs: Date.UTC(1973, 0, 1), toMs: Date.UTC(9999, 0, 1) };
/** Some fifty days of each zone; a desk that shows more begins anew. */
const MOST_QUARTERS = 5_000;
/** By zone and quarter of an hour since the epoch. Asking Intl takes 15 µs, and a board of 1,000 visits has thousands of times. */
const knownAheadMs = new Map<string, Map<number, number>>();

/** A time throughout which a zone is as far from UTC. */
export interface ZoneSpan {
  readonly fromMs: number;
  /** The first instant after it. */
  readonly toMs: number;
  readonly aheadMs: number;
}

const STEP_QUARTERS = 14 * 96;

/**
 * How far the zone is from UTC between two instants (milliseconds since the epoch, from 1973 on), without a gap, the earliest first. Two
 * changes of the clocks within a fortnight that undo each other are not found; no zone has had such since 1973.
 *
 *     zoneSpans('Europe/London', Date.UTC(2026, 8, 1), Date.UTC(2026, 11, 1)) // two: until 25-Oct-2026 01:00 UTC and from then on
 */
export function zoneSpans(timeZone: string, fromMs: number, toMs: number): readonly ZoneSpan[] {
  const spans: ZoneSpan[] = [];
  const last = Math.ceil(toMs / QUARTER_MS);
  let begin = Math.floor(fromMs / QUARTER_MS);
  let aheadMs = aheadOfUtcMs(begin, timeZone);
  const end = (quarter: number): void => {
    spans.push({ fromMs: begin * QUARTER_MS, toMs: quarter * QUARTER_MS, aheadMs });
    begin = quarter;
  };
  for (let known = begin; known < last;) {
    const next = Math.min(known + STEP_QUARTERS, last);
    const nextAheadMs = aheadOfUtcMs(next, timeZone);
    if (nextAheadMs !== aheadMs) {
      let [before, after] = [known, next];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (aheadOfUtcMs(middle, timeZone) === aheadMs) before = middle;
        else after = middle;
      }
      end(after);
      // As it is from there on, which is not yet what it is at the end of the step where that has two changes.
      aheadMs = aheadOfUtcMs(after, timeZone);
      known = after;
    } else known = next;
  }
  if (begin < last) end(last);
  return spans;
}

const toldSpans = new Map<string, readonly ZoneSpan[]>();

/**
 * Takes over what {@link zoneSpans} gave somewhere else. Times within it are then told without Intl, whose first use takes a browser 20
 * to 50 ms.
 */
export function learnZone(timeZone: string, spans: readonly ZoneSpan[]): void {
  toldSpans.set(timeZone, spans);
}

function aheadOfUtcMs(quarter: number, timeZone: string): number {
  const atMs = quarter * QUARTER_MS;
  const told = toldSpans.get(timeZone)?.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
  if (told) return told.aheadMs;
  let known = knownAheadMs.get(timeZone);
  if (!known) knownAheadMs.set(timeZone, (known = new Map<number, number>()));
  const kept = known.get(quarter);
  if (kept !== undefined) return kept;
  const { date, time } = formattedClockAt(quarter * QUARTER_MS, timeZone);
  const aheadMs = Date.parse(`${date}T${time}:00Z`) - quarter * QUARTER_MS;
  if (known.size >= MOST_QUARTERS) known.clear();
  known.set(quarter, aheadMs);
  return aheadMs;
}

/**
 * The instant (milliseconds since the epoch) at which the site's clock shows `date` (`YYYY-MM-DD`) and `time`
 * (`HH:MM`). A time that the change to summer time skips gives the instant after it; a time that comes twice in autumn
 * gives the first one.
 *
 *     instantOf('2026-07-01', '09:10', 'Europe/London') // Date.UTC(2026, 6, 1, 8, 10)
 */
export function instantOf(date: string, time: string, timeZone: string): number {
  return instantsOf(date, time, timeZone)[0];
}

/** {@link instantOf} with both instants, the earlier one first, of a time that occurs twice when summer time ends. */
export function instantsOf(date: string, time: string, timeZone: string): [number, ...number[]] {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const offsetAt = (instantMs: number): number => {
    const shown = wallClockAt(instantMs, timeZone);
    return Date.parse(`${shown.date}T${shown.time}:00Z`) - Math.floor(instantMs / 60_000) * 60_000;
  };
  const before = wanted - offsetAt(wanted - 86_400_000);
  const after = wanted - offsetAt(wanted + 86_400_000);
  const shows = (instantMs: number): boolean => {
    const shown = wallClockAt(instantMs, timeZone);
    return shown.date === date && shown.time === time;
  };
  const [first, ...others] = [...new Set([before, after])].filter(shows).sort((a, b) => a - b);
  return first === undefined ? [before] : [first, ...others];
}

/**
 * Whether the site's clock never shows `time` (`HH:MM`) on `date` (`YYYY-MM-DD`), because it is put forward past it.
 *
 *     isSkipped('2026-03-29', '01:30', 'Europe/London') // true
 */
export function isSkipped(date: string, time: string, timeZone: string): boolean {
  return wallClockAt(instantOf(date, time, timeZone), timeZone).time !== time;
}

/** `1984-03-15` → `15-Mar-1984`. The month names are written out here because Chromium's en-GB says "Sept". */
export function formatDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-');
  return `${day}-${MONTHS[Number(month) - 1] ?? month}-${year}`;
}

/** Adds whole days to a date: `addDays('2026-02-28', 1)` is `2026-03-01`. A negative number goes back. */
export function addDays(isoDate: string, days: number): string {
  return new Date(Date.parse(`${isoDate}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** True when the text is a real calendar date written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().slice(0, 10) === text;
}

/** Whole years between a date of birth and a date, both `YYYY-MM-DD`. */
export function ageOn(dateOfBirth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
