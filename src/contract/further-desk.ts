// What a further desk and the site desk say to each other beside calls and events, and what a window of a further desk
// learns of that.
import { z } from 'zod';

/** What a new desk sends: its name, and the proof that it knows the code (see `domain/pairing.ts`). */
export const pairingRequest = z.strictObject({ name: z.string().min(1).max(80), proof: z.string().max(200) });

/**
 * `wrong`: the code was not right; `wait`: it was not looked at; in both `waitMs` milliseconds must pass before the next
 * try. `no-code`: the site desk shows no code now. `not-saved`: nothing can be saved there, so no desk is added.
 */
export const pairingAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('paired'),
    id: z.string(),
    key: z.string(),
    proof: z.string(),
  }),
  z.object({ kind: z.enum(['wrong', 'wait']), waitMs: z.number().int() }),
  z.object({ kind: z.enum(['no-code', 'name-taken', 'name-unusable', 'not-saved']) }),
]);
export type PairingAnswer = z.infer<typeof pairingAnswer>;

/**
 * What became of a pairing, as a window of the new desk is told. `unreachable`: nobody answers at the site desk's address;
 * `another`: whoever answers there could not prove the code; `other-version`: the site desk runs another build; `not-kept`: the
 * site desk has added this desk, which could not write its key to its disk. `desk-stopped`: Drawdesk on this very machine was not there, so
 * the site desk was asked nothing; `desk-lost`: it ended before it answered, so the site desk may have added this desk.
 */
export type PairingOutcome =
  | { readonly kind: 'paired' }
  | { readonly kind: 'wrong' | 'wait'; readonly waitMs: number }
  | {
      readonly kind:
        | 'no-code'
        | 'name-taken'
        | 'name-unusable'
        | 'code-unreadable'
        | 'unreachable'
        | 'another'
        | 'other-version'
        | 'not-kept'
        | 'not-saved'
        | 'desk-stopped'
        | 'desk-lost';
    };

/**
 * How a further desk stands with its site desk. `unpaired`: it has no key; `shutOut`: the one it had is no longer good; `calledLast`: the
 * name under which it was known there last; null where it is not known.
 * `sinceMs`: milliseconds since the epoch, by this machine's clock.
 */
export type SiteLink =
  | {
      readonly kind: 'unpaired';
      readonly address: string;
      readonly shutOut: boolean;
      readonly calledLast: string | null;
    }
  | { readonly kind: 'joined'; readonly address: string }
  | {
      readonly kind: 'away';
      readonly address: string;
      readonly calledLast: string | null;
      readonly sinceMs: number;
      /**
       * `another`: somebody answers who has not the certificate that was paired with; `unknown-desk`: whoever has it does not know this
       * desk, as a site desk made from an older backup.
       */
      readonly why: 'unreachable' | 'another' | 'other-version' | 'unknown-desk';
    };

/** A line among the events of a further desk's window: how it stands with the site desk from now on. */
export interface SiteNotice {
  readonly type: 'site-link';
  readonly link: SiteLink;
}
