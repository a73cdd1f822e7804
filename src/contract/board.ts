// Today's board.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate, visitRow } from './views.ts';

export const boardOperations = {
  /** The visits of a day at this location, by time. `asOfMs`: when the service was last heard in full; null before. */
  'board.get': query(
    z.strictObject({ date: siteDate.optional() }),
    z.object({
      date: siteDate,
      today: siteDate,
      nowMs: instantMs,
      timeZone: z.string(),
      asOfMs: instantMs.nullable(),
      /** True until the first pull has ended, so that "nobody today" is never said too early. */
      loading: z.boolean(),
      rows: z.array(visitRow),
      longestWaitingVisitId: recordId.nullable(),
    }),
    { staleOn: ['board', 'patients', 'outbox', 'session'], tellsTime: 'nowMs' },
  ),
};
