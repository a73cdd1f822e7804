// A day's slots at this location.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate } from './views.ts';

export const slotOperations = {
  /**
   * The slots of a day. `live` is false when the service did not answer and they come from the local store; then
   * somebody else may have taken a slot since, and a choice is a request that the service may still refuse.
   */
  'slots.list': query(
    z.strictObject({ date: siteDate }),
    z.object({
      date: siteDate,
      locationId: recordId,
      asOfMs: instantMs.nullable(),
      live: z.boolean(),
      slots: z.array(
        z.object({ id: recordId, startsAtMs: instantMs, available: z.boolean(), past: z.boolean() }),
      ),
    }),
    { staleOn: ['slots'] },
  ),
};
