// The further desks of a site, as its manager sees them, and the pairing of new ones.
import { z } from 'zod';
import { deskNameOf } from '../domain/pairing.ts';
import { command, commandInConfidence, nothing, query } from './operation.ts';
import { instantMs, recordId } from './views.ts';

const deskName = z
  .string()
  .max(80)
  .transform((text, context) => {
    const name = deskNameOf(text);
    if (name !== null) return name;
    context.addIssue({ code: 'custom', message: 'must be 1 to 40 characters that can be seen' });
    return z.NEVER;
  });

const furtherDesk = z.object({
  id: recordId,
  name: z.string(),
  pairedAtMs: instantMs,
  pairedBy: z.string(),
  lastSeenMs: instantMs,
  /** Whether one of its windows is open and in contact. */
  connected: z.boolean(),
  shutOutAtMs: instantMs.nullable(),
  /** The network addresses of two computers that both work as this desk now, as where its data folder was copied; null: one does. */
  twins: z.tuple([z.string(), z.string()]).nullable(),
});

export const deskOperations = {
  'desks.list': query(
    nothing,
    z.object({
      /** Null: this desk works alone, and no other can join it. */
      network: z
        .object({
          /** As in `192.0.2.10:7443`. */
          addresses: z.array(z.string()),
          /** SHA-256 of the certificate in hexadecimal. */
          fingerprint: z.string(),
        })
        .nullable(),
      /** The code that a new desk can present now; `wrong`: how often another was tried in its place. */
      pairing: z
        .object({
          code: z.string(),
          /** Address and code as a QR code: rows of `1` (dark) and `0`. */
          picture: z.array(z.string()),
          endsAtMs: instantMs,
          wrong: z.number().int(),
        })
        .nullable(),
      items: z.array(furtherDesk),
    }),
    { staleOn: ['desks'] },
  ),
  /** Shows a new code. Fails with `conflict` where no other desk can join. */
  'desks.openPairing': commandInConfidence(nothing, nothing),
  'desks.closePairing': commandInConfidence(nothing, nothing),
  /**
   * `seenName`: its name as the person was shown it. Fails with `conflict`: `duplicate` when another desk has this name, `changed` when
   * it has another name by now than was seen.
   */
  'desks.rename': command(
    z.strictObject({ deskId: recordId, seenName: z.string().max(80), name: deskName }),
    nothing,
    { answersWith: 'other' },
  ),
  /** Ends all that the desk may do, at once and for good; it can be paired anew. */
  'desks.shutOut': command(z.strictObject({ deskId: recordId }), nothing, { answersWith: 'other' }),
};
