// What a handler of a desk operation is and what it may use.
import type { Db } from '../store/db/database.ts';
import type { z } from 'zod';
import type { Topic } from '../../contract/events.ts';
import type { OperationName, Operations } from '../../contract/index.ts';
import type { CommandDefinition, OperationDefinition } from '../../contract/operation.ts';
import type { ActivityAbout, ActivityKind } from '../../domain/activity.ts';
import type { Change } from '../../domain/change.ts';
import type { EngineParts } from '../engine-parts.ts';

/** Everything an operation may touch. Nothing else of the world is reachable from a handler. */
export interface Context extends EngineParts {
  readonly db: Db;
  /** Milliseconds since the epoch by the service's clock, as well as it is known; the same throughout one call. */
  readonly nowMs: number;
  /** `YYYY-MM-DD` at the site. */
  readonly today: string;
}

export interface CommandContext extends Context {
  readonly actor: string;
  readonly commandId: string;
  /**
   * Writes a change down for the service, in this command's transaction. Who, when and by which command follow from the
   * command; so do which screens are out of date, and that the sender looks for it once it is on disk.
   */
  enqueue(change: Change & { readonly visitId: string | null }): void;
  /** Writes an entry to the activity, in this command's transaction. Who, when and what to show anew follow as above. */
  record<Kind extends ActivityKind>(kind: Kind, about: ActivityAbout<Kind>): void;
  /** For what neither of the two above says: tells the screens, once the change is on disk, that what they read under these topics is out of date. */
  changed(...topics: Topic[]): void;
  /** Runs once the change is on disk; never when it was rolled back. */
  afterCommit(action: () => void): void;
}

/** What a handler is given: the input of a desk operation as its schema reads it, defaults filled in. */
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;

type In<Definition extends OperationDefinition> = z.output<Definition['input']>;
type Out<Definition extends OperationDefinition> = z.output<Definition['output']>;

/**
 * A command either changes the store, in one transaction that also keeps its answer (`transaction`; it must not wait
 * for anything), or acts on something outside it that is harmless to repeat (`effect`).
 */
export type CommandHandler<Definition extends OperationDefinition> =
  | { readonly transaction: (context: CommandContext, input: In<Definition>) => Out<Definition> }
  | { readonly effect: (context: CommandContext, input: In<Definition>) => Promise<Out<Definition>> };

export type QueryHandler<Definition extends OperationDefinition> = (
  context: Context,
  input: In<Definition>,
) => Out<Definition> | Promise<Out<Definition>>;

export type Handlers<Operations extends Record<string, OperationDefinition>> = {
  readonly [Name in keyof Operations]: Operations[Name] extends CommandDefinition
    ? CommandHandler<Operations[Name]>
    : QueryHandler<Operations[Name]>;
};

/** Whether asking the service while a person waits is worth it: it answers, if not always well. */
export function lineIsUp(context: Context): boolean {
  const { state } = context.sync.connection();
  return state === 'online' || state === 'trouble';
}
