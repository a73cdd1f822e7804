// The copy of this desk's own facts in the site's PostgreSQL database.
import { z } from 'zod';
import { commandInConfidence, nothing, query } from './operation.ts';
import { activityView, instantMs } from './views.ts';

export const copyOperations = {
  /** How far the copy is. Times are by this machine's clock, those of another machine by the database's. */
  'copy.get': query(
    nothing,
    z.object({
      /** False: the managed settings name no database for it. */
      isConfigured: z.boolean(),
      /** As `CopyLook` of core/copy/copier.ts has it; null without a copy. */
      stage: z
        .enum(['starting', 'copying', 'copied', 'unreachable', 'refused', 'ahead', 'fenced'])
        .nullable(),
      /** Why it is not copied, in words for whoever looks after it. */
      problem: z.string().nullable(),
      site: z.string().nullable(),
      unreachableSinceMs: instantMs.nullable(),
      copiedUntilMs: instantMs.nullable(),
      waiting: z.number().int(),
      /** The database was prepared by an earlier version of Drawdesk: “npm run copy” has to be run again. */
      isDatabaseOld: z.boolean(),
      nowMs: instantMs,
      /** False: no database has ever taken anything from this desk, so its key opens nothing. */
      isKeyOfCopy: z.boolean(),
      /** When somebody has seen the recovery key; null: nobody yet, so the copy is of use to nobody. */
      keyShownAtMs: instantMs.nullable(),
      /** Another machine is the site desk. `lost`: how many changes saved here it does not know, and what people did then. */
      fenced: z
        .object({
          by: z.string(),
          atMs: instantMs,
          lost: z.number().int(),
          lostActivity: z.array(activityView),
        })
        .nullable(),
      /** This desk took the place of another. */
      takenOver: z
        .object({
          atMs: instantMs,
          from: z.string(),
          copiedUntilMs: instantMs.nullable(),
          lastSignMs: instantMs.nullable(),
          notCopied: z.number().int(),
        })
        .nullable(),
    }),
    { staleOn: ['copy', 'session'] },
  ),
  /** The key with which another machine can take this one's place; that it was shown is recorded. `conflict` without a copy. */
  'copy.showRecoveryKey': commandInConfidence(nothing, z.object({ recoveryKey: z.string() })),
};
