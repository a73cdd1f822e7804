// Answers that are asked for at the service, and given from what is kept here where it does not tell.
import { z } from 'zod';
import { appErrorSchema } from './app-error.ts';

/** Whose answer is shown, and why it is not the service's. */
export const keptAnswer = {
  /** True where the service itself has answered; otherwise what was read last is shown. */
  live: z.boolean(),
  /** How the service was asked in vain. Null where it has answered, and where it could not be asked at all. */
  problem: appErrorSchema.nullable(),
};
