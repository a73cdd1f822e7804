// What this desk is, and where it works.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { instantMs, printerView, recordId, siteDate } from './views.ts';

const locationView = z.object({ id: recordId, name: z.string(), address: z.string() });

export const sessionOperations = {
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
      /** Things a person should know of, such as a database that was damaged and restored. */
      notices: z.array(
        z.object({
          id: z.string(),
          kind: z.enum([
            'store-set-aside',
            'store-missing',
            'store-behind',
            'store-mended',
            'store-lost',
            'clock-differs',
            'disk-stuck',
            'records-unreadable',
          ]),
          detail: z.string(),
        }),
      ),
    }),
    { staleOn: ['session', 'print-jobs', 'connection', 'training'], tellsTime: 'nowMs' },
  ),
  'session.chooseLocation': command(
    z.strictObject({ locationId: recordId }),
    z.object({ locationId: recordId }),
    { answersWith: 'other' },
  ),
};
