// How a desk operation is declared: a name's kind, what goes in and what comes out. Hosts bind to this, generically.
import { z } from 'zod';

export interface QueryDefinition<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'query';
  readonly input: In;
  readonly output: Out;
}

export interface CommandDefinition<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'command';
  readonly input: In;
  readonly output: Out;
}

export type OperationDefinition = QueryDefinition | CommandDefinition;

/** Reads and changes nothing. */
export function query<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): QueryDefinition<In, Out> {
  return { kind: 'query', input, output };
}

/** Changes something, once for each command id. */
export function command<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): CommandDefinition<In, Out> {
  return { kind: 'command', input, output };
}

/** Operations that take nothing take this; an unknown key is refused. */
export const nothing = z.strictObject({});

/**
 * What a screen sends. `commandId` (a UUID made by the screen) is required for commands: a repeated id gets the first
 * answer. `actor` is the initials of the member of staff at work; `Desk` until people are set up.
 */
export const callSchema = z.strictObject({
  name: z.string().max(80),
  input: z.unknown(),
  commandId: z.uuid().optional(),
  actor: z.string().min(1).max(12).optional(),
});
export type Call = z.infer<typeof callSchema>;

export const DEFAULT_ACTOR = 'Desk';
