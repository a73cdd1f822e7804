// The engine: every screen of every host comes in here. It checks the input, carries out each command once, and tells
// the screens what is out of date.
import { createHash } from 'node:crypto';
import { callSchema, DEFAULT_ACTOR } from '../contract/operation.ts';
import type { Call, OperationDefinition } from '../contract/operation.ts';
import type { DeskEvent, EventCursor, Topic } from '../contract/events.ts';
import { isOperationName, operations } from '../contract/index.ts';
import type { OperationName } from '../contract/index.ts';
import { AppException, bug, conflict, rejected, storageFull, toAppError } from '../domain/app-error.ts';
import type { AppErrorKind, Result } from '../domain/app-error.ts';
import { wallClockAt } from '../domain/site-time.ts';
import { subjectIdOf } from '../domain/change.ts';
import { recordActivity } from './activity.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EventLog } from './events.ts';
import type { CommandContext, Context } from './operations/handler.ts';
import { handlers } from './operations/index.ts';
import { reviewChangedVisits } from './operations/visit/withdraw.ts';
import { findCommandAnswer, saveCommandAnswer } from './store/desk/command-answers.ts';
import { isStaff } from './store/desk/staff.ts';
import { enqueue } from './outbox/changes.ts';
import { topicsOfChange } from './topics.ts';
import { isDiskFailure } from './store/db/connect.ts';
import { transaction } from './store/open.ts';

/** The engine as a host sees it: calls from screens come in, events for screens go out. */
export interface Engine {
  /**
   * Carries out an operation. It takes anything, always answers and never throws: what is wrong with the call comes
   * back as an error.
   *
   *     await engine.call({ name: 'visits.get', input: { visitId } }); // { ok: true, value: … }
   */
  call(call: unknown): Promise<Result<unknown>>;
  /**
   * Calls `listener` with each event after `cursor`, those that were missed first. The returned function ends it.
   *
   *     const stop = engine.subscribe(null, (event) => send(event));
   */
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

/** What whoever looks after the desk must find in its log. */
const LOGGED: ReadonlySet<AppErrorKind> = new Set(['bug', 'storage-full', 'storage-lost']);

type AnyQuery = (context: Context, input: unknown) => unknown;
type AnyCommand =
  | { readonly transaction: (context: CommandContext, input: unknown) => unknown }
  | { readonly effect: (context: CommandContext, input: unknown) => Promise<unknown> };

/**
 * Which fields of the input are wrong: path of the field → what is wrong with it. The first fault of a field counts.
 */
function fieldsOf(
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.map(String).join('.') || 'input'] ??= issue.message;
  return fields;
}

