// The counts of a site for the fleet page, and for which service it is. They say nothing about a patient, so they are kept unencrypted.
import { z } from 'zod';
import { countVisitsNow, printersKeepingJobs } from '../store/desk/site-counts.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Settings } from '../store/desk/settings.ts';
import { countRows } from '../store/outbox/outbox.ts';
import type { Db } from '../store/db/database.ts';

const DAY_MS = 86_400_000;

/** Written by one version of the desk, read by another; what is missing is not known. */
export const siteStatusSchema = z.object({
  /** When it was counted; milliseconds since the epoch by the site's clock. */
  atMs: z.number().catch(0),
  version: z.string().catch(''),
  /** The location that the desk works for; null: not chosen. */
  location: z.string().nullable().catch(null),
  /** Visits of today that have arrived and not left, and those among them that wait. */
  open: z.number().int().nullable().catch(null),
  waiting: z.number().int().nullable().catch(null),
  /** Since when the longest waiting has waited; milliseconds since the epoch, null: nobody waits. */
  waitingSinceMs: z.number().nullable().catch(null),
  expected: z.number().int().nullable().catch(null),
  /** Changes that the service must still learn of, and those that a person has to look at. */
  toSend: z.number().int().nullable().catch(null),
  attention: z.number().int().nullable().catch(null),
  /** With a job that waits for a person, or that have said of themselves that they cannot print. */
  printersInTrouble: z.number().int().nullable().catch(null),
  /** Entries of the activity that were not in the copy yet when this was written; earlier versions counted every row. */
  notCopied: z.number().int().nullable().catch(null),
});
/** See {@link siteStatusSchema}. */
export type SiteStatus = z.infer<typeof siteStatusSchema>;

/** Counts the site as it is now. `today` is the date at the site. */
export function siteStatus(
  db: Db,
  now: {
    readonly atMs: number;
    readonly today: string;
    readonly version: string;
    readonly location: { readonly id: string; readonly name: string } | null;
    /** The ids of the printers that have said of themselves that they cannot print, and not yet that they can again. */
    readonly printersSayingSo: readonly string[];
  },
): Omit<SiteStatus, 'notCopied'> & Settings['madeFor'] {
  const counts = countRows(db);
  const visits = now.location
    ? countVisitsNow(db, now.location.id, now.today)
    : { open: null, waiting: null, waitingSinceMs: null, expected: null };
  return {
    atMs: now.atMs,
    version: now.version,
    location: now.location?.name ?? null,
    ...visits,
    toSend: counts.waiting + counts.sending,
    attention: counts.attention,
    printersInTrouble: new Set([...printersKeepingJobs(db, now.atMs - DAY_MS), ...now.printersSayingSo]).size,
    // For a machine with the settings of another service, which is to be refused before it takes the place of this one.
    madeFor: readSetting(db, 'madeFor')?.madeFor ?? null,
  };
}
