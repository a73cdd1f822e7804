// The board of a day, and several days at a glance.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate, visitRow } from './views.ts';

/**
 * Why it may not be said how many visits a day has. `not-yet`: the service was not read since it could tell. `too-long-ago`: the day was
 * over for long when this desk read it first, or again after it was off; it will not be read. `removed`: its visits were removed because
 * they are old.
 */
const whyUnread = z.enum(['not-yet', 'too-long-ago', 'removed']);
export type WhyUnread = z.infer<typeof whyUnread>;

export const boardOperations = {
  /**
   * The visits of a day at a location, by time; today's at this desk's when none is given. Today's has also whoever came
   * within twelve hours for a visit of the day before or after, and is still here. `asOfMs`: all changes up to this
   * time are on today's board of this desk's location; null before the service was read in full once. Other locations are
   * as of `everythingAsOfMs`.
   */
  'board.get': query(
    z.strictObject({ date: siteDate.optional(), locationId: recordId.optional() }),
    z.object({
      date: siteDate,
      today: siteDate,
      nowMs: instantMs,
      timeZone: z.string(),
      asOfMs: instantMs.nullable(),
      /**
       * The two times that `asOfMs` is the older one of: since when each of today's open visits was asked for again,
       * and up to when new bookings are known.
       */
      visitsAsOfMs: instantMs.nullable(),
      newBookingsAsOfMs: instantMs.nullable(),
      /**
       * Everything was read after this time, bookings of other days included. A booking that was moved to today later
       * than this may be missing.
       */
      everythingAsOfMs: instantMs.nullable(),
      /**
       * True while the first reading after the start is under way. Whether the service was ever read in full, `asOfMs`
       * tells.
       */
      loading: z.boolean(),
      /**
       * Whether it may be said how many `rows` there are, or that there are none. False before the service told who is booked
       * for this day at this location; also where nobody is known for the day and it was last read before that day, or not today
       * of one to come.
       */
      isRead: z.boolean(),
      /** Why not; null where it is read. */
      unread: whyUnread.nullable(),
      /**
       * How many of the service's records could not be read: `setAside` are not shown at all, `inPart` are shown
       * without a field. `named` lists some of them, those set aside first; `id` is null where the record had none.
       */
      oddRecords: z.object({
        setAside: z.number().int(),
        inPart: z.number().int(),
        named: z.array(
          z.object({
            kind: z.enum(['location', 'product', 'registration', 'patient', 'appointment']),
            id: recordId.nullable(),
            field: z.string(),
            reason: z.string(),
            used: z.boolean(),
            /** How many records it stands for: more than one only for records without an id. */
            records: z.number().int(),
          }),
        ),
      }),
      rows: z.array(visitRow),
      /**
       * On today's board, the visits of earlier days that have a tube with a code of this desk while the laboratory looks for its own, the
       * oldest first: until the label with that one is scanned back.
       */
      toRelabel: z.array(visitRow),
      longestWaitingVisitId: recordId.nullable(),
      /** Who has waited for so many minutes is marked. */
      waitAlertMinutes: z.number().int(),
    }),
    { staleOn: ['board', 'patients', 'outbox', 'session'], tellsTime: 'nowMs' },
  ),
  /**
   * Several days in a row at a glance, from what is stored here. `visits`: people of that day, those that were cancelled
   * left out; null while it was not read, as `isRead` and `unread` of the board say. `unfinished`: how many of them nobody has finished,
   * on a day that is over, those included that are `toRelabel` on today's board; 0 for today and later.
   */
  'board.days': query(
    z.strictObject({
      from: siteDate,
      count: z.number().int().min(1).max(42),
      locationId: recordId.optional(),
    }),
    z.object({
      today: siteDate,
      days: z.array(
        z.object({
          date: siteDate,
          visits: z.number().int().nullable(),
          unread: whyUnread.nullable(),
          unfinished: z.number().int(),
        }),
      ),
    }),
    { staleOn: ['board', 'outbox', 'session'] },
  ),
};
