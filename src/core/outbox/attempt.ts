// What an attempt at a row works with, and the steps that several kinds share.
import type { RecordKind } from '../../domain/record-kind.ts';
import { AppException, conflict, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { ChangeKind, ChangeOf } from '../../domain/change.ts';
import type { Random } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Judgement } from './judge.ts';
import { forHuman, inDoubt } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** A row whose change is known to be of one kind. */
export type RowOf<Kind extends ChangeKind> = Omit<OutboxRow, 'change'> & {
  readonly change: ChangeOf<Kind>;
};

export interface Attempt<Kind extends ChangeKind = ChangeKind> {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly random: Random;
  readonly row: RowOf<Kind>;
  /** The service's time, milliseconds since the epoch. */
  readonly nowMs: number;
  /** For how long the row has been in doubt, by a clock that only grows; 0 when it is not. */
  readonly doubtAgeMs: number;
  readonly judge: (error: AppError) => Judgement;
  /** How long after its sending a request may still be carried out. */
  readonly lateWriteMs: number;
  /** The site's time zone; the service tells slots by the wall clock there. */
  readonly timeZone: string;
}

/** Sends a row, or, when it is in doubt, finds out what became of it. Never throws but for mistakes of ours. */
export interface Executor<Kind extends ChangeKind> {
  send(attempt: Attempt<Kind>): Promise<Verdict>;
  verify(attempt: Attempt<Kind>): Promise<Verdict>;
}

/** One executor for each kind of change, each with attempts of its own kind. */
export type Executors = { readonly [Kind in ChangeKind]: Executor<Kind> };

/** Sends the row, or verifies it where it is in doubt, by the executor of its kind. */
export function execute<Kind extends ChangeKind>(
  executors: Executors,
  attempt: Attempt<Kind>,
  how: 'send' | 'verify',
): Promise<Verdict> {
  return executors[attempt.row.change.kind][how](attempt);
}

export type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: AppError };

/** Turns the answer or the failure of a request into data. What is not a failure of the service goes on being thrown. */
export async function outcomeOf<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await request };
  } catch (thrown) {
    if (thrown instanceof AppException) return { ok: false, error: toAppError(thrown) };
    throw thrown;
  }
}

/** What every kind makes of a failed write in the same way; null where the kind itself has to decide. */
export function commonVerdict(attempt: Attempt, error: AppError): Verdict | null {
  switch (attempt.judge(error)) {
    case 'not-sent':
    case 'sign-in':
    case 'rate-limited':
      return { to: 'pending', error, delayMs: 0, counted: false };
    case 'unknown':
      return inDoubt(error);
    case 'forbidden':
      return forHuman('needs-human', error);
    case 'not-found':
    case 'conflict':
    case 'rejected':
      return null;
  }
}

/** A look that failed leaves the row in doubt, unless the service will not let us look at all. */
export function lookFailed(error: AppError): Verdict {
  return error.kind === 'forbidden' ? forHuman('needs-human', error) : inDoubt(error);
}

/** The service's id of a record that the row needs, or the verdict when it has none and will get none. */
export function needServerId(attempt: Attempt, kind: RecordKind, localId: string): string | Verdict {
  return (
    serverIdOf(attempt.db, kind, localId) ??
    forHuman('needs-human', conflict('state', `the ${kind} this builds on was never made`))
  );
}
