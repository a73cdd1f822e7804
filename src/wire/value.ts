// Kinds of value that many records share: identifiers, dates, times, flags.
import { z } from 'zod';

/** A record's identifier. Any UUID version passes: the service does not say which it makes. */
export const id = z.guid().describe('Identifier, a UUID.');

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date();

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const DATE_TIME_OFFSET_OPTIONAL =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** An instant: ISO 8601 with its offset, seconds optional. */
export const dateTime = z
  .string()
  .regex(DATE_TIME, 'must be a date and time with an offset')
  .refine(isRealDateTime, 'must be a date and time that exists');

/** A time asked for: ISO 8601; without an offset it is the location's own wall clock. */
export const requestedDateTime = z
  .string()
  .regex(DATE_TIME_OFFSET_OPTIONAL, 'must be an ISO 8601 date and time')
  .refine(isRealDateTime, 'must be a date and time that exists');

function isRealDateTime(text: string): boolean {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // V8 rolls 31 February over into March, so the day is compared with what it was read as.
  return new Date(midnight || 0).toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
}

/** Text that must say something. */
export const requiredText = z.string().regex(/\S/, 'must not be blank');

/** What a path takes where a registration is meant: its UUID, its TRF code, or the brand's own reference. */
export const registrationKey = z.string().min(1);

/** A yes or no as a query string carries it. */
export const queryFlag = z.union([z.boolean(), z.stringbool()]);

/** A whole number as a path or a query string carries it. */
export const queryInteger = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
