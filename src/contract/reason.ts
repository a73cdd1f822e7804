// Why a person does something that is recorded.
import { z } from 'zod';
import { hasHiddenCharacters } from '../domain/person-name.ts';

/** 3 to 200 characters that can be seen: a mark that turns writing round would make the record say something else. */
export const reason = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .refine((text) => !hasHiddenCharacters(text), { error: 'has characters that cannot be seen' });
