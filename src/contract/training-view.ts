// The training panel: how the network and the printers of training behave, and what came of it.
import { z } from 'zod';
import { PRINTED_DOCUMENTS } from '../domain/printed-document.ts';
import { instantMs } from './views.ts';

export const NETWORK_MODES = ['up', 'down', 'slow', 'flaky'] as const;
export const OFFICE_PRINTER_MODES = [
  'ready',
  'slow',
  'no-pdf',
  'no-paper',
  'other-paper',
  'off',
  'breaks',
] as const;
export const TRAINING_PRINTER_MODES = [
  'ready',
  'slow',
  'no-paper',
  'takes-without-paper',
  'off',
  'silent',
  'breaks',
] as const;

/** The state of the training panel. Each of its commands answers with the whole of it. */
export const trainingState = z.object({
  /** True while the desk is switched off line: no request leaves this machine. */
  offline: z.boolean(),
  /** How the network to the embedded service behaves. */
  network: z.enum(NETWORK_MODES),
  serviceNowMs: instantMs,
  nextScenario: z.string().nullable(),
  scenarios: z.array(z.string()),
  printers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(PRINTED_DOCUMENTS),
      /** The language that it understands, as people write it: `EPL2`. */
      speaks: z.string(),
      address: z.string(),
      mode: z.enum(TRAINING_PRINTER_MODES),
      /** Labels that came out since the last clearing; after a start, those that still lie in its tray. */
      received: z.number().int(),
      /** Jobs that it has taken and holds until there is paper. */
      held: z.number().int(),
      /** What the desk prints on it now. */
      prints: z.array(z.enum(PRINTED_DOCUMENTS)),
      /** It is not set up at the desk by itself: people find it and set it up. */
      spare: z.boolean(),
    }),
  ),
  /** The training printer for whole pages. */
  office: z.object({
    address: z.string(),
    mode: z.enum(OFFICE_PRINTER_MODES),
    /** Documents that lie in its tray. */
    received: z.number().int(),
  }),
});
export type TrainingState = z.infer<typeof trainingState>;
