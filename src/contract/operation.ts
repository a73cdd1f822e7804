// How a desk operation is declared: a name's kind, what goes in, what comes out, and what the screens' cache must know.
// Hosts and screens bind to this, generically.
import { z } from 'zod';
import type { Topic } from './events.ts';
import type { TrainingState, VisitDetail } from './views.ts';

/** Names of the answer's own fields that hold a number: one of them may be the service's time. */
type NumberField<Answer> = Answer extends object
  ? { [Field in keyof Answer & string]: Answer[Field] extends number ? Field : never }[keyof Answer & string]
  : never;

type TellsTime<Answer> = {
  /** The field that holds the service's present, in milliseconds since the epoch: the screens' clock follows it. */
  readonly tellsTime?: NumberField<Answer>;
};

export type QueryCache<Answer> = TellsTime<Answer> & {
  /**
   * The topics whose events make a kept answer out of date; it is asked for again while somebody looks at it. Empty:
   * no event tells, so the answer is asked for anew each time a screen comes to it.
   */
  readonly staleOn: readonly Topic[];
};

/**
 * What a command's answer is for the screens, follows from its shape, so that a wrong or a forgotten word does not
 * compile: a `visit` as it is now, a `visit-within` (under `visit`, in some answers at least), the `training` ground's
 * whole state, or something `other` that only the asking screen looks at.
 */
export type AnswersWith<Answer> = [Answer] extends [VisitDetail]
  ? 'visit'
  : [Extract<Answer, { visit: unknown }>] extends [never]
    ? [Answer] extends [TrainingState]
      ? 'training'
      : 'other'
    : [Extract<Answer, { visit: unknown }>] extends [{ visit: VisitDetail }]
      ? 'visit-within'
      : 'other';

export type CommandCache<Answer> = TellsTime<Answer> & { readonly answersWith: AnswersWith<Answer> };

export interface QueryDefinition<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'query';
  readonly input: In;
  readonly output: Out;
  readonly cache: { readonly staleOn: readonly Topic[]; readonly tellsTime?: string };
}

export interface CommandDefinition<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'command';
  readonly input: In;
  readonly output: Out;
  readonly cache: {
    readonly answersWith: 'visit' | 'visit-within' | 'training' | 'other';
    readonly tellsTime?: string;
  };
}

export type OperationDefinition = QueryDefinition | CommandDefinition;

/**
 * Reads and changes nothing.
 * @example query(z.strictObject({ visitId: recordId }), visitDetail, { staleOn: ['board'] })
 */
export function query<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  cache: QueryCache<z.output<Out>>,
): QueryDefinition<In, Out> {
  return { kind: 'query', input, output, cache };
}

/**
 * Changes something, once for each command id.
 * @example command(z.strictObject({ visitId: recordId, seenVersion }), visitDetail, { answersWith: 'visit' })
 */
export function command<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  cache: CommandCache<z.output<Out>>,
): CommandDefinition<In, Out> {
  return { kind: 'command', input, output, cache };
}

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
