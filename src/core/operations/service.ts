// The service itself: where it sends its events, how it answers this desk, and what training can ask of it.
import { z } from 'zod';
import type { Output } from '../../contract/index.ts';
import type { serviceOperations } from '../../contract/service.ts';
import { AppException, bug, forbidden, rejected } from '../../domain/app-error.ts';
import { hostOfAddress, maskedAddress, webAddressProblem } from '../../domain/web-address.ts';
import type { WebhookConfiguration } from '../../wire/webhook.ts';
import { tokenSeen } from '../service/request-log.ts';
import type { Context, Handlers } from './handler.ts';
import { inTurn } from './in-turn.ts';
import { trainingOf } from './training.ts';

/** Fails at once while it is known that the service does not answer, so that nobody waits for a request in vain. */
function mustAnswer(context: Context): void {
  const { state, error } = context.sync.connection();
  if (error !== null && (state === 'offline' || state === 'sign-in-needed')) throw new AppException(error);
}

const hostOf = (url: string | null): string | null => (url === null ? null : hostOfAddress(url));

function webhookView(context: Context, told: WebhookConfiguration): Output<'service.webhook'> {
  return {
    url: told.webhook_url === null ? null : maskedAddress(told.webhook_url),
    host: hostOf(told.webhook_url),
    secretSet: told.webhook_secret_set,
    secretHeader: told.secret_header,
    events: told.events.filter((event) => typeof event === 'string'),
    maySetSecret: context.site.mode === 'training',
    readAtMs: context.nowMs,
  };
}

const text = z.string().catch('');
const scenario = z.object({ name: z.string().min(1), status: text, description: text });
const timing = z.object({
  name: z.string().min(1).nullable(),
  delay_seconds: z.number().nullable().catch(null),
  description: text,
});
const catalogue = z.object({
  scenarios: z.array(z.unknown()),
  timings: z.array(z.unknown()).catch([]),
  targeting: z.string().nullable().catch(null),
});

/** Only what can be read: the service does not publish the shape of its catalogue. */
const readable = <Schema extends z.ZodType>(schema: Schema, all: readonly unknown[]): z.output<Schema>[] =>
  all.flatMap((one) => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });

export const serviceHandlers: Handlers<typeof serviceOperations> = {
  'service.webhook': async (context) => {
    mustAnswer(context);
    return webhookView(context, await context.service.webhook.get());
  },

  // It goes to the service at once and never through the outbox: nobody wants a secret to wait on a disk, and where
  // events go must be as the screen says. The values are absolute, so a repeated request does no harm.
  'service.setWebhook': {
    effect: async (context, input) => {
      if (Object.keys(input).length === 0) throw new AppException(rejected('Nothing is to be changed.'));
      const problem = input.url == null ? null : webAddressProblem(input.url);
      if (problem !== null) throw new AppException(rejected('Not an address for events.', { url: problem }));
      if (input.secret !== undefined && context.site.mode === 'live') {
        throw new AppException(forbidden('The secret of a live account is set by the account manager.'));
      }
      // Of two windows that send events elsewhere at once, the second is judged by where the first has sent them.
      return inTurn(context.service.webhook, async () => {
        mustAnswer(context);
        const before = input.url === undefined ? null : await context.service.webhook.get();
        // Turned off already, by whoever was quicker: that is what is wanted.
        const isOff = input.url === null && before?.webhook_url === null;
        const fromHost = before === null ? null : hostOf(before.webhook_url);
        if (before !== null && input.seenHost !== undefined && fromHost !== input.seenHost && !isOff) {
          context.changed('service');
          throw new AppException(rejected('Events went elsewhere meanwhile.', { url: 'changed-meanwhile' }));
        }
        const told = await context.service.webhook.update({
          ...(input.url !== undefined && { url: input.url }),
          ...(input.secret !== undefined && { secret: input.secret }),
        });
        context.record('webhook-changed', {
          visitId: null,
          address: wordFor(input.url),
          secret: wordFor(input.secret),
          fromHost,
          toHost: before === null ? null : hostOf(told.webhook_url),
        });
        context.changed('service');
        return webhookView(context, told);
      });
    },
  },

  'service.intake': ({ eventIntake, sync }) => {
    const { heard = 0, last = null, notUnderstood = 0, asksLess = false } = sync.hints?.heard() ?? {};
    const { wrongSecret = 0, others = 0 } = eventIntake?.refused() ?? {};
    return {
      address: eventIntake?.address ?? null,
      heard,
      last,
      notUnderstood,
      refusedForSecret: wrongSecret,
      refusedOtherwise: others,
      asksLess,
    };
  },

  'service.deliveries': (context, { limit }) => ({ items: [...trainingOf(context).deliveries(limit)] }),

  'service.scenarios': async (context) => {
    trainingOf(context);
    mustAnswer(context);
    const told = catalogue.safeParse(await context.service.sandbox.scenarios());
    if (!told.success) {
      const where = { origin: 'service', operation: 'sandbox.scenarios' } as const;
      throw new AppException(bug('the catalogue of scenarios has no list of scenarios', where));
    }
    return {
      scenarios: readable(scenario, told.data.scenarios),
      timings: readable(timing, told.data.timings).map(({ name, delay_seconds, description }) => ({
        name,
        delaySeconds: delay_seconds,
        description,
      })),
      targeting: told.data.targeting,
    };
  },

  'service.forceStatus': {
    effect: async (context, { status }) => {
      trainingOf(context).forceNextStatus(status);
      // Not the topic of the webhook: it would be read again at once, and be the request that gets this status.
      context.changed('training');
      return { status };
    },
  },

  'service.diagnosis': (context) => {
    const { state, measure } = context.sync.connection();
    const answers = context.service.latestRequests();
    return {
      mode: context.site.mode,
      address: context.site.serviceAddress,
      token: context.service.hasToken() ? tokenSeen(answers) : 'none',
      state,
      quality: state === 'offline' ? 'down' : measure.quality,
      typicalAnswerMs: measure.typicalAnswerMs,
      requests: measure.requests,
      lostAnswers: measure.lost,
      clockAheadMs: context.sync.clockAheadMs(),
      clockDoubtedAheadMs: context.sync.clockDoubtedAheadMs(),
      deskVersion: context.site.version,
      runtime: context.site.runtime,
      forcedStatus: context.training?.forcedStatus() ?? null,
      forcedUsed: context.training?.forcedUsed() ?? null,
      nowMs: context.nowMs,
      answers: answers.map((answer) => ({ ...answer, tookMs: Math.round(answer.tookMs) })),
    };
  },
};

function wordFor(value: string | null | undefined): 'set' | 'cleared' | 'kept' {
  if (value === undefined) return 'kept';
  return value === null ? 'cleared' : 'set';
}
