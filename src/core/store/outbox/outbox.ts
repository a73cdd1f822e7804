// The outbox as it stands: one row for each change that the service must learn of. Reads only; outbox-moves.ts writes.
import type { AppError } from '../../../domain/app-error.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { parseChange } from '../../../domain/change.ts';
import type { Change } from '../../../domain/change.ts';
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { ATTENTION_STATES } from '../../../domain/outbox-state.ts';
import type { OutboxState, ShownState } from '../../../domain/outbox-state.ts';
import { ATTENTION, FINISHED } from './state-lists.ts';

/** What was decided about a row on its way, beside its state. */
export interface Resolution {
  /** The slot was taken or the hold lost while the person stood here, so it is booked over. */
  readonly override?: boolean;
  /** The slot itself is gone, so only its time is asked for. */
  readonly withoutSlot?: boolean;
  /** The slot could not be had, so this one is asked for in its place; `tried` counts such choices. */
  readonly otherSlot?: { readonly slotId: string; readonly startsAtMs: number; readonly tried: number };
  /** How often a hold that was lost before its confirmation was made again. */
  readonly heldAgain?: number;
  /** It is not known whether an earlier try was carried out. */
  readonly doubted?: boolean;
  /** In doubt, and the service said once that there is nothing to confirm. */
  readonly goneOnce?: boolean;
  /** The service held a slot at this location, which is not the one asked for; it was given back. */
  readonly heldElsewhere?: string;
  /** The hold ran out with nothing confirmed; the slot is free again. */
  readonly lapsed?: boolean;
  /** The row came out of a backup: what happened after that is not known. */
  readonly restored?: boolean;
  /** Why a person gave the change up. */
  readonly discardReason?: string;
  /** A person chose the record that the service knew already. */
  readonly linkedServerId?: string;
}

export interface OutboxRow {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  /** Null when this version of the app cannot read the row's payload. */
  readonly change: Change | null;
  readonly subjectId: string;
  readonly visitId: string | null;
  readonly state: OutboxState;
  /** True while a row it builds on is not confirmed. */
  readonly waiting: boolean;
  readonly attempts: number;
  readonly attemptedAtMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly lastError: AppError | null;
  /** What the service answered, where a person must compare it with what was asked. */
  readonly answer: unknown;
  readonly resolution: Resolution;
  readonly actor: string;
  readonly commandId: string;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

interface OutboxTableRow {
  sequence: number;
  id: string;
  kind: string;
  payload_version: number;
  payload: string;
  subject_id: string;
  visit_id: string | null;
  state: OutboxState;
  waiting: number;
  attempts: number;
  attempted_at_ms: number | null;
  next_attempt_at_ms: number | null;
  last_error: string | null;
  answer: string | null;
  resolution: string | null;
  actor: string;
  command_id: string;
  created_at_ms: number;
  finished_at_ms: number | null;
}

// A parent that was given up no longer holds up what follows; what cannot stand without it was stopped at that moment.
const WAITING = `EXISTS (
  SELECT 1 FROM outbox_dependency AS needs JOIN outbox AS parent ON parent.sequence = needs.parent_sequence
  WHERE needs.sequence = outbox.sequence AND parent.state NOT IN ${FINISHED})`;
const SELECT = `SELECT outbox.*, ${WAITING} AS waiting FROM outbox`;
const OPEN = `outbox.state NOT IN ${FINISHED}`;

function toRow(row: OutboxTableRow): OutboxRow {
  return {
    sequence: row.sequence,
    id: row.id,
    kind: row.kind,
    change: parseChange(row.kind, row.payload_version, row.payload),
    subjectId: row.subject_id,
    visitId: row.visit_id,
    state: row.state,
    waiting: row.waiting === 1,
    attempts: row.attempts,
    attemptedAtMs: row.attempted_at_ms,
    nextAttemptAtMs: row.next_attempt_at_ms,
    lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as AppError),
    answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
    resolution: row.resolution === null ? {} : (JSON.parse(row.resolution) as Resolution),
    actor: row.actor,
    commandId: row.command_id,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}

/** How a row is shown: waiting for another one, or where it stands itself. */
export function shownState(row: Pick<OutboxRow, 'state' | 'waiting'>): ShownState {
  return row.state === 'pending' && row.waiting ? 'waiting' : row.state;
}

/** What a row means for the record it changes. */
export function syncTagOf(state: OutboxState): SyncTag {
  switch (state) {
    case 'pending':
      return 'waiting';
    case 'sending':
      return 'sending';
    case 'unknown':
      return 'unsure';
    case 'conflict':
    case 'refused':
    case 'needs-human':
      return 'attention';
    case 'confirmed':
    case 'cancelled':
    case 'discarded':
      return 'synced';
  }
}

/** How many rows a command has written so far. */
export function countRowsOfCommand(db: Db, commandId: string): number {
  return (
    get<{ count: number }>(db, 'SELECT count(*) AS count FROM outbox WHERE command_id = ?', [commandId])
      ?.count ?? 0
  );
}

/** Sequences of the rows about these records that are not finished. */
export function listOpenSequences(db: Db, subjectIds: readonly string[]): number[] {
  return all<{ sequence: number }>(
    db,
    `SELECT sequence FROM outbox WHERE ${OPEN} AND subject_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(subjectIds)],
  ).map((row) => row.sequence);
}

export function findRow(db: Db, id: string): OutboxRow | null {
  const row = get<OutboxTableRow>(db, `${SELECT} WHERE outbox.id = ?`, [id]);
  return row && toRow(row);
}

export function findRowBySequence(db: Db, sequence: number): OutboxRow | null {
  const row = get<OutboxTableRow>(db, `${SELECT} WHERE outbox.sequence = ?`, [sequence]);
  return row && toRow(row);
}

/** In the order they were saved. `open`: not finished; `attention`: a person has to decide; `all`: the newest 500. */
export function listRows(db: Db, show: 'open' | 'attention' | 'all'): OutboxRow[] {
  const sql = {
    open: `${SELECT} WHERE ${OPEN} ORDER BY outbox.sequence`,
    attention: `${SELECT} WHERE ${OPEN} AND outbox.state IN ${ATTENTION} ORDER BY outbox.sequence`,
    all: `SELECT * FROM (${SELECT} ORDER BY outbox.sequence DESC LIMIT 500) ORDER BY sequence`,
  }[show];
  return all<OutboxTableRow>(db, sql).map(toRow);
}

/** Rows about these records, in the order they were saved; finished ones too. */
export function listRowsOfSubjects(db: Db, subjectIds: Iterable<string>): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE outbox.subject_id IN (SELECT value FROM json_each(?)) ORDER BY outbox.sequence`,
    [JSON.stringify([...subjectIds])],
  ).map(toRow);
}

/** Rows that can be tried now or later without a person: not waiting for another row. In the order they were saved. */
export function listReadyRows(db: Db): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE ${OPEN} AND outbox.state IN ('pending', 'unknown') AND NOT ${WAITING} ORDER BY outbox.sequence`,
  ).map(toRow);
}

/** Rows confirmed after a time, milliseconds since the epoch by this machine's clock. */
export function listRecentlyConfirmed(db: Db, afterMs: number): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE outbox.state = 'confirmed' AND outbox.finished_at_ms > ? ORDER BY outbox.sequence`,
    [afterMs],
  ).map(toRow);
}

