// The engine: every screen of every host comes in here. It checks the input, carries out each command once, and tells
// the screens what is out of date.
import { hash } from 'node:crypto';
import type { z } from 'zod';
import { callSchema, DEFAULT_ACTOR } from '../contract/operation.ts';
import type { Call, CommandDefinition, OperationDefinition } from '../contract/operation.ts';
import type { DeskEvent, EventCursor, Topic } from '../contract/events.ts';
import { isOperationName, operations } from '../contract/index.ts';
import type { OperationName } from '../contract/index.ts';
import { WITHOUT_COMPILING } from '../contract/without-compiling.ts';
import {
  AppException,
  bug,
  conflict,
  forbidden,
  notAllowed,
  notSignedIn,
  rejected,
  secondPersonNeeded,
  storageFull,
  storageLost,
  toAppError,
} from '../domain/app-error.ts';
import type { AppErrorKind, Result } from '../domain/app-error.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import { PERMISSIONS } from '../domain/permissions.ts';
import type { Permission } from '../domain/permissions.ts';
import { mayApprove, mayRelaxAlone } from '../domain/relaxation.ts';
import { wallClockAt } from '../domain/site-time.ts';
import { subjectIdOf } from '../domain/change.ts';
import { recordActivity } from './activity.ts';
import type { DeskAt } from './desks.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EventLog } from './events.ts';
import type { CommandContext, Context } from './operations/handler.ts';
import { handlers } from './operations/index.ts';
import { reviewChangedVisits } from './operations/visit/withdraw.ts';
import { forgetDraftAsSent } from './store/desk/drafts.ts';
import { findCommandAnswer, saveCommandAnswer } from './store/desk/command-answers.ts';
import { findStaff } from './store/desk/staff.ts';
import type { StaffMember } from './store/desk/staff.ts';
import { enqueue } from './outbox/changes.ts';
import { createRefusedCalls } from './refused-calls.ts';
import { topicsOfChange } from './topics.ts';
import { CALL_TRACES } from './line/traces.ts';
import { isDiskFailure } from './store/db/connect.ts';
import { totalChanges } from './store/db/database.ts';
import { transaction } from './store/open.ts';

/** The engine as a host sees it: calls from screens come in, events for screens go out. */
export interface Engine {
  /**
   * Carries out an operation. It takes anything, always answers and never throws: what is wrong with the call comes
   * back as an error. `desk` is the further desk that asks, as `Desks.recognise` gave it; without it the site desk does.
   *
   *     await engine.call({ name: 'visits.get', input: { visitId } }); // { ok: true, value: … }
   */
  call(call: unknown, desk?: DeskAt | null): Promise<Result<unknown>>;
  /**
   * Calls `listener` with each event after `cursor`, those that were missed first. The returned function ends it.
   *
   *     const stop = engine.subscribe(null, (event) => send(event));
   */
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

/** What whoever looks after the desk must find in its log. */
const LOGGED: ReadonlySet<AppErrorKind> = new Set(['bug', 'storage-full', 'storage-lost']);

/** A call, and the further desk that it comes from; null: the site desk itself. */
interface Asked {
  readonly call: Call;
  readonly desk: DeskAt | null;
}

type AnyQuery = (context: Context, input: unknown) => unknown;
type AnyCommand =
  | { readonly transaction: (context: CommandContext, input: unknown) => unknown }
  | { readonly prepared: (context: CommandContext, input: unknown) => Promise<() => unknown> }
  | { readonly effect: (context: CommandContext, input: unknown) => Promise<unknown> };

/**
 * Which fields of the input are wrong: path of the field → what is wrong with it. The first fault of a field counts. A text that
 * is too long is what a person can cause in any field, so it has a code, and the screens have words for it.
 */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
    fields[issue.path.map(String).join('.') || 'input'] ??= isTooLong ? 'too-long' : issue.message;
  }
  return fields;
}

/** A PIN or a badge is no part of what is kept, not even as a hash that is quick to compute. */
function hashOf(input: unknown): string {
  const text = JSON.stringify(input, (key, value: unknown) =>
    key === 'pin' || key === 'badge' ? undefined : value,
  );
  return hash('sha256', text, 'base64');
}

/** The operation that a call names, for the report; null for anything that is no text, which has no words of its own. */
function nameOf(raw: unknown): string | null {
  const name = typeof raw === 'object' && raw !== null && 'name' in raw ? raw.name : null;
  return typeof name === 'string' ? name.slice(0, 80) : null;
}

