// How a desk operation is declared: whether it reads or changes, what goes in, what comes out, and when the screens'
// cached answers become out of date. Hosts and screens work from these declarations alone, so a new operation needs no
// line in them.
import { z } from 'zod';
import { typedForm } from './typed-form.ts';
import type { Topic } from './events.ts';
import type { OrderDetail } from './orders.ts';
import type { RegistrationRequests } from './registrations.ts';
import type { VisitDetail } from './views.ts';
import type { TrainingState } from './training-view.ts';

/** Names of the answer's fields that hold a number: one of them may be the service's time. */
type NumberField<Answer> = Answer extends object
  ? { [Field in keyof Answer & string]: Answer[Field] extends number ? Field : never }[keyof Answer & string]
  : never;

type TellsTime<Answer> = {
  /**
   * The field that holds the service's present time, in milliseconds since the epoch. The screens' clock is set by it.
   */
  readonly tellsTime?: NumberField<Answer>;
};

export type QueryCache<Answer> = TellsTime<Answer> & {
  /**
   * An event about one of these topics makes a cached answer out of date; it is asked for again while a screen shows
   * it. Empty: no event is about this answer, so it is asked for again each time a screen is opened.
   */
  readonly staleOn: readonly Topic[];
  /**
   * A window forgets the answer with the last screen that shows it, and when it is refused while it is shown, for what belongs to one
   * person and may be another's when it is opened again: it would show what the engine refuses by then.
   */
  readonly isForgottenWhenLeft?: true;
};

/**
 * What the screens do with a command's answer. It follows from the shape of the answer, so a wrong word does not
 * compile:
 * `visit`: the visit as it is now; `visit-within`: some answers at least hold one under `visit`; `order`: the order as it is
 * now; `requests`: what is asked of the service about a registration by now; `training`: the whole state of the training
 * panel; `other`: only the screen that asked looks at it.
 */
export type AnswersWith<Answer> = [Answer] extends [VisitDetail]
  ? 'visit'
  : [Extract<Answer, { visit: unknown }>] extends [never]
    ? [Answer] extends [OrderDetail]
      ? 'order'
      : [Answer] extends [RegistrationRequests]
        ? 'requests'
        : [Answer] extends [TrainingState]
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
  readonly cache: {
    readonly staleOn: readonly Topic[];
    readonly isForgottenWhenLeft?: true;
    readonly tellsTime?: string;
  };
}

export interface CommandDefinition<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'command';
  readonly input: In;
  readonly output: Out;
  /**
   * False: its answer is a secret of the window that asked. It is not kept, and sent again it is carried out again. `of-change`: so is
   * an answer that came without any change.
   */
  readonly keepsAnswer: boolean | 'of-change';
  readonly cache: {
    readonly answersWith: 'visit' | 'visit-within' | 'order' | 'requests' | 'training' | 'other';
    readonly tellsTime?: string;
  };
}

export type OperationDefinition = QueryDefinition | CommandDefinition;

/**
 * Declares an operation that reads and changes nothing.
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
 * Declares an operation that changes something. It is carried out once for each command id: sent again with the same
 * id, it answers again and changes nothing.
 * @example command(z.strictObject({ visitId: recordId, seenVersion }), visitDetail, { answersWith: 'visit' })
 */
export function command<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  cache: CommandCache<z.output<Out>>,
): CommandDefinition<In, Out> {
  return { kind: 'command', input, output, cache, keepsAnswer: true };
}

/**
 * Declares a command that often only looks, as a scan does: where it changed nothing, nothing is written either, and sent again it looks
 * again.
 * @example commandOrLook(z.strictObject({ text }), scanOutcome, { answersWith: 'visit-within' })
 */
export function commandOrLook<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  cache: CommandCache<z.output<Out>>,
): CommandDefinition<In, Out> {
  return { kind: 'command', input, output, cache, keepsAnswer: 'of-change' };
}

/**
 * Declares a command whose answer must not be kept, because it holds a secret. It must do no harm when it is sent again.
 * @example commandInConfidence(z.strictObject({ initials, pin }), signInAnswer)
 */
export function commandInConfidence<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): CommandDefinition<In, Out> {
  return { kind: 'command', input, output, cache: { answersWith: 'other' }, keepsAnswer: false };
}

/** The input of an operation that needs none, and the output of one that has nothing to say. */
export const nothing = z.strictObject({});

/**
 * What a screen sends for one operation. `commandId` is a UUID made by the screen; commands need it, and a repeated id
 * gets the first answer. `handle` is what the engine gave the window when somebody signed in there; it says who asks. On a
 * desk without sign-in `actor` says it: the initials of the member of staff at work, or `Desk` until members of staff are
 * set up. `approval`: what `staff.approve` gave for a second person. `typed`: the form that a command was typed into, as it stands there;
 * once the command is carried out, nothing is kept of it.
 */
export const callSchema = z.strictObject({
  name: z.string().max(80),
  input: z.unknown(),
  commandId: z.uuid().optional(),
  actor: z.string().min(1).max(12).optional(),
  handle: z.string().min(1).max(80).optional(),
  approval: z.string().min(1).max(80).optional(),
  typed: typedForm.optional(),
});
/** A call of one operation, as a host passes it to the engine; see {@link callSchema}. */
export type Call = z.infer<typeof callSchema>;

/** Who is written down for what nobody signed, and for what the desk does by itself. */
export const DEFAULT_ACTOR = 'Desk';
