// The wire form of AppError, for documents and for hosts that check what they pass on.
import { z } from 'zod';
import { APP_ERROR_KINDS } from '../domain/app-error.ts';

export const appErrorSchema = z.looseObject({
  kind: z.enum(APP_ERROR_KINDS),
  retry: z.enum(['later', 'never', 'after-sign-in']),
  detail: z.string(),
});
