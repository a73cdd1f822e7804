// Somebody without an appointment: a slot held with a countdown, confirmed, registered.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { instantMs, recordId, seenVersion, siteDate, visitDetail } from './views.ts';

export const walkInOperations = {
  'products.list': query(
    nothing,
    z.object({
      asOfMs: instantMs.nullable(),
      items: z.array(
        z.object({
          id: recordId,
          sku: z.string(),
          name: z.string(),
          price: z.string(),
          appointmentOnly: z.boolean(),
        }),
      ),
    }),
  ),
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
  ),
  /** Holds a slot, or with `slotId` null the present moment outside the timetable. Answers at once; the visit shows how it stands. */
  'walkIn.hold': command(z.strictObject({ slotId: recordId.nullable(), startsAtMs: instantMs }), visitDetail),
  /** Gives the slot back and takes the visit off the board. */
  'walkIn.release': command(
    z.strictObject({ visitId: recordId, seenVersion }),
    z.object({ visitId: recordId }),
  ),
  /** Confirms the hold, registers the person for the products; the visit goes on like any other. */
  'walkIn.confirm': command(
    z.strictObject({
      visitId: recordId,
      seenVersion,
      patientId: recordId,
      productIds: z.array(recordId).min(1).max(20),
    }),
    visitDetail,
  ),
};
