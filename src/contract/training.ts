// The training panel: how the embedded service's network, clock and results behave, and the training printers.
import { z } from 'zod';
import { command, nothing, query } from './operation.ts';
import { instantMs, recordId } from './views.ts';
import {
  NETWORK_MODES,
  OFFICE_PRINTER_MODES,
  TRAINING_PRINTER_MODES,
  trainingState,
} from './training-view.ts';

export const trainingOperations = {
  /** What the panel shows. Like every operation of this file it is refused as `forbidden` outside training mode. */
  'training.get': query(nothing, trainingState, {
    staleOn: ['training', 'print-jobs'],
    tellsTime: 'serviceNowMs',
  }),
  'training.setOffline': command(z.strictObject({ offline: z.boolean() }), trainingState, {
    answersWith: 'training',
    tellsTime: 'serviceNowMs',
  }),
  'training.setNetwork': command(z.strictObject({ mode: z.enum(NETWORK_MODES) }), trainingState, {
    answersWith: 'training',
    tellsTime: 'serviceNowMs',
  }),
  'training.advanceClock': command(
    z.strictObject({ seconds: z.number().int().min(1).max(86_400) }),
    trainingState,
    { answersWith: 'training', tellsTime: 'serviceNowMs' },
  ),
  /** A scenario, or one with biomarkers and a timing: `abnormal_low@HDL,LDL+instant`; null: the ordinary one. */
  'training.setNextScenario': command(
    z.strictObject({ scenario: z.string().max(400).nullable() }),
    trainingState,
    { answersWith: 'training', tellsTime: 'serviceNowMs' },
  ),
  'training.setPrinterMode': command(
    z.strictObject({ printerId: z.string().max(80), mode: z.enum(TRAINING_PRINTER_MODES) }),
    trainingState,
    { answersWith: 'training', tellsTime: 'serviceNowMs' },
  ),
  /** The labels that the training printers received, newest first, each as a picture made from the bytes. */
  'training.labels': query(
    z.strictObject({ limit: z.number().int().min(1).max(100).default(24) }),
    z.object({
      items: z.array(
        z.object({
          id: recordId,
          printerId: z.string(),
          receivedAtMs: instantMs,
          byteCount: z.number().int(),
          /** PNG; null when the bytes cannot be drawn as a label, which `problem` then explains. */
          pngBase64: z.string().nullable(),
          problem: z.string().nullable(),
          /** The texts of the bar codes that were read in the picture. */
          codes: z.array(z.string()),
          widthMm: z.number(),
          heightMm: z.number(),
        }),
      ),
    }),
    { staleOn: ['training', 'print-jobs'] },
  ),
  'training.clearLabels': command(nothing, trainingState, {
    answersWith: 'training',
    tellsTime: 'serviceNowMs',
  }),
  'training.setOfficeMode': command(z.strictObject({ mode: z.enum(OFFICE_PRINTER_MODES) }), trainingState, {
    answersWith: 'training',
    tellsTime: 'serviceNowMs',
  }),
  /** The documents that the training office printer received, newest first, with their first pages as pictures. */
  'training.pages': query(
    z.strictObject({ limit: z.number().int().min(1).max(20).default(6) }),
    z.object({
      items: z.array(
        z.object({
          id: recordId,
          receivedAtMs: instantMs,
          byteCount: z.number().int(),
          pageCount: z.number().int(),
          /** Why there are no pages; null when there are. */
          problem: z.string().nullable(),
          pages: z.array(z.object({ pngBase64: z.string(), widthMm: z.number(), heightMm: z.number() })),
        }),
      ),
    }),
    { staleOn: ['training', 'print-jobs'] },
  ),
  'training.clearPages': command(nothing, trainingState, {
    answersWith: 'training',
    tellsTime: 'serviceNowMs',
  }),
};
