// Somebody without an appointment: a slot held with a countdown, confirmed, registered.
import { z } from 'zod';
import { command } from './operation.ts';
import { instantMs, recordId, seenVersion, visitDetail } from './views.ts';

export const walkInOperations = {
  /**
   * Holds a slot, or with `slotId` null the present moment outside the timetable. Answers at once; the visit shows how it
   * stands. Where the service books by slots only, the present moment is the slot that contains it, else the next free one;
   * refused (`startsAtMs`: `no-slot-now`, `slots-not-known`) where there is none.
   */
  'walkIn.hold': command(
    z.strictObject({ slotId: recordId.nullable(), startsAtMs: instantMs }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /** Gives the slot back and takes the visit off the board. */
  'walkIn.release': command(
    z.strictObject({ visitId: recordId, seenVersion }),
    z.object({ visitId: recordId }),
    { answersWith: 'other' },
  ),
  /**
   * Confirms the hold, registers the person for the products; the visit goes on like any other. Refused
   * (`productIds`: `needs-a-slot`) for a product by appointment only on a time outside the timetable.
   */
  'walkIn.confirm': command(
    z.strictObject({
      visitId: recordId,
      seenVersion,
      patientId: recordId,
      productIds: z.array(recordId).min(1).max(20),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
};
