// The handlers of desk operations: their types, and everything that they may use.
import type { Db } from '../store/db/database.ts';
import type { z } from 'zod';
import type { EventCursor, Topic } from '../../contract/events.ts';
import type { OperationName, Operations } from '../../contract/index.ts';
import type { CommandDefinition, OperationDefinition } from '../../contract/operation.ts';
import type { ActivityAbout, ActivityKind } from '../../domain/activity.ts';
import type { Change } from '../../domain/change.ts';
import type { DeskAt } from '../desks.ts';
import type { Relaxation } from '../../domain/relaxation.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { StaffMember } from '../store/desk/staff.ts';

/** Everything that an operation may use. A handler can reach nothing else outside. */
export interface Context extends EngineParts {
  readonly db: Db;
  /**
   * The present time, milliseconds since the epoch by the service's clock as far as it is known. It stays the same
   * during one call.
   */
  readonly nowMs: number;
  /** Today's date `YYYY-MM-DD` at the site. */
  readonly today: string;
  /** Who has signed in at the window that asks; null: nobody, or this desk has no sign-in. */
  readonly who: StaffMember | null;
  /** The further desk that asks; null: the site desk itself. */
  readonly desk: DeskAt | null;
  /**
   * What was read from the service and kept, by a query or an effect, tells the screens at once that answers under these topics are out of
   * date: it stays, whatever comes after it. A transaction uses `changed`, which waits for its commit.
   */
  learned(...topics: Topic[]): void;
  /** The event that was told last. Who has it and answers read after it misses nothing. */
  eventCursor(): NonNullable<EventCursor>;
}

/** What a command's handler may use beside {@link Context}: it may also save, record and tell the screens. */
export interface CommandContext extends Context {
  readonly actor: string;
  readonly commandId: string;
  /** What the window has shown for its sign-in; for the operations of sign-in alone. */
  readonly handle: string | undefined;
  /**
   * Writes a change to the outbox, in this command's transaction. Who, when and by which command are filled in, the
   * screens are told what is out of date, and the sender is woken after the commit.
   *
   *     context.enqueue({ kind: 'appointment.release', payload: { appointmentId }, visitId });
   */
  enqueue(change: Change & { readonly visitId: string | null }): void;
  /**
   * Writes an entry to the activity, in this command's transaction. Who and when are filled in, and the screens are
   * told what is out of date. For a visit that is assembled already, use `recordAtVisit`.
   */
  record<Kind extends ActivityKind>(kind: Kind, about: ActivityAbout<Kind>): void;
  /** The same in the name of somebody who is only about to sign in, or to sign out. */
  recordAs<Kind extends ActivityKind>(actor: string, kind: Kind, about: ActivityAbout<Kind>): void;
  /**
   * Something is relaxed with a reason: refuses it with `second-person-needed` where the site wants a second person for it and
   * none has agreed; records who has.
   *
   *     context.relax('reprint', visitId);
   */
  relax(what: Relaxation, visitId: string): void;
  /**
   * Tells the screens after the commit that answers read under these topics are out of date. It is needed only where
   * `enqueue` and `record` do not say so.
   */
  changed(...topics: Topic[]): void;
  /** Runs after the commit; never when the command failed and was undone. */
  afterCommit(action: () => void): void;
}

/** The input of an operation as a handler gets it: checked by its schema, defaults filled in. */
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;

type In<Definition extends OperationDefinition> = z.output<Definition['input']>;
type Out<Definition extends OperationDefinition> = z.output<Definition['output']>;

/**
 * A command is one of three things. `transaction`: it changes the store, in one transaction that also keeps its answer;
 * it must not wait for anything. `prepared`: what takes time is done first; then the function that it returns is such a
 * transaction. `effect`: it acts on something outside the store, in a way that does no harm when it is repeated.
 */
export type CommandHandler<Definition extends OperationDefinition> =
  | { readonly transaction: (context: CommandContext, input: In<Definition>) => Out<Definition> }
  | { readonly prepared: (context: CommandContext, input: In<Definition>) => Promise<() => Out<Definition>> }
  | { readonly effect: (context: CommandContext, input: In<Definition>) => Promise<Out<Definition>> };

/** A query reads and answers; it may wait for the service. */
export type QueryHandler<Definition extends OperationDefinition> = (
  context: Context,
  input: In<Definition>,
) => Out<Definition> | Promise<Out<Definition>>;

/** A handler for each operation of a file of the contract; a missing one does not compile. */
export type Handlers<Operations extends Record<string, OperationDefinition>> = {
  readonly [Name in keyof Operations]: Operations[Name] extends CommandDefinition
    ? CommandHandler<Operations[Name]>
    : QueryHandler<Operations[Name]>;
};

/** Whether the service answers, even if not well, so that asking it is worth a person's time. */
export function connectionIsUp(context: Context): boolean {
  const { state } = context.sync.connection();
  return state === 'online' || state === 'trouble';
}
