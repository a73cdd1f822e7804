// Writes the outbox. A row is written in the transaction of the change that it is about, and its state changes only in
// ways that the table of states allows (domain/outbox-state.ts).
import type { AppError } from '../../../domain/app-error.ts';
import { CHANGE_PAYLOADS } from '../../../domain/change.ts';
import type { Change } from '../../../domain/change.ts';
import { canMoveTo } from '../../../domain/outbox-state.ts';
import type { OutboxState } from '../../../domain/outbox-state.ts';
import { run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { findRow, findRowBySequence } from './outbox.ts';
import type { OutboxRow, Resolution } from './outbox.ts';

/** A row to be written. */
interface NewRow {
  readonly id: string;
  readonly change: Change;
  readonly subjectId: string;
  readonly visitId: string | null;
  readonly actor: string;
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** Sequences of the rows that have to be finished before this one is sent. */
  readonly parents: Iterable<number>;
}

/**
 * The payload as its schema reads it. Anything else that a caller gave is dropped, so that it is neither stored nor
 * sent.
 */
function payloadText(change: Change): string {
  return JSON.stringify(CHANGE_PAYLOADS[change.kind].schema.parse(change.payload));
}

/**
 * Writes a row as `pending`, with the rows that it waits for. Call it inside a transaction. Throws a `ZodError` when
 * the payload does not fit its kind, because such a change could never be sent.
 */
export function insertRow(db: Db, row: NewRow): OutboxRow {
  run(
    db,
    `INSERT INTO outbox (id, kind, payload_version, payload, subject_id, visit_id, state, actor, command_id, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
    [
      row.id,
      row.change.kind,
      CHANGE_PAYLOADS[row.change.kind].version,
      payloadText(row.change),
      row.subjectId,
      row.visitId,
      row.actor,
      row.commandId,
      row.createdAtMs,
    ],
  );
  const { sequence } = findRow(db, row.id) as OutboxRow;
  for (const parent of row.parents) waitFor(db, sequence, parent);
  return findRow(db, row.id) as OutboxRow;
}

/** Makes a row wait until an earlier one is finished. */
export function waitFor(db: Db, sequence: number, parentSequence: number): void {
  if (parentSequence >= sequence) throw new RangeError('A row can wait for earlier ones only.');
  run(db, 'INSERT OR IGNORE INTO outbox_dependency (sequence, parent_sequence) VALUES (?, ?)', [
    sequence,
    parentSequence,
  ]);
}

/** What is written with a new state. Fields that are left out stay as they are. */
interface RowUpdate {
  readonly attempts?: number;
  readonly attemptedAtMs?: number;
  readonly nextAttemptAtMs?: number | null;
  readonly lastError?: AppError | null;
  readonly answer?: unknown;
  readonly resolution?: Resolution;
  readonly finishedAtMs?: number | null;
  readonly change?: Change;
}

/** The table of states does not allow this step. It is always a mistake in the code that asked for it. */
export class IllegalMove extends Error {
  constructor(row: Pick<OutboxRow, 'id' | 'state'>, to: OutboxState) {
    super(`A row that is ${row.state} cannot become ${to}.`);
    this.name = 'IllegalMove';
  }
}

/**
 * Gives a row another state, checked against its state on the disk at this moment. Returns the row.
 *
 *     moveRow(db, row.sequence, 'confirmed', { finishedAtMs: nowMs });
 *
 * @throws IllegalMove when its present state does not allow it
 */
export function moveRow(db: Db, sequence: number, to: OutboxState, update: RowUpdate = {}): OutboxRow {
  const row = findRowBySequence(db, sequence);
  if (!row) throw new Error('There is no such row.');
  if (!canMoveTo(row.state, to)) throw new IllegalMove(row, to);
  changeRow(db, sequence, update);
  run(db, 'UPDATE outbox SET state = ? WHERE sequence = ?', [to, sequence]);
  return findRowBySequence(db, sequence) as OutboxRow;
}

/** Changes other fields of a row and leaves its state. */
export function changeRow(db: Db, sequence: number, update: RowUpdate): void {
  const columns: Record<string, unknown> = {};
  if (update.attempts !== undefined) columns['attempts'] = update.attempts;
  if (update.attemptedAtMs !== undefined) columns['attempted_at_ms'] = update.attemptedAtMs;
  if (update.nextAttemptAtMs !== undefined) columns['next_attempt_at_ms'] = update.nextAttemptAtMs;
  if (update.lastError !== undefined) columns['last_error'] = jsonOrNull(update.lastError);
  if (update.answer !== undefined) columns['answer'] = jsonOrNull(update.answer);
  if (update.resolution !== undefined) columns['resolution'] = jsonOrNull(update.resolution);
  if (update.finishedAtMs !== undefined) columns['finished_at_ms'] = update.finishedAtMs;
  if (update.change !== undefined) {
    columns['payload'] = payloadText(update.change);
    columns['payload_version'] = CHANGE_PAYLOADS[update.change.kind].version;
  }
  const names = Object.keys(columns);
  if (names.length === 0) return;
  run(
    db,
    `UPDATE outbox SET ${names.map((name) => `${name} = @${name}`).join(', ')} WHERE sequence = @sequence`,
    {
      ...columns,
      sequence,
    },
  );
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
