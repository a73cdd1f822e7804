// A day's slots at this location.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate } from './views.ts';

export const slotOperations = {
  /** The day's slots. `live` is false when they come from the local store; then a choice is a request, not a booking. */
  'slots.list': query(
    z.strictObject({ date: siteDate }),
    z.object({
      date: siteDate,
      asOfMs: instantMs.nullable(),
      live: z.boolean(),
      slots: z.array(
        z.object({ id: recordId, startsAtMs: instantMs, available: z.boolean(), past: z.boolean() }),
      ),
    }),
    { staleOn: ['slots'] },
  ),
};