export interface VisitRowState {
  readonly id: string;
  readonly kind: string;
  readonly state: ShownState;
}

/** What of a visit has still to reach the service. */
export function listOpenRowsOfVisit(db: Db, visitId: string): VisitRowState[] {
  return all<OutboxTableRow>(db, `${SELECT} WHERE outbox.visit_id = ? AND ${OPEN} ORDER BY outbox.sequence`, [
    visitId,
  ])
    .map(toRow)
    .map((row) => ({ id: row.id, kind: row.kind, state: shownState(row) }));
}

/** Rows that wait for this one, near and far. */
export function listDescendants(db: Db, sequence: number): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `WITH RECURSIVE below (sequence) AS (
       SELECT sequence FROM outbox_dependency WHERE parent_sequence = ?
       UNION SELECT outbox_dependency.sequence FROM outbox_dependency JOIN below
         ON outbox_dependency.parent_sequence = below.sequence)
     ${SELECT} WHERE outbox.sequence IN (SELECT sequence FROM below) ORDER BY outbox.sequence`,
    [sequence],
  ).map(toRow);
}

export interface OutboxCounts {
  /** Not sent yet, or in doubt and being checked. */
  readonly waiting: number;
  readonly sending: number;
  readonly attention: number;
  /** Given up by a person; the service will not learn of these. */
  readonly givenUp: number;
}

const WAITING_STATES = ['pending', 'unknown'] as const satisfies readonly OutboxState[];

export function countRows(db: Db): OutboxCounts {
  const rows = all<{ state: OutboxState; count: number }>(
    db,
    // Named one by one, so that what was confirmed is not walked through.
    'SELECT state, count(*) AS count FROM outbox WHERE state IN (SELECT value FROM json_each(?)) GROUP BY state',
    [JSON.stringify([...WAITING_STATES, 'sending', ...ATTENTION_STATES, 'discarded'])],
  );
  const of = (...states: OutboxState[]): number =>
    rows.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + row.count, 0);
  return {
    waiting: of(...WAITING_STATES),
    sending: of('sending'),
    attention: of(...ATTENTION_STATES),
    givenUp: of('discarded'),
  };
}
