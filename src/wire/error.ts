// The body of a refusal. The service shows none, so this shape is the sandbox's own; a client works with any body.
import { z } from 'zod';

/** Codes with which the sandbox tells what stands in the way (409). Another server's 409 may carry none of them. */
export const CONFLICT_CODES = ['taken', 'duplicate', 'changed', 'state'] as const;
export type ConflictCode = (typeof CONFLICT_CODES)[number];

export const errorBody = z.object({
  error: z.object({
    code: z.string().describe('Short and stable, for programs.'),
    message: z.string().describe('For the person who reads the log.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('What is wrong with each field, by its path, such as `items.0.quantity`.'),
  }),
});
export type ErrorBody = z.output<typeof errorBody>;
