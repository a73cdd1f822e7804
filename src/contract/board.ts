// Today's board.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate, visitRow } from './views.ts';

export const boardOperations = {
  /** The visits of a day at this location, by time. `asOfMs`: up to when today's board is known to be complete; null before the service was read in full. */
  'board.get': query(
    z.strictObject({ date: siteDate.optional() }),
    z.object({
      date: siteDate,
      today: siteDate,
      nowMs: instantMs,
      timeZone: z.string(),
      asOfMs: instantMs.nullable(),
      /** Each of today's open visits was asked after since; bookings made up to then are known. `asOfMs` is the older one. */
      visitsAsOfMs: instantMs.nullable(),
      newBookingsAsOfMs: instantMs.nullable(),
      /** Everything was seen since, bookings of other days included: one moved to today later than this may be missing. */
      everythingAsOfMs: instantMs.nullable(),
      /** True while the first reading after the start is under way. Whether anything was ever read in full, `asOfMs` says. */
      loading: z.boolean(),
      /**
       * Records of the service that could not be read, counted: `setAside` are not shown at all, `inPart` are shown without a
       * field. Some of them are named, set aside first; `id` is null where the record did not tell its own.
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
          }),
        ),
      }),
      rows: z.array(visitRow),
      longestWaitingVisitId: recordId.nullable(),
    }),
    { staleOn: ['board', 'patients', 'outbox', 'session'], tellsTime: 'nowMs' },
  ),
};
