// What this desk is, and where it works.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { scannerView } from './scanner.ts';
import { printerView } from './printers.ts';
import { ticketRulesView } from './tickets.ts';
import { instantMs, recordId, siteDate } from './views.ts';

const locationView = z.object({ id: recordId, name: z.string(), address: z.string() });

export const sessionOperations = {
  /** What this desk is and where it works. Screens ask at start and whenever an event makes the answer out of date. */
  'session.get': query(
    nothing,
    z.object({
      mode: z.enum(['training', 'live']),
      /** The further desk whose window asks; null: the site desk itself. */
      desk: z.object({ id: recordId, name: z.string() }).nullable(),
      version: z.string(),
      serviceAddress: z.string(),
      location: locationView.nullable(),
      locations: z.array(locationView),
      /** By which name or id the managed settings fix the location; null: they do not. */
      locationNamed: z.string().nullable(),
      /** The managed settings fix it by a name that several locations have, so this desk has none. */
      locationAmbiguous: z.boolean(),
      timeZone: z.string(),
      /** Whether links that lead out of the desk may be opened; the managed settings say so. */
      outsideLinks: z.boolean(),
      today: siteDate,
      nowMs: instantMs,
      printers: z.array(printerView),
      /** What is wanted of visit tickets here. */
      ticket: ticketRulesView,
      /** How the scanner is understood here. */
      scanner: scannerView,
      /** What a person should know, for example that the database was damaged and a backup was restored. */
      notices: z.array(
        z.object({
          id: z.string(),
          kind: z.enum([
            'store-set-aside',
            'store-missing',
            'store-behind',
            'store-copied',
            'store-mended',
            'store-lost',
            'store-damaged',
            'fenced',
            'taken-over',
            'works-elsewhere',
            'site-held',
            'not-copied',
            'copy-ahead',
            'recovery-key-unseen',
            'desk-twice',
            'waiting-elsewhere',
            'another-laboratory',
            'time-zone-assumed',
            'clock-differs',
            'clock-doubted',
            'clock-unconfirmed',
            'disk-stuck',
            'records-unreadable',
            'registrations-vanished',
            'not-backed-up',
          ]),
          detail: z.string(),
        }),
      ),
    }),
    { staleOn: ['session', 'print-jobs', 'connection', 'training'], tellsTime: 'nowMs' },
  ),
  /** Chooses the location of this desk. Fails with `conflict` when the managed settings fix it. */
  'session.chooseLocation': command(
    z.strictObject({ locationId: recordId }),
    z.object({ locationId: recordId }),
    { answersWith: 'other' },
  ),
};
