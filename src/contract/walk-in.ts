// A person without an appointment: a slot is held for ten minutes, confirmed, and the person is registered.
import { z } from 'zod';
import { command } from './operation.ts';
import { chosenAs, instantMs, recordId, seenVersion, visitDetail } from './views.ts';

export const walkInOperations = {
  /**
   * Holds a slot; with `slotId` null, holds the present moment, which is no slot of the timetable. Answers at once,
   * before the service has been asked; the visit then shows how the hold stands. At a location where the service books
   * slots only, the slot that has begun is taken, else the next free one; where there is none, it is refused with
   * `startsAtMs`: `no-slot-now`, or `slots-not-known` before the slots were read.
   *
   * With an `overrideReason`, which is recorded, a time that is taken or closed is booked as well, today or later. Without a
   * slot that works only at the service's main location (`startsAtMs`: `only-slots` elsewhere).
   */
  'walkIn.hold': command(
    z.strictObject({
      /** Where the slots that were shown are. Refused as `changed` when the desk works at another location by now. */
      locationId: recordId,
      /** It is meant for another location than the desk's. Then nobody is here, and the present moment is no choice. */
      elsewhere: z.boolean().default(false),
      slotId: recordId.nullable(),
      startsAtMs: instantMs,
      overrideReason: z.string().trim().min(3).max(200).nullable().default(null),
    }),
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
   * Books the slot of a visit that the service refused as taken (`slotLost` of the visit) all the same. The reason is recorded.
   * Person, tests and confirmation stay as they are and go on with it. Refused as `state` when it is not that any more.
   */
  'walkIn.bookOver': command(
    z.strictObject({
      visitId: recordId,
      seenVersion,
      reason: z.string().trim().min(3).max(200),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
  /**
   * Ends a booking whose slot was not to be had (`slotLost` of the visit), so that the person can be booked again. Nothing of it
   * is asked of the service any more, and the visit is cancelled; a person who was made for it stays.
   */
  'walkIn.giveUp': command(z.strictObject({ visitId: recordId, seenVersion }), visitDetail, {
    answersWith: 'visit',
  }),
  /**
   * Confirms the hold and registers the person for the products; from then on the visit is like any other. A product
   * that is done by appointment only is refused (`productIds`: `needs-a-slot`) at a time outside the timetable.
   */
  'walkIn.confirm': command(
    z.strictObject({
      visitId: recordId,
      seenVersion,
      patientId: recordId,
      chosenAs,
      productIds: z.array(recordId).min(1).max(20),
    }),
    visitDetail,
    { answersWith: 'visit' },
  ),
};
