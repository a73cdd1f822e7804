// Answers about whole tables, such as how many rows there are, which are asked for again and again while nothing changes.
import { totalChanges } from './database.ts';
import type { Db } from './database.ts';

/** Each search for a text is a question of its own. */
const MOST_KEPT = 100;

interface Kept {
  /** Rows that this connection had changed when the answers were found. */
  readonly changes: number;
  readonly answers: Map<string, unknown>;
}

const kept = new WeakMap<Db, Kept>();

/**
 * The answer to a question about the database, from `find` or from before. Any write makes all of them invalid: a desk has one
 * connection, so it knows of each. `question` names the answer and everything that it depends on beside the database.
 *
 * @example keptAnswer(db, 'orders', () => get<{ found: number }>(db, 'SELECT count(*) AS found FROM mirror_order')?.found ?? 0)
 */
export function keptAnswer<Answer>(db: Db, question: string, find: () => Answer): Answer {
  // What a transaction has written may be undone, and nothing would say so.
  if (db.inTransaction) return find();
  const changes = totalChanges(db);
  let here = kept.get(db);
  if (here?.changes !== changes || here.answers.size >= MOST_KEPT) {
    here = { changes, answers: new Map() };
    kept.set(db, here);
  }
  if (!here.answers.has(question)) here.answers.set(question, find());
  return here.answers.get(question) as Answer;
}
