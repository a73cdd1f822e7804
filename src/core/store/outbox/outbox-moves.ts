// Writing the outbox. A row is written in the transaction of the change that it speaks of, and goes from state to state
// only by steps that the table of states allows (domain/outbox-state.ts).
import type { AppError } from '../../../domain/app-error.ts';
import { CHANGE_PAYLOADS } from '../../../domain/change.ts';
import type { Change } from '../../../domain/change.ts';
import { canMoveTo } from '../../../domain/outbox-state.ts';
import type { OutboxState } from '../../../domain/outbox-state.ts';
import { run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { findRow, findRowBySequence } from './outbox.ts';
import type { OutboxRow, Resolution } from './outbox.ts';

/** A row to be written, as it stands on disk. */
export interface NewRow {
  readonly id: string;
  readonly change: Change;
  readonly subjectId: string;
  readonly visitId: string | null;
  readonly actor: string;
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** Sequences of the rows that have to be finished first. */
  readonly parents: Iterable<number>;
}

/** What is written down of a change: what its schema knows, and nothing that a caller gave beside it. */
function payloadText(change: Change): string {
  return JSON.stringify(CHANGE_PAYLOADS[change.kind].schema.parse(change.payload));
}

/**
 * Writes a row down as `pending`, with the rows it waits for. Call it inside a transaction. Throws a `ZodError` when the
 * payload does not fit its kind: such a change could never be sent.
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

/** Makes a row wait for an earlier one. */
export function waitFor(db: Db, sequence: number, parentSequence: number): void {
  if (parentSequence >= sequence) throw new RangeError('A row can wait for earlier ones only.');
  run(db, 'INSERT OR IGNORE INTO outbox_dependency (sequence, parent_sequence) VALUES (?, ?)', [
    sequence,
    parentSequence,
  ]);
}

/** What changes with a row's state. Fields left out stay as they are. */
export interface RowUpdate {
  readonly attempts?: number;
  readonly attemptedAtMs?: number;
  readonly nextAttemptAtMs?: number | null;
  readonly lastError?: AppError | null;
  readonly answer?: unknown;
  readonly resolution?: Resolution;
  readonly finishedAtMs?: number | null;
  readonly change?: Change;
}

/** A step that the table of states does not allow; always a mistake in the code that asked for it. */
export class IllegalMove extends Error {
  constructor(row: Pick<OutboxRow, 'id' | 'state'>, to: OutboxState) {
    super(`A row that is ${row.state} cannot become ${to}.`);
    this.name = 'IllegalMove';
  }
}

/** Moves a row, by its state on disk at this moment. Throws {@link IllegalMove} where the table says no. */
export function moveRow(db: Db, sequence: number, to: OutboxState, update: RowUpdate = {}): OutboxRow {
  const row = findRowBySequence(db, sequence);
  if (!row) throw new Error('There is no such row.');
  if (!canMoveTo(row.state, to)) throw new IllegalMove(row, to);
  changeRow(db, sequence, update);
  run(db, 'UPDATE outbox SET state = ? WHERE sequence = ?', [to, sequence]);
  return findRowBySequence(db, sequence) as OutboxRow;
}

/** Changes what is known of a row without moving it. */
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
