// A day's slots at a location, and the months with their free days.
import { z } from 'zod';
import { keptAnswer } from './kept-answer.ts';
import { query } from './operation.ts';
import { instantMs, recordId, siteDate, siteMonth } from './views.ts';

export const slotOperations = {
  /**
   * The slots of a day, at this desk's location when no other one is named. `live` is false when the service did not
   * tell and they come from the local store; then somebody else may have taken a slot since, and a choice is a
   * request that the service may still refuse.
   */
  'slots.list': query(
    z.strictObject({ date: siteDate, locationId: recordId.optional() }),
    z.object({
      date: siteDate,
      locationId: recordId,
      asOfMs: instantMs.nullable(),
      ...keptAnswer,
      slots: z.array(
        z.object({ id: recordId, startsAtMs: instantMs, available: z.boolean(), past: z.boolean() }),
      ),
    }),
    { staleOn: ['slots'] },
  ),
  /**
   * The days of a month, at this desk's location when no other one is named. `available`: a slot is free; `full`: none
   * is, or the location is closed; `ended`: it is today, and all of its slots are past; `unknown`: the service has not told. `live` and `asOfMs` as for the slots.
   */
  'slots.month': query(
    z.strictObject({ month: siteMonth, locationId: recordId.optional() }),
    z.object({
      month: siteMonth,
      today: siteDate,
      locationId: recordId,
      asOfMs: instantMs.nullable(),
      ...keptAnswer,
      days: z.array(
        z.object({
          date: siteDate,
          availability: z.enum(['available', 'full', 'ended', 'past', 'unknown']),
        }),
      ),
    }),
    { staleOn: ['slots', 'session'] },
  ),
};
