// Today's board and what stands around it.
import { z } from 'zod';
import { appErrorSchema } from './app-error.ts';
import { nothing, query, command } from './operation.ts';
import { activityView, instantMs, printerView, recordId, siteDate, visitRow } from './views.ts';

const locationView = z.object({ id: recordId, name: z.string(), address: z.string() });

export const boardOperations = {
  /** The visits of a day at this location, by time. `asOfMs`: when the service was last heard in full; null before. */
  'board.get': query(
    z.strictObject({ date: siteDate.optional() }),
    z.object({
      date: siteDate,
      today: siteDate,
      nowMs: instantMs,
      timeZone: z.string(),
      asOfMs: instantMs.nullable(),
      /** True until the first pull has ended, so that "nobody today" is never said too early. */
      loading: z.boolean(),
      rows: z.array(visitRow),
      longestWaitingVisitId: recordId.nullable(),
    }),
  ),
  /** What this desk is and where it stands; asked once at start and whenever `session` changes. */
  'session.get': query(
    nothing,
    z.object({
      mode: z.enum(['training', 'live']),
      version: z.string(),
      serviceAddress: z.string(),
      location: locationView.nullable(),
      locations: z.array(locationView),
      timeZone: z.string(),
      today: siteDate,
      nowMs: instantMs,
      printers: z.array(printerView),
      scanner: z.object({ prefix: z.string(), suffix: z.enum(['Enter', 'Tab', 'none']), idleMs: z.number() }),
      /** Things a person should know of, such as a store that was set aside and restored. */
      notices: z.array(
        z.object({ id: z.string(), kind: z.enum(['store-set-aside', 'clock-differs']), detail: z.string() }),
      ),
    }),
  ),
  'session.chooseLocation': command(
    z.strictObject({ locationId: recordId }),
    z.object({ locationId: recordId }),
  ),
  /** One state for the badge: the worst wins. */
  'connection.get': query(
    nothing,
    z.object({
      state: z.enum(['online', 'connecting', 'offline', 'sign-in-needed', 'trouble']),
      error: appErrorSchema.nullable(),
      sinceMs: instantMs.nullable(),
      asOfMs: instantMs.nullable(),
      waiting: z.number().int(),
      sending: z.number().int(),
      attention: z.number().int(),
      printProblems: z.number().int(),
    }),
  ),
  'activity.list': query(
    z.strictObject({ visitId: recordId.optional(), limit: z.number().int().min(1).max(500).default(200) }),
    z.object({ items: z.array(activityView) }),
  ),
  'staff.list': query(
    nothing,
    z.object({ items: z.array(z.object({ initials: z.string(), name: z.string() })) }),
  ),
  'staff.add': command(
    z.strictObject({
      initials: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[\p{L}]{2,4}$/u),
      name: z.string().trim().min(1).max(80),
    }),
    z.object({ initials: z.string() }),
  ),
};
