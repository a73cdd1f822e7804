// The first answer to each command id. A lost answer, a double click or a second window asks again and gets it again.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface CommandAnswer {
  readonly name: string;
  readonly inputHash: string;
  readonly answer: unknown;
}

/** Null when the id was never answered. */
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
 * Forgets answers given before an instant (milliseconds since the epoch), `limit` at most, the oldest first. Returns how
 * many. Rows lie in the order in which the answers were given, so no index of their times is needed.
 */
export function forgetCommandAnswers(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    `DELETE FROM command_answer WHERE rowid IN (
       SELECT rowid FROM (SELECT rowid, at_ms FROM command_answer ORDER BY rowid LIMIT @limit) WHERE at_ms < @beforeMs)`,
    { beforeMs, limit },
  );
}
