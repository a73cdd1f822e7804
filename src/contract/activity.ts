// Who did what, when, on which visit.
import { z } from 'zod';
import { ACTIVITY_KINDS } from '../domain/activity.ts';
import { isCalendarDate } from '../domain/site-time.ts';
import { command, nothing, query } from './operation.ts';
import { activityView, instantMs, recordId } from './views.ts';

const day = z.string().refine(isCalendarDate, 'must be a date, YYYY-MM-DD').nullable().default(null);

/** What the list is narrowed to; null: not narrowed by this. */
const activityFilter = z.strictObject({
  /** Initials of whoever did it. */
  actor: z.string().min(1).max(12).nullable().default(null),
  /** Of a further desk; `site`: the desk that holds the record. */
  desk: z.string().min(1).max(80).nullable().default(null),
  kind: z.enum(ACTIVITY_KINDS).nullable().default(null),
  patientId: recordId.nullable().default(null),
  /** Days at the site, both included. */
  from: day,
  to: day,
});
/** See {@link activityFilter}. */
export type ActivityFilterView = z.output<typeof activityFilter>;

export const activityOperations = {
  /**
   * Entries, the newest first. Whoever may not see everybody's gets their own, or those of one visit. `before`: only what
   * comes after this entry in the list; `upTo`: none that is newer than the entry of this number.
   */
  'activity.list': query(
    z.strictObject({
      visitId: recordId.optional(),
      filter: activityFilter.prefault({}),
      before: z.strictObject({ atMs: instantMs, number: z.number().int() }).optional(),
      upTo: z.number().int().optional(),
      limit: z.number().int().min(1).max(2_000).default(200),
    }),
    z.object({ items: z.array(activityView) }),
    { staleOn: ['activity', 'patients', 'staff'] },
  ),
  /** By what the list can be narrowed, and how far it goes back. */
  'activity.choices': query(
    nothing,
    z.object({
      /** False: whoever asks sees their own entries only. */
      everybody: z.boolean(),
      people: z.array(z.object({ initials: z.string(), name: z.string().nullable() })),
      desks: z.array(z.string()),
      kinds: z.array(z.enum(ACTIVITY_KINDS)),
      /** When the oldest entry was written; null: there is none. */
      oldestMs: instantMs.nullable(),
      /** When the newest of those was written that were removed because they were old; null: none was. */
      removedMs: instantMs.nullable(),
    }),
    { staleOn: ['activity', 'staff'] },
  ),
  /**
   * Writes down that this part of the activity is read for a file. Then the screen reads it with `activity.list` and the same
   * filter, `upTo` this number. Whether the person then keeps the file, the browser does not tell.
   */
  'activity.export': command(
    z.strictObject({ filter: activityFilter.prefault({}) }),
    z.object({ upTo: z.number().int(), entries: z.number().int() }),
    { answersWith: 'other' },
  ),
};
