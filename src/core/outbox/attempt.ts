// One attempt to send or verify a row: what an executor is given for it, and the steps that several executors share.
import type { RecordKind } from '../../domain/record-kind.ts';
import { AppException, bug, conflict, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { ChangeKind, ChangeOf } from '../../domain/change.ts';
import type { Random } from '../ports/machine.ts';
import type { Db } from '../store/db/database.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Judgement } from './judge.ts';
import { forHuman, inDoubt } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** A row whose change is of one known kind, so that its payload is typed. */
export type RowOf<Kind extends ChangeKind> = Omit<OutboxRow, 'change'> & {
  readonly change: ChangeOf<Kind>;
};

/** What an executor is given for one attempt. */
export interface Attempt<Kind extends ChangeKind = ChangeKind> {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly random: Random;
  readonly row: RowOf<Kind>;
  /** The service's time, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The service's time when this is called, by what it has told, also by an answer of this attempt; null before it told any. */
  readonly toldNowMs: () => number | null;
  /** How long the row has been in doubt, in milliseconds of the monotonic clock; 0 when it is not in doubt. */
  readonly doubtAgeMs: number;
  /** What a failed write proves; see judge.ts. */
  readonly judge: (error: AppError) => Judgement;
  /** For how long after it was sent the service may still carry out a request, in milliseconds. */
  readonly lateWriteMs: number;
  /** The site's time zone. The service gives the times of slots as the wall clock there shows them. */
  readonly timeZone: string;
}

/**
 * Knows how to send one kind of change. `send` sends it. `verify` is called for a row in doubt, and finds out whether
 * the change was carried out. Failures of the service are verdicts; only a mistake in our own code is thrown.
 */
export interface Executor<Kind extends ChangeKind> {
  send(attempt: Attempt<Kind>): Promise<Verdict>;
  verify(attempt: Attempt<Kind>): Promise<Verdict>;
}

/** One executor for each kind of change. */
export type Executors = { readonly [Kind in ChangeKind]: Executor<Kind> };

/** Sends or verifies a row with the executor of its kind. */
export function execute<Kind extends ChangeKind>(
  executors: Executors,
  attempt: Attempt<Kind>,
  how: 'send' | 'verify',
): Promise<Verdict> {
  return executors[attempt.row.change.kind][how](attempt);
}

export type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: AppError };

/**
 * Waits for a request and returns its answer or its failure as data. Other errors are mistakes in our code and are
 * thrown.
 *
 *     const read = await outcomeOf(gateway.call('registrations.get', { params: { id } }));
 *     if (!read.ok) return lookFailed(read.error);
 */
export async function outcomeOf<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await request };
  } catch (thrown) {
    if (thrown instanceof AppException) return { ok: false, error: toAppError(thrown) };
    throw thrown;
  }
}

/**
 * The same for a request about one record (`id`: the service's). An answer about another record says nothing of this one, like an
 * answer that cannot be understood: nobody is put on the record that it names, and what was asked for stays in doubt.
 *
 *     const read = await outcomeAbout(id, gateway.call('registrations.get', { params: { id } }));
 */
export async function outcomeAbout<Read extends { readonly value: { readonly id: string } }>(
  id: string,
  request: Promise<Read>,
): Promise<Outcome<Read>> {
  const outcome = await outcomeOf(request);
  if (!outcome.ok || outcome.value.value.id === id) return outcome;
  const error = bug('the service answered about another record than it was asked about', {
    origin: 'service',
  });
  return { ok: false, error };
}

/**
 * The verdict on a failed write that is the same for every kind of change; null when the kind has to decide itself.
 *
 *     if (!created.ok) return commonVerdict(attempt, created.error) ?? forHuman('refused', created.error);
 */
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

/**
 * The verdict when reading a record failed: the row stays in doubt. If reading is forbidden, a person has to decide.
 */
export function lookFailed(error: AppError): Verdict {
  return error.kind === 'forbidden' ? { ...forHuman('needs-human', error), byLook: true } : inDoubt(error);
}

/**
 * The verdict when the look before sending failed. Looking changes nothing, so while the row is being sent the change is
 * certainly not carried out. A row that is in doubt stays so, whatever the look met: that this look was not sent says nothing of the
 * request of before, which may still be carried out late, and what is sent after it has to wait for that.
 */
export function firstLookFailed(attempt: Attempt, error: AppError): Verdict {
  if (attempt.row.state === 'unknown') return lookFailed(error);
  const verdict = commonVerdict(attempt, error);
  if (verdict?.to === 'unknown') return { to: 'pending', error, delayMs: null, counted: true };
  return verdict ?? lookFailed(error);
}

/**
 * Whether the try before this one found the service's record to be another than was asked for. One answer can be damaged on
 * its way, so a person is only asked when it is said twice.
 */
export function wasSaidBefore({ row }: Attempt): boolean {
  return row.lastError?.kind === 'conflict' && row.lastError.reason === 'changed';
}

/**
 * The verdict on a look that found another record than the desk had seen, for the first time. It is not counted: nothing was sent, so
 * nothing is in doubt where a person gives the change up after the second look. What was in doubt before stays so.
 *
 *     return wasSaidBefore(attempt) ? forHuman('conflict', error, found) : lookOnceMore(attempt, error);
 */
export function lookOnceMore({ row }: Attempt, error: AppError): Verdict {
  return row.state === 'unknown' ? inDoubt(error) : { to: 'pending', error, delayMs: null, counted: false };
}

/**
 * The service's id of a record that the row needs. When the service will never have the record: the verdict instead.
 */
export function needServerId(attempt: Attempt, kind: RecordKind, localId: string): string | Verdict {
  return (
    serverIdOf(attempt.db, kind, localId) ??
    forHuman('needs-human', conflict('state', `the service never got the ${kind} that this change needs`))
  );
}
