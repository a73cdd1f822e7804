// The service itself: where it sends its events, how it answers this desk, and what training can ask of it.
import { z } from 'zod';
import { APP_ERROR_KINDS, OFFLINE_REASONS } from '../domain/app-error.ts';
import { command, nothing, query } from './operation.ts';
import { instantMs } from './views.ts';

/** The secret is sent in a header, which carries printable ASCII only. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]{1,512}$/, 'must be 1 to 512 printable ASCII characters without blanks');

const webhookView = z.object({
  /** Where the service posts events, with what may be a token masked; null: nowhere. */
  url: z.string().nullable(),
  /** Host and port of it, for a sentence. */
  host: z.string().nullable(),
  /** The secret itself is never given out. */
  secretSet: z.boolean(),
  /** Name of the header that carries the secret. */
  secretHeader: z.string(),
  events: z.array(z.string()),
  /** False for a live account: its secret is set by the account manager. */
  maySetSecret: z.boolean(),
  readAtMs: instantMs,
});

export const serviceOperations = {
  /** Read from the service each time; fails as `offline` while it does not answer. Nothing of it is kept here. */
  'service.webhook': query(nothing, webhookView, { staleOn: ['service', 'connection'] }),
  /**
   * Changes only the keys that are sent; null clears one. Fails as `rejected` for an address that is neither https nor
   * on this machine, or where events go elsewhere than was seen, and as `forbidden` for the secret of a live account. Nothing waits: offline it fails.
   */
  'service.setWebhook': command(
    z.strictObject({
      url: z.string().max(2_000).nullable().optional(),
      secret: secret.nullable().optional(),
      /** The host that was on the screen when the change was decided; where it is another one now, nothing is changed. */
      seenHost: z.string().nullable().optional(),
    }),
    webhookView,
    { answersWith: 'other' },
  ),
  /** What this desk takes of the service's events, as hints at what to read. Nothing here comes from the service by a question. */
  'service.intake': query(
    nothing,
    z.object({
      /** Where events are taken; null: this desk takes none, and nothing else here means anything. */
      address: z.string().nullable(),
      /** Since the start of the desk. */
      heard: z.number().int(),
      last: z.object({ event: z.string(), atMs: instantMs }).nullable(),
      notUnderstood: z.number().int(),
      refusedForSecret: z.number().int(),
      refusedOtherwise: z.number().int(),
      /** The desk asks less often by itself, because events come reliably. */
      asksLess: z.boolean(),
    }),
    { staleOn: ['service'] },
  ),
  /** The last events of the embedded service, newest first. Training only. */
  'service.deliveries': query(
    z.strictObject({ limit: z.number().int().min(1).max(100).default(20) }),
    z.object({
      items: z.array(
        z.object({
          event: z.string(),
          state: z.enum(['waiting', 'delivered', 'abandoned']),
          tries: z.number().int(),
          /** The status of the last answer; null when none came yet. */
          lastStatus: z.number().int().nullable(),
          /** Why the last try failed, in technical words. */
          lastProblem: z.string().nullable(),
          createdAtMs: instantMs,
          nextTryAtMs: instantMs.nullable(),
        }),
      ),
    }),
    { staleOn: ['training'] },
  ),
  /** The catalogue of scenarios as the service publishes it. What cannot be read of it is left out. Training only. */
  'service.scenarios': query(
    nothing,
    z.object({
      scenarios: z.array(z.object({ name: z.string(), status: z.string(), description: z.string() })),
      timings: z.array(
        z.object({
          name: z.string().nullable(),
          delaySeconds: z.number().nullable(),
          description: z.string(),
        }),
      ),
      targeting: z.string().nullable(),
    }),
    { staleOn: [] },
  ),
  /** The next request of this desk is answered with this status; null takes that back. Training only. */
  'service.forceStatus': command(
    z.strictObject({ status: z.number().int().min(400).max(599).nullable() }),
    z.object({ status: z.number().int().nullable() }),
    { answersWith: 'other' },
  ),
  /**
   * How the service answers this desk, for whoever looks for a fault. It holds no ids and no patient data, so that it can
   * be given to anybody.
   */
  'service.diagnosis': query(
    nothing,
    z.object({
      mode: z.enum(['training', 'live']),
      address: z.string(),
      /** `none`: there is no usable token. The token itself is never given out. */
      token: z.enum(['none', 'accepted', 'refused', 'not-known']),
      state: z.enum(['online', 'connecting', 'offline', 'sign-in-needed', 'trouble']),
      quality: z.enum(['not-known', 'normal', 'slow', 'unreliable', 'down']),
      typicalAnswerMs: z.number().int().nullable(),
      requests: z.number().int(),
      lostAnswers: z.number().int(),
      /** How far the service's clock is ahead of this machine's; negative when it is behind, null when not known. */
      clockAheadMs: z.number().int().nullable(),
      /** The same of a time that the service tells and that is not believed; null while there is none. */
      clockDoubtedAheadMs: z.number().int().nullable(),
      deskVersion: z.string(),
      runtime: z.string(),
      /** Training: the status with which the next request will be answered; null when none is forced. */
      forcedStatus: z.number().int().nullable(),
      /** The last one that a request got, and when by this machine's clock; the answers below may not reach so far back. */
      forcedUsed: z.object({ status: z.number().int(), atMs: instantMs }).nullable(),
      nowMs: instantMs,
      /** The last answers, newest first, by this machine's clock. */
      answers: z.array(
        z.object({
          endpoint: z.string(),
          /** Null when no answer came. */
          status: z.number().int().nullable(),
          failure: z.enum(APP_ERROR_KINDS).nullable(),
          /** Why the service could not be reached; null where it could. */
          unreached: z.enum(OFFLINE_REASONS).nullable(),
          tookMs: z.number().int(),
          endedAtMs: instantMs,
        }),
      ),
    }),
    { staleOn: ['training', 'connection'] },
  ),
};
