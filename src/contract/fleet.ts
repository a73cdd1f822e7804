// All sites of the copy's database.
import { z } from 'zod';
import { nothing, query } from './operation.ts';
import { instantMs } from './views.ts';

const count = z.number().int().nullable();

export const fleetOperations = {
  /** Counts of each site, as the site has last written them, and none about a patient. Null: not known. */
  'fleet.get': query(
    nothing,
    z.object({
      /** False: this desk has no login for it. */
      isConfigured: z.boolean(),
      /** Why the database tells nothing now, which says nothing of the service and its connection; null while it answers. */
      problem: z.string().nullable(),
      /** The time of the database; ages are counted from it. */
      nowMs: instantMs.nullable(),
      sites: z.array(
        z.object({
          site: z.string(),
          machine: z.string(),
          location: z.string().nullable(),
          version: z.string(),
          open: count,
          waiting: count,
          /** Since when the longest waiting has waited, by the site's clock, and the time there when it was counted. */
          waitingSinceMs: instantMs.nullable(),
          countedAtMs: instantMs,
          expected: count,
          toSend: count,
          attention: count,
          printersInTrouble: count,
          notCopied: count,
          isWhole: z.boolean(),
          /** By the database's clock. */
          lastSignMs: instantMs.nullable(),
        }),
      ),
    }),
    { staleOn: [] },
  ),
};
