// The printed list of a day.
import { z } from 'zod';
import { asking } from './asking.ts';
import { command, query } from './operation.ts';
import { printJobView, recordId, siteDate } from './views.ts';

const ofDay = z.strictObject({
  /** Today when left out. */
  date: siteDate.optional(),
  /** This desk's location when left out. */
  locationId: recordId.optional(),
  asking: asking.optional(),
});

const said = {
  visits: z.number().int(),
  /** As of the board: false while `visits` is no number of who comes. */
  isRead: z.boolean(),
  /** Of which something was not sent to the service yet. */
  unsent: z.number().int(),
  /** Letters of the list that cannot be printed; the list says where they are missing. */
  lacking: z.array(z.string()),
};

export const dayListOperations = {
  /** The visits of a day as a PDF, from what is stored here, with its age. Fails with `conflict` once it was stopped. */
  'dayList.get': query(ofDay, z.object({ ...said, base64: z.string(), pages: z.number().int() }), {
    staleOn: [],
  }),
  /** The same, put into the print queue of the office printer. Refused (`rejected`, `printer`) where the desk has none. */
  'dayList.print': command(ofDay, z.object({ ...said, job: printJobView }), { answersWith: 'other' }),
};
