// What the service has instead of what a change was made for. A person decides with it.
import { z } from 'zod';

export const differenceSchema = z.discriminatedUnion('what', [
  /** It does not know the record any more. */
  z.object({ what: z.literal('gone') }),
  /** It has the record, and does not know the patient for whom it was to be changed. */
  z.object({ what: z.literal('patient-unknown') }),
  /** The slot is somebody else's. */
  z.object({ what: z.literal('taken') }),
  /** Another registration has the reference that was asked for. */
  z.object({ what: z.literal('in-use'), reference: z.string() }),
  /** It has somebody else there, as `OLIVER, James`; null for nobody, empty for somebody not known here. */
  z.object({ what: z.literal('patient'), name: z.string().nullable() }),
  /** It has another reference, null for none, than the one that was to be replaced. `asked`: the one asked for. */
  z.object({ what: z.literal('reference'), there: z.string().nullable(), asked: z.string() }),
  /** It took the reference that was asked for, and has this one all the same, null for none. */
  z.object({ what: z.literal('not-kept'), there: z.string().nullable(), asked: z.string() }),
  /** It took the patient who was asked for, and has whom it had before all the same; named as for `patient`. */
  z.object({ what: z.literal('patient-not-kept'), name: z.string().nullable() }),
  /** The appointment stands at another time or location by now; by the wall clock of the site, as `08:30`. */
  z.object({
    what: z.literal('place'),
    date: z.iso.date(),
    time: z.string(),
    location: z.string().nullable(),
  }),
]);
/** See {@link differenceSchema}. */
export type Difference = z.output<typeof differenceSchema>;
