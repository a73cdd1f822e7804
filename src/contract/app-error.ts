// The schema of an AppError in an answer. It looks at the kind alone: the engine makes the errors, and the screens
// trust it.
import { z } from 'zod';
import type { AppError } from '../domain/app-error.ts';
import { APP_ERROR_KINDS } from '../domain/app-error.ts';

const kinds: ReadonlySet<unknown> = new Set(APP_ERROR_KINDS);

export const appErrorSchema = z.custom<AppError>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && kinds.has(value.kind),
);
