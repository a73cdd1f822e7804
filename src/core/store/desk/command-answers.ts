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

/** Forgets answers nobody can still be waiting for. Returns how many. */
export function forgetCommandAnswers(db: Db, beforeMs: number): number {
  return run(db, 'DELETE FROM command_answer WHERE at_ms < ?', [beforeMs]);
}
