// How the connection to the service stands.
import { z } from 'zod';
import { appErrorSchema } from './app-error.ts';
import { nothing, query } from './operation.ts';
import { instantMs } from './views.ts';

export const connectionOperations = {
  /** One state for the badge: the worst wins. */
  'connection.get': query(
    nothing,
    z.object({
      state: z.enum(['online', 'connecting', 'offline', 'sign-in-needed', 'trouble']),
      error: appErrorSchema.nullable(),
      sinceMs: instantMs.nullable(),
      /**
       * How well the line carries, measured from the requests of the last minutes. `down` while nothing gets through,
       * `not-known` before there is enough to judge by.
       */
      quality: z.enum(['not-known', 'normal', 'slow', 'unreliable', 'down']),
      /** The middle one of the latest answers' times; null when there were none. */
      typicalAnswerMs: z.number().int().nullable(),
      /** Of so many requests in the last minutes, so many got no answer. */
      requests: z.number().int(),
      lostAnswers: z.number().int(),
      asOfMs: instantMs.nullable(),
      waiting: z.number().int(),
      sending: z.number().int(),
      attention: z.number().int(),
      printProblems: z.number().int(),
    }),
    { staleOn: ['connection', 'outbox', 'print-jobs'] },
  ),
};
