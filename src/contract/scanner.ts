// What a desk has learned of its scanner. What it goes by now is part of `session.get`.
import { z } from 'zod';
import { SCANNER_END_KEYS } from '../domain/scanner.ts';
import { command, nothing } from './operation.ts';
import { instantMs } from './views.ts';

export const scannerView = z.object({
  prefix: z.string(),
  trailer: z.string(),
  suffix: z.enum(SCANNER_END_KEYS),
  idleMs: z.number(),
  /** `managed`: the managed settings fix it; `learned`: at this desk; `site`: at the site desk, and not here; `usual`: none of these. */
  from: z.enum(['managed', 'learned', 'site', 'usual']),
  learnedAtMs: instantMs.nullable(),
});

const pauseMs = z.number().min(0).max(600_000);

export const scannerOperations = {
  /**
   * Learns from a scan of the sheet and goes by it from now on. Fails as `rejected` when the sheet's text was not whole, as
   * `conflict` when the managed settings fix the scanner.
   */
  'scanner.learn': command(
    z.strictObject({
      typed: z.string().max(400),
      endKey: z.enum(SCANNER_END_KEYS),
      longestPauseMs: pauseMs,
      medianPauseMs: pauseMs,
    }),
    scannerView,
    { answersWith: 'other' },
  ),
  /** Goes back to what most scanners do; at a further desk to what the site desk goes by. */
  'scanner.forget': command(nothing, scannerView, { answersWith: 'other' }),
};
