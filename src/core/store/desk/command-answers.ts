// The first answer to each command id. When a command is sent again (the answer was lost, a double click, a second
// window), it gets this answer and nothing is done twice.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface CommandAnswer {
  readonly name: string;
  readonly inputHash: string;
  readonly answer: unknown;
}

/** The answer to a command id; null when there was none. */
export function findCommandAnswer(db: Db, commandId: string): CommandAnswer | null {
  const row = get<{ name: string; input_hash: string; answer: string }>(
    db,
    'SELECT name, input_hash, answer FROM command_answer WHERE command_id = ?',
    [commandId],
  );
  return row
    ? { name: row.name, inputHash: row.input_hash, answer: JSON.parse(row.answer) as unknown }
    : null;
}

export function saveCommandAnswer(
  db: Db,
  commandId: string,
  answer: CommandAnswer & { readonly atMs: number },
): void {
  run(db, 'INSERT INTO command_answer (command_id, name, input_hash, answer, at_ms) VALUES (?, ?, ?, ?, ?)', [
    commandId,
    answer.name,
    answer.inputHash,
    JSON.stringify(answer.answer),
    answer.atMs,
  ]);
}

/**
 * Removes answers given before an instant (milliseconds since the epoch), the oldest first, `limit` at most. Returns
 * how many. Rows are in the order in which the answers were given, so an index of the times is not needed.
 */
export function forgetCommandAnswers(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    `DELETE FROM command_answer WHERE rowid IN (
       SELECT rowid FROM (SELECT rowid, at_ms FROM command_answer ORDER BY rowid LIMIT @limit) WHERE at_ms < @beforeMs)`,
    { beforeMs, limit },
  );
}
