// The training panel: the embedded service's line, clock and outcomes, and the training printer.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { instantMs, recordId } from './views.ts';

export const NETWORK_MODES = ['up', 'down', 'slow', 'flaky'] as const;
export const TRAINING_PRINTER_MODES = ['ready', 'off', 'silent', 'breaks'] as const;

const trainingState = z.object({
  /** The desk's own switch: nothing leaves this machine. */
  offline: z.boolean(),
  /** How the embedded service's line behaves. */
  network: z.enum(NETWORK_MODES),
  serviceNowMs: instantMs,
  nextScenario: z.string().nullable(),
  scenarios: z.array(z.string()),
  printer: z.object({
    address: z.string(),
    mode: z.enum(TRAINING_PRINTER_MODES),
    received: z.number().int(),
  }),
});

export const trainingOperations = {
  /** Refused as `forbidden` outside training mode, like every operation of this file. */
  'training.get': query(nothing, trainingState),
  'training.setOffline': command(z.strictObject({ offline: z.boolean() }), trainingState),
  'training.setNetwork': command(z.strictObject({ mode: z.enum(NETWORK_MODES) }), trainingState),
  'training.advanceClock': command(
    z.strictObject({ seconds: z.number().int().min(1).max(86_400) }),
    trainingState,
  ),
  'training.setNextScenario': command(
    z.strictObject({ scenario: z.string().max(80).nullable() }),
    trainingState,
  ),
  'training.setPrinterMode': command(z.strictObject({ mode: z.enum(TRAINING_PRINTER_MODES) }), trainingState),
  /** The labels that the training printer received, newest first, each as a picture made from the bytes. */
  'training.labels': query(
    z.strictObject({ limit: z.number().int().min(1).max(100).default(24) }),
    z.object({
      items: z.array(
        z.object({
          id: recordId,
          receivedAtMs: instantMs,
          byteCount: z.number().int(),
          /** PNG; null when the bytes are no label that can be drawn, which `problem` then explains. */
          pngBase64: z.string().nullable(),
          problem: z.string().nullable(),
          widthMm: z.number(),
          heightMm: z.number(),
        }),
      ),
    }),
  ),
  'training.clearLabels': command(nothing, trainingState),
};