export function createEngine(parts: EngineParts, events: EventLog): Engine {
  // Effects that have not ended, by command id. A second window that sends the same command waits for the same answer.
  const underWay = new Map<string, Promise<unknown>>();

  function contextNow(): Context {
    const nowMs = parts.sync.serverNowMs();
    return {
      ...parts,
      db: parts.store.db,
      nowMs,
      today: wallClockAt(nowMs, parts.site.timeZone).date,
      learned: (...topics) => events.publish(topics),
    };
  }

  function commandContext(call: Call): { context: CommandContext; finish: () => void } {
    const topics = new Set<Topic>();
    const actions: (() => void)[] = [];
    const actor = call.actor ?? DEFAULT_ACTOR;
    if (actor !== DEFAULT_ACTOR && !isStaff(parts.store.db, actor)) {
      throw new AppException(rejected('Nobody of these initials works here.', { actor: 'unknown' }));
    }
    const now = contextNow();
    const commandId = call.commandId as string;
    let mustSend = false;
    const changed = (...stale: Topic[]): void => stale.forEach((topic) => topics.add(topic));
    const context: CommandContext = {
      ...now,
      actor,
      commandId,
      enqueue(change) {
        enqueue(now.db, { ...change, subjectId: subjectIdOf(change), actor, commandId, nowMs: now.nowMs });
        changed(...topicsOfChange(change.kind));
        mustSend = true;
      },
      record(kind, about) {
        changed(...recordActivity(now.db, { actor, atMs: now.nowMs }, kind, about));
      },
      changed,
      afterCommit: (action) => actions.push(action),
    };
    const finish = (): void => {
      if (mustSend) parts.sync.wake();
      for (const action of actions) action();
      events.publish(topics);
    };
    return { context, finish };
  }

  function repeatedAnswer(call: Call, inputHash: string): { readonly answer: unknown } | null {
    const found = findCommandAnswer(parts.store.db, call.commandId as string);
    if (!found) return null;
    if (found.name !== call.name || found.inputHash !== inputHash) {
      throw new AppException(conflict('duplicate', 'This command id was used for another command.'));
    }
    return { answer: found.answer };
  }

  async function runCommand(call: Call, handler: AnyCommand, input: unknown): Promise<unknown> {
    if (call.commandId === undefined)
      throw new AppException(rejected('A command needs an id.', { commandId: 'missing' }));
    const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    const repeated = repeatedAnswer(call, inputHash);
    if (repeated) return repeated.answer;

    const { context, finish } = commandContext(call);
    const keep = (answer: unknown): void =>
      saveCommandAnswer(parts.store.db, context.commandId, {
        name: call.name,
        inputHash,
        answer,
        atMs: context.nowMs,
      });

    if ('transaction' in handler) {
      const answer = transaction(parts.store.db, () => {
        const given = handler.transaction(context, input);
        keep(given);
        return given;
      });
      finish();
      return answer;
    }

    const present = underWay.get(call.commandId);
    if (present) return present;
    const running = handler.effect(context, input).then((answer) => {
      keep(answer);
      finish();
      return answer;
    });
    underWay.set(call.commandId, running);
    try {
      return await running;
    } finally {
      underWay.delete(call.commandId);
    }
  }

  /**
   * Takes back confirmations and labels that something has made wrong, so that this call neither shows nor uses them.
   * If the disk cannot be written, queries are answered all the same, so that the board can be read; commands are
   * refused.
   */
  function reviewBefore(kind: OperationDefinition['kind']): void {
    try {
      events.publish(new Set(reviewChangedVisits(contextNow())));
    } catch (thrown) {
      if (kind === 'command' || !isDiskFailure(thrown)) throw thrown;
      parts.sync.diskFailed(thrown);
    }
  }

  async function run(raw: unknown): Promise<unknown> {
    const parsedCall = callSchema.safeParse(raw);
    if (!parsedCall.success) {
      throw new AppException(
        rejected('This is no call of a desk operation.', fieldsOf(parsedCall.error.issues)),
      );
    }
    const call = parsedCall.data;
    if (!isOperationName(call.name))
      throw new AppException(rejected('There is no such operation.', { name: 'unknown' }));
    const name: OperationName = call.name;
    const definition = operations[name];
    const parsedInput = definition.input.safeParse(call.input ?? {});
    if (!parsedInput.success) {
      throw new AppException(
        rejected(`The input of ${name} is not right.`, fieldsOf(parsedInput.error.issues)),
      );
    }
    reviewBefore(definition.kind);
    const handler: unknown = handlers[name];
    if (definition.kind === 'query') return (handler as AnyQuery)(contextNow(), parsedInput.data);
    return runCommand(call, handler as AnyCommand, parsedInput.data);
  }

  return {
    async call(raw) {
      try {
        const value = await run(raw);
        return { ok: true, value };
      } catch (thrown) {
        parts.sync.diskFailed(thrown);
        const name =
          typeof raw === 'object' && raw !== null && 'name' in raw ? String(raw.name).slice(0, 80) : null;
        const error =
          isDiskFailure(thrown) && !(thrown instanceof AppException)
            ? storageFull(`${name ?? 'an operation'} could not be saved: ${String(thrown)}`)
            : toAppError(thrown, name);
        // Said on every screen at once, and not only when it is looked at next.
        if (error.kind === 'storage-lost' && parts.store.look()) events.publish(new Set(['session']));
        if (!LOGGED.has(error.kind)) return { ok: false, error };
        parts.log.error('operation failed', { operation: name, kind: error.kind, detail: error.detail });
        // The detail of a bug may hold what a person typed. So the screen is told the operation only; the log has the
        // rest.
        const shown = error.kind === 'bug' ? bug('Something went wrong in the desk.', error) : error;
        return { ok: false, error: shown };
      }
    },
    subscribe: (cursor, listener) => events.subscribe(cursor, listener),
  };
}
