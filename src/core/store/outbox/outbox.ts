// Reads the outbox: one row for each change that the service must learn of. outbox-moves.ts writes it.
import type { AppError } from '../../../domain/app-error.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { parseChange } from '../../../domain/change.ts';
import type { Change, ChangeKind } from '../../../domain/change.ts';
import { all, allAmong, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { ATTENTION_STATES } from '../../../domain/outbox-state.ts';
import type { OutboxState, ShownState } from '../../../domain/outbox-state.ts';
import { ATTENTION, FINISHED } from './state-lists.ts';

/**
 * What was decided about a row while it was being sent, beside its state. Each field is set only when it was decided.
 */
export interface Resolution {
  /** The slot was taken or the hold was lost while the person stood at the desk, so the slot is booked all the same. */
  readonly override?: boolean;
  /** When it was booked all the same, this desk itself was giving the slot back. */
  readonly overGivenBack?: boolean;
  /** A person was asked and said that the taken slot is to be booked all the same. */
  readonly overrideChosen?: boolean;
  /** The slot does not exist any more, so its time is asked for without it. */
  readonly withoutSlot?: boolean;
  /** The slot was not to be had, so this one is asked for instead. `tried` counts how often another one was chosen. */
  readonly otherSlot?: { readonly slotId: string; readonly startsAtMs: number; readonly tried: number };
  /** How often the hold was made again, because it was lost before it was confirmed. */
  readonly heldAgain?: number;
  /** It is not known whether the service carried out an earlier try. */
  readonly doubted?: boolean;
  /** The service has answered a try with something else than was asked for, or has taken it and not kept it. */
  readonly notAsAsked?: boolean;
  /** An earlier try is in doubt, and the service has said once that it knows no such hold. */
  readonly goneOnce?: boolean;
  /** The service has said of a confirmation that it knows no such hold any more. */
  readonly gone?: boolean;
  /** The service has the appointment that is to be confirmed, and does not know the patient whom it is for. */
  readonly patientUnknown?: boolean;
  /** The service held a slot at this location instead of the one asked for; that slot was given back. */
  readonly heldElsewhere?: string;
  /** The service held a slot that begins then (milliseconds since the epoch) instead of the one asked for; that slot was given back. */
  readonly heldAtMs?: number;
  /** The hold ended and nobody confirmed it, so the slot is free again. */
  readonly lapsed?: boolean;
  /** The row was restored from a backup, and it is not known what happened after that backup. */
  readonly restored?: boolean;
  /** A confirmation that was once restored from a backup: whoever stood at the desk then has left, so a lost hold is not made again. */
  readonly fromBackup?: boolean;
  /** How often a person had it sent again although an earlier try may have been carried out. */
  readonly repeats?: number;
  /** A person said that it was carried out; the service has not shown it. */
  readonly saidDone?: boolean;
  /** A cancellation that was carried out, and is sent once more because the service has the appointment again. */
  readonly undone?: boolean;
  /** Where a person was told that the appointment stands: sent again, it is changed from there. */
  readonly toldPlace?: { readonly locationId: string; readonly startsAtMs: number };
  /** The reference (null: none) that a person was told the service has: sent again, it is replaced. */
  readonly toldReference?: string | null;
  /** Why a person gave the change up. */
  readonly discardReason?: string;
  /** The service's id of a patient whom it knew already, and whom a person chose instead of creating one. */
  readonly linkedServerId?: string;
}

/** A change with what has become of it. Times are milliseconds since the epoch. */
export interface OutboxRow {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  /** The change with its payload; null when this version of the app cannot read it. */
  readonly change: Change | null;
  readonly subjectId: string;
  readonly visitId: string | null;
  readonly state: OutboxState;
  /** True while a row that has to be finished first is not. */
  readonly waiting: boolean;
  readonly attempts: number;
  readonly attemptedAtMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly lastError: AppError | null;
  /** What the service answered, kept when a person has to compare it with what was asked. */
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

// A row does not wait for one that was given up: rows that cannot do without it were stopped when that happened.
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

/** The state that screens show: `waiting` for a pending row that another one has to precede, else its own. */
export function shownState(row: Pick<OutboxRow, 'state' | 'waiting'>): ShownState {
  return row.state === 'pending' && row.waiting ? 'waiting' : row.state;
}

/** What the state of a row means for the record that it changes. */
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

/** Sequences of the unfinished rows whose subjects are these records (local ids). */
export function listOpenSequences(db: Db, subjectIds: readonly string[]): number[] {
  return all<{ sequence: number }>(
    db,
    `SELECT sequence FROM outbox WHERE ${OPEN} AND subject_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(subjectIds)],
  ).map((row) => row.sequence);
}

/** The row with this id; null when there is none. */
export function findRow(db: Db, id: string): OutboxRow | null {
  const row = get<OutboxTableRow>(db, `${SELECT} WHERE outbox.id = ?`, [id]);
  return row && toRow(row);
}

/** The row at this place in the order in which rows were saved; null when there is none. */
export function findRowBySequence(db: Db, sequence: number): OutboxRow | null {
  const row = get<OutboxTableRow>(db, `${SELECT} WHERE outbox.sequence = ?`, [sequence]);
  return row && toRow(row);
}

/**
 * Rows in the order in which they were saved. `open`: not finished; `attention`: a person has to decide; `all`: the
 * newest 500.
 */
export function listRows(db: Db, show: 'open' | 'attention' | 'all'): OutboxRow[] {
  const sql = {
    open: `${SELECT} WHERE ${OPEN} ORDER BY outbox.sequence`,
    attention: `${SELECT} WHERE ${OPEN} AND outbox.state IN ${ATTENTION} ORDER BY outbox.sequence`,
    all: `SELECT * FROM (${SELECT} ORDER BY outbox.sequence DESC LIMIT 500) ORDER BY sequence`,
  }[show];
  return all<OutboxTableRow>(db, sql).map(toRow);
}

/**
 * The rows about which a person has to decide, and `most` of the others: the first unfinished ones for `open`, the newest of all
 * for `all`. In the order in which they were saved.
 */
export function listRowsToShow(db: Db, show: 'open' | 'all', most: number): OutboxRow[] {
  const others = {
    open: `SELECT sequence FROM outbox WHERE ${OPEN} AND outbox.state NOT IN ${ATTENTION} ORDER BY sequence LIMIT ?`,
    all: `SELECT sequence FROM outbox WHERE outbox.state NOT IN ${ATTENTION} ORDER BY sequence DESC LIMIT ?`,
  }[show];
  const shown = `SELECT sequence FROM (${others}) UNION ALL SELECT sequence FROM outbox WHERE outbox.state IN ${ATTENTION}`;
  return all<OutboxTableRow>(db, `${SELECT} WHERE outbox.sequence IN (${shown}) ORDER BY outbox.sequence`, [
    most,
  ]).map(toRow);
}

/** How many rows, finished ones included, need no decision of a person. */
export function countRowsWithoutNeed(db: Db): number {
  const sql = `SELECT count(*) AS count FROM outbox WHERE state NOT IN ${ATTENTION}`;
  return get<{ count: number }>(db, sql)?.count ?? 0;
}

/** Rows whose subjects are these records (local ids), finished ones included, in the order in which they were saved. */
export function listRowsOfSubjects(db: Db, subjectIds: Iterable<string>): OutboxRow[] {
  return allAmong<OutboxTableRow>(
    db,
    `${SELECT} WHERE outbox.subject_id IN (SELECT value FROM json_each(?)) ORDER BY outbox.sequence`,
    subjectIds,
  ).map(toRow);
}

/** Rows whose subject is one of these, and those of `kinds` that name one in `field` of their payload, as they were saved. */
function listRowsNaming(
  db: Db,
  ids: readonly string[],
  field: string,
  kinds: readonly ChangeKind[],
): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE outbox.subject_id IN (SELECT value FROM json_each(@ids))
       OR outbox.kind IN (SELECT value FROM json_each(@kinds))
       AND json_extract(outbox.payload, @path) IN (SELECT value FROM json_each(@ids)) ORDER BY outbox.sequence`,
    { ids: JSON.stringify(ids), kinds: JSON.stringify(kinds), path: `$.${field}` },
  ).map(toRow);
}

/**
 * Rows that change this registration (local id) or ask something about it, finished ones included, in the order in which
 * they were saved.
 */
export function listRowsAbout(db: Db, registrationId: string): OutboxRow[] {
  return listRowsNaming(db, [registrationId], 'registrationId', [
    'registration.retest',
    'registration.sendCompleteEmail',
  ]);
}

/**
 * Rows that make an order or ask something about it, finished ones included, as they were saved. `ids`: the desk's own id of it and the
 * service's, by which it was asked about where it was opened before it was known to be the one made here.
 */
export function listRowsOfOrder(db: Db, ids: readonly string[]): OutboxRow[] {
  return listRowsNaming(db, ids, 'orderId', ['order.refund', 'order.reship']);
}

/** What the changes of this kind are about, finished ones included, the latest first. */
export function listSubjectsOfKind(db: Db, kind: ChangeKind): string[] {
  return all<{ subject_id: string }>(
    db,
    'SELECT subject_id FROM outbox WHERE kind = ? ORDER BY sequence DESC',
    [kind],
  ).map((row) => row.subject_id);
}

/**
 * Unfinished rows that can be sent or looked up without a person and wait for no other row, in the order in which they
 * were saved.
 */
export function listReadyRows(db: Db): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE ${OPEN} AND outbox.state IN ('pending', 'unknown') AND NOT ${WAITING} ORDER BY outbox.sequence`,
  ).map(toRow);
}

/**
 * Rows that were confirmed or given up after a time (milliseconds since the epoch by the service's clock), and those that were sent after
 * it and have not ended yet.
 */
export function listRecentlySent(db: Db, afterMs: number): OutboxRow[] {
  return all<OutboxTableRow>(
    db,
    `${SELECT} WHERE outbox.state IN ('confirmed', 'discarded') AND outbox.finished_at_ms > @afterMs
     UNION ALL ${SELECT} WHERE ${OPEN} AND outbox.attempts > 0 AND outbox.attempted_at_ms > @afterMs ORDER BY sequence`,
    { afterMs },
  ).map(toRow);
}

export interface VisitRowState {
  readonly id: string;
  readonly kind: string;
  readonly state: ShownState;
  /** The whole row. */
  readonly row: OutboxRow;
  /** The service has said that it knows no such hold any more. */
  readonly gone: boolean;
  /** It is not known whether the service carried out an earlier try. */
  readonly doubted: boolean;
}

/** Changes of a visit that the service has not confirmed, in the order in which they were saved. */
export function listOpenRowsOfVisit(db: Db, visitId: string): VisitRowState[] {
  return all<OutboxTableRow>(db, `${SELECT} WHERE outbox.visit_id = ? AND ${OPEN} ORDER BY outbox.sequence`, [
    visitId,
  ])
    .map(toRow)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      state: shownState(row),
      row,
      gone: row.resolution.gone === true,
      doubted: row.resolution.doubted === true,
    }));
}

/** Local ids of the records that unfinished changes of one kind are about, each once. */
export function listSubjectsOfOpenRows(db: Db, kind: string): string[] {
  return all<{ subject_id: string }>(
    db,
    `SELECT DISTINCT subject_id FROM outbox WHERE kind = ? AND state NOT IN ${FINISHED}`,
    [kind],
  ).map((row) => row.subject_id);
}

/** All rows that wait for this one, also those that wait for such a row in turn. */
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

/** Which of these rows wait, at whatever remove, for one that a person has to decide about. */
export function waitingForAPerson(db: Db, sequences: readonly number[]): ReadonlySet<number> {
  const rows = all<{ sequence: number }>(
    db,
    `WITH RECURSIVE above (sequence, parent) AS (
       SELECT sequence, parent_sequence FROM outbox_dependency WHERE sequence IN (SELECT value FROM json_each(?))
       UNION SELECT above.sequence, outbox_dependency.parent_sequence FROM above
         JOIN outbox_dependency ON outbox_dependency.sequence = above.parent)
     SELECT DISTINCT above.sequence FROM above JOIN outbox ON outbox.sequence = above.parent
     WHERE outbox.state IN ${ATTENTION}`,
    [JSON.stringify(sequences)],
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

export interface OutboxCounts {
  /** Not sent yet, or in doubt and being looked up. */
  readonly waiting: number;
  readonly sending: number;
  readonly attention: number;
  /** Given up by a person; the service will not learn of them. */
  readonly givenUp: number;
}

const WAITING_STATES = ['pending', 'unknown'] as const satisfies readonly OutboxState[];

/** How many rows are in which group of states; see {@link OutboxCounts}. */
export function countRows(db: Db): OutboxCounts {
  const rows = all<{ state: OutboxState; count: number }>(
    db,
    // The states are named one by one, so that the index is used and the many confirmed rows are not read.
    // A move whose place a later change took ended without a reason, and nobody gave it up.
    `SELECT state, count(*) AS count FROM outbox WHERE state IN (SELECT value FROM json_each(?))
       AND NOT (state = 'discarded' AND kind = 'appointment.move' AND json_extract(coalesce(resolution, '{}'), '$.discardReason') IS NULL)
     GROUP BY state`,
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
