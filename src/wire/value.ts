// Types of values that many records use: identifiers, dates, times, flags.
import { z } from 'zod';

/**
 * The identifier of a record. Every UUID version is accepted, because the service does not say which one it uses. In capitals a UUID is the
 * same one (RFC 9562, section 4), so it is taken in small letters: everything behind compares ids as they stand.
 */
export const id = z.guid().toLowerCase().describe('Identifier, a UUID.');

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date();

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const DATE_TIME_OFFSET_OPTIONAL =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** An instant in ISO 8601 with an offset; seconds are optional. Example: `2026-03-03T09:30:00+00:00`. */
export const dateTime = z
  .string()
  .regex(DATE_TIME, 'must be a date and time with an offset')
  .refine(isRealDateTime, 'must be a date and time that exists');

/** A time in a request, in ISO 8601. Without an offset it is local time at the location. */
export const requestedDateTime = z
  .string()
  .regex(DATE_TIME_OFFSET_OPTIONAL, 'must be an ISO 8601 date and time')
  .refine(isRealDateTime, 'must be a date and time that exists');

/** A date and time of the wall clock, `YYYY-MM-DD HH:MM`. Of any other, such as 25:61, nobody can tell which instant it is. */
export const wallClockTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, 'must be YYYY-MM-DD HH:MM')
  .refine((text) => isRealDateTime(`${text.replace(' ', 'T')}:00Z`), 'must be a date and time that exists');

/**
 * A time whose form is not published. It begins with a day that exists, `YYYY-MM-DD`; nothing else is sure of it.
 * Anything that begins with no day tells no time at all.
 */
export const someTime = z
  .string()
  .refine((text) => date.safeParse(text.slice(0, 10)).success, 'must begin with a date (YYYY-MM-DD)');

function isRealDateTime(text: string): boolean {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // V8 reads 31 February as a day in March, so the result is compared with the text.
  return new Date(midnight || 0).toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
}

/** Text that must not be empty or consist of spaces only. */
export const requiredText = z.string().regex(/\S/, 'must not be blank');

/** Identifies a registration in a path: its UUID, its TRF code, or its `foreign_id`. */
export const registrationKey = z.string().min(1);

/** A boolean in a query string. */
export const queryFlag = z.union([z.boolean(), z.stringbool()]);

/** A whole number in a path or a query string, as in `queryInteger(1, 12)` for a month. Both limits are included. */
export const queryInteger = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
