// How the connection to the service stands.
import { z } from 'zod';
import { appErrorSchema } from './app-error.ts';
import { nothing, query } from './operation.ts';
import { instantMs } from './views.ts';

export const connectionOperations = {
  /** One state for the badge: of several states the worst one is told. */
  'connection.get': query(
    nothing,
    z.object({
      state: z.enum(['online', 'connecting', 'offline', 'sign-in-needed', 'trouble']),
      error: appErrorSchema.nullable(),
      /** Since when the state is as it is; null before the first request. */
      sinceMs: instantMs.nullable(),
      /** Until when nothing is sent because the service asked for a pause, by its own clock; null without a pause. */
      pausedUntilMs: instantMs.nullable(),
      /**
       * How well requests get through, from those of the last minutes. `down`: none does. `not-known`: too few to judge
       * by.
       */
      quality: z.enum(['not-known', 'normal', 'slow', 'unreliable', 'down']),
      /** The median time of the latest answers; null when there were none. */
      typicalAnswerMs: z.number().int().nullable(),
      /** How many requests were made in the last minutes, and how many of them got no answer. */
      requests: z.number().int(),
      lostAnswers: z.number().int(),
      asOfMs: instantMs.nullable(),
      waiting: z.number().int(),
      sending: z.number().int(),
      attention: z.number().int(),
      printProblems: z.number().int(),
      /** How many printers have said that they cannot print what they were sent or will be, and not yet that they can again. */
      printersInTrouble: z.number().int(),
      /** How many reports of results are on paper and out of date; see `results.out`. */
      reportsOut: z.number().int(),
      /** What the outbox has for a person: `attention` and `reportsOut`. */
      toDecide: z.number().int(),
    }),
    { staleOn: ['connection', 'outbox', 'print-jobs', 'results'] },
  ),
};
