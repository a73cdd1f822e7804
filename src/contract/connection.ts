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
      asOfMs: instantMs.nullable(),
      waiting: z.number().int(),
      sending: z.number().int(),
      attention: z.number().int(),
      printProblems: z.number().int(),
    }),
    { staleOn: ['connection', 'outbox', 'print-jobs'] },
  ),
};