/** `asTheDesk`: for what the desk does by itself, which needs nobody to be signed in. */
export function createEngine(
  parts: EngineParts,
  events: EventLog,
  { asTheDesk = false }: { readonly asTheDesk?: boolean } = {},
): Engine {
  // Effects that have not ended, by command id. A second window that sends the same command waits for the same answer.
  const underWay = new Map<string, Promise<unknown>>();
  const noteRefused = createRefusedCalls(parts, events);

  /**
   * Who asks. Refuses a call that nobody has signed in for, or that is not for the role of whoever has. It is asked anew
   * each time, because a sign-in can end and a role can change while something is waited for.
   */
  function whoMayAsk({ call, desk }: Asked, name: OperationName): StaffMember | null {
    if (asTheDesk) return null;
    // Shut out while its call waited for something.
    if (desk && !parts.desks.isPaired(desk.id)) {
      throw new AppException(forbidden('This desk was shut out from the site desk.'));
    }
    const state = parts.signIns.state();
    if (state === 'initials') return null;
    const allowed: Permission = PERMISSIONS[name];
    const who = parts.signIns.personOf(call.handle, desk?.id ?? null);
    if (allowed === 'anybody' || (state === 'set-up' && parts.signIns.mayPutOff())) return who;
    if (!who) throw new AppException(notSignedIn(`${name} needs somebody who has signed in.`));
    if (!allowed.includes(who.role)) {
      noteRefused(who, { operation: name, desk, roleAtSignIn: parts.signIns.roleAtSignIn(call.handle) });
      throw new AppException(notAllowed(allowed, `${name} is not for the role ${who.role}.`));
    }
    return who;
  }

  /** Who is written down: whoever has signed in; where nobody does, whom the screen says, if they work here. */
  function actorOf(call: Call, who: StaffMember | null): string {
    if (who) return who.initials;
    const actor = call.actor ?? DEFAULT_ACTOR;
    if (actor === DEFAULT_ACTOR || parts.signIns.state() === 'pin') return DEFAULT_ACTOR;
    if (findStaff(parts.store.db, actor)?.active === true) return actor;
    throw new AppException(rejected('Nobody of these initials works here.', { actor: 'unknown' }));
  }

  function contextNow(who: StaffMember | null, desk: DeskAt | null): Context {
    const nowMs = parts.sync.serverNowMs();
    return {
      ...parts,
      db: parts.store.db,
      nowMs,
      today: wallClockAt(nowMs, parts.site.timeZone).date,
      who,
      desk,
      learned: (...topics) => events.publish(topics),
      eventCursor: () => events.position(),
    };
  }

  function commandContext(
    { call, desk }: Asked,
    who: StaffMember | null,
  ): { context: CommandContext; finish: () => void } {
    const topics = new Set<Topic>();
    const actions: (() => void)[] = [];
    const actor = actorOf(call, who);
    const now = contextNow(who, desk);
    const at = desk?.name ?? null;
    const commandId = call.commandId as string;
    let mustSend = false;
    const changed = (...stale: Topic[]): void => stale.forEach((topic) => topics.add(topic));
    const context: CommandContext = {
      ...now,
      actor,
      commandId,
      handle: call.handle,
      enqueue(change) {
        enqueue(now.db, { ...change, subjectId: subjectIdOf(change), actor, commandId, nowMs: now.nowMs });
        changed(...topicsOfChange(change.kind));
        mustSend = true;
      },
      record(kind, about) {
        changed(...recordActivity(now.db, { actor, atMs: now.nowMs, desk: at }, kind, about));
      },
      recordAs(someone, kind, about) {
        changed(...recordActivity(now.db, { actor: someone, atMs: now.nowMs, desk: at }, kind, about));
      },
      relax(what, visitId) {
        const rule = parts.site.people.relaxations?.[what] ?? 'anybody';
        // Where nobody signs in there is nobody whose role or PIN could be asked for.
        if (rule === 'anybody' || !who || mayRelaxAlone(rule, who.role)) return;
        const { approval } = call;
        const second = parts.approvals.secondOf(approval, { relaxation: what, asker: who.initials });
        // Read anew: meanwhile they may have been switched off, or given another role.
        const member = second === null ? null : findStaff(now.db, second);
        const mayStill = member?.active === true && mayApprove(rule, member.role);
        if (approval === undefined || second === null || !mayStill) {
          throw new AppException(secondPersonNeeded(what, rule, `${what} needs a second person here.`));
        }
        context.record('relaxation-approved', { visitId, what, second });
        actions.push(() => parts.approvals.use(approval));
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

  async function runCommand(
    asked: Asked & { readonly name: OperationName },
    {
      handler,
      input,
      keepsAnswer,
    }: { handler: AnyCommand; input: unknown; keepsAnswer: CommandDefinition['keepsAnswer'] },
    who: StaffMember | null,
  ): Promise<unknown> {
    const { call, name } = asked;
    const { commandId } = call;
    if (commandId === undefined)
      throw new AppException(rejected('A command needs an id.', { commandId: 'missing' }));
    const inputHash = hashOf(input);
    const repeated = keepsAnswer ? repeatedAnswer(call, inputHash) : null;
    if (repeated) return repeated.answer;

    const { context, finish } = commandContext(asked, who);
    // A sign-in lasts as long as somebody works with it.
    parts.signIns.renew(call.handle);
    const keep = (answer: unknown): void => {
      if (!keepsAnswer) return;
      saveCommandAnswer(parts.store.db, commandId, {
        name: call.name,
        inputHash,
        answer,
        atMs: context.nowMs,
      });
    };
    const carryOut = (work: () => unknown): unknown => {
      const { db } = parts.store;
      const answer = transaction(db, () => {
        const before = totalChanges(db);
        const given = work();
        // Not left to the window: it may be gone before it hears of it, and what was sent would stand there to be sent once more. What
        // only asked back, such as whether somebody alike is meant, is still to be sent.
        if (call.typed && totalChanges(db) !== before)
          forgetDraftAsSent(db, { ...call.typed, person: who?.initials ?? '' });
        // The answer to a look would be all that the disk is waited for.
        if (keepsAnswer !== 'of-change' || totalChanges(db) !== before) keep(given);
        return given;
      });
      finish();
      return answer;
    };

    if ('transaction' in handler) return carryOut(() => handler.transaction(context, input));

    const present = underWay.get(commandId);
    if (present) return present;
    const running =
      'prepared' in handler
        ? handler.prepared(context, input).then((work) => {
            whoMayAsk(asked, name);
            return carryOut(work);
          })
        : handler.effect(context, input).then((answer) => {
            keep(answer);
            finish();
            return answer;
          });
    underWay.set(commandId, running);
    try {
      return await running;
    } finally {
      underWay.delete(commandId);
    }
  }

  /**
   * Takes back confirmations and labels that something has made wrong, so that this call neither shows nor uses them.
   * If the disk cannot be written, queries are answered all the same, so that the board can be read, and people are let in to
   * read it; other commands are refused.
   */
  function reviewBefore(definition: OperationDefinition): void {
    try {
      events.publish(new Set(reviewChangedVisits(contextNow(null, null))));
    } catch (thrown) {
      const mayGoOn = definition.kind === 'query' || definition.keepsAnswer === false;
      if (!mayGoOn || !isDiskFailure(thrown)) throw thrown;
      parts.sync.diskFailed(thrown);
    }
  }

  async function run(raw: unknown, desk: DeskAt | null): Promise<unknown> {
    const parsedCall = callSchema.safeParse(raw, WITHOUT_COMPILING);
    if (!parsedCall.success) {
      throw new AppException(
        rejected('This is no call of a desk operation.', fieldsOf(parsedCall.error.issues)),
      );
    }
    const call = parsedCall.data;
    if (!isOperationName(call.name))
      throw new AppException(rejected('There is no such operation.', { name: 'unknown' }));
    const name: OperationName = call.name;
    const definition: OperationDefinition = operations[name];
    const who = whoMayAsk({ call, desk }, name);
    const parsedInput = definition.input.safeParse(call.input ?? {}, WITHOUT_COMPILING);
    if (!parsedInput.success) {
      throw new AppException(
        rejected(`The input of ${name} is not right.`, fieldsOf(parsedInput.error.issues)),
      );
    }
    reviewBefore(definition);
    const handler: unknown = handlers[name];
    if (definition.kind === 'query') return (handler as AnyQuery)(contextNow(who, desk), parsedInput.data);
    const { keepsAnswer } = definition;
    const command = { handler: handler as AnyCommand, input: parsedInput.data, keepsAnswer };
    return runCommand({ call, desk, name }, command, who);
  }

  async function answer(raw: unknown, desk: DeskAt | null): Promise<Result<unknown>> {
    try {
      const value = await run(raw, desk);
      return { ok: true, value };
    } catch (thrown) {
      parts.sync.diskFailed(thrown);
      const name = nameOf(raw);
      // Of a file that is gone reading fails too, and no room on the disk would help.
      const storageFailed = parts.store.isLost() ? storageLost : storageFull;
      const error =
        isDiskFailure(thrown) && !(thrown instanceof AppException)
          ? storageFailed(`${name ?? 'an operation'} could not be saved: ${String(thrown)}`)
          : toAppError(thrown, name);
      // Said on every screen at once, and not only when it is looked at next.
      if (error.kind === 'storage-lost' && parts.store.look()) events.publish(new Set(['session']));
      if (!LOGGED.has(error.kind)) return { ok: false, error };
      const about = error.kind === 'bug' ? faultInLog(thrown) : { detail: error.detail };
      parts.log.error('operation failed', { operation: name, kind: error.kind, ...about });
      // The detail of a bug may hold what a person typed. So the screen is told the operation only; the log has the place.
      const shown = error.kind === 'bug' ? bug('Something went wrong in the desk.', error) : error;
      return { ok: false, error: shown };
    }
  }

  return {
    call: (raw, desk = null) => CALL_TRACES.tracePromise(() => answer(raw, desk), { call: raw, asTheDesk }),
    subscribe: (cursor, listener) => events.subscribe(cursor, listener),
  };
}
