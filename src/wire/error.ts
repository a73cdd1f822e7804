// The body of a refusal. The service's documentation shows none, so this one is the sandbox's own. A client must cope
// with any body.
import { z } from 'zod';

/** The codes that the sandbox uses with status 409. Another server may use none of them. */
export const CONFLICT_CODES = ['taken', 'duplicate', 'changed', 'state'] as const;
export type ConflictCode = (typeof CONFLICT_CODES)[number];

/** The schema of a refusal's body, as in `{"error": {"code": "taken", "message": "That slot is taken."}}`. */
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
