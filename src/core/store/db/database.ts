// The open database and the few ways in which this folder asks it. Statements are written in this folder only.
import type BetterSqlite3 from 'better-sqlite3-multiple-ciphers';

export type Db = BetterSqlite3.Database;

export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

// Preparing costs more than most of our statements take to run; a prepared one lives as long as its database.
const prepared = new WeakMap<Db, Map<string, BetterSqlite3.Statement>>();

function prepare(db: Db, sql: string): BetterSqlite3.Statement {
  let statements = prepared.get(db);
  if (!statements) {
    statements = new Map();
    prepared.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

function bindings(parameters: Parameters): unknown[] {
  return Array.isArray(parameters) ? parameters : [parameters];
}

/** The first row, or null. */
export function get<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row | null {
  return (prepare(db, sql).get(...bindings(parameters)) as Row | undefined) ?? null;
}

/** Every row. */
export function all<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row[] {
  return prepare(db, sql).all(...bindings(parameters)) as Row[];
}

/** Runs a statement that returns no rows; answers with the number of rows changed. */
export function run(db: Db, sql: string, parameters: Parameters = []): number {
  return prepare(db, sql).run(...bindings(parameters)).changes;
}

/**
 * Runs `work` in one transaction, durable when it returns; all or nothing when it throws. Inside another transaction it
 * is a savepoint of that one. `work` must be synchronous: between two ticks somebody else's statements would slip in.
 */
export function transaction<Value>(db: Db, work: () => Value): Value {
  const nested = db.inTransaction;
  db.exec(nested ? 'SAVEPOINT inner_work' : 'BEGIN IMMEDIATE');
  try {
    const value = work();
    if (value instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.');
    db.exec(nested ? 'RELEASE inner_work' : 'COMMIT');
    return value;
  } catch (thrown) {
    // A full disk or a lost device may have ended the transaction already.
    if (db.inTransaction) db.exec(nested ? 'ROLLBACK TO inner_work; RELEASE inner_work' : 'ROLLBACK');
    throw thrown;
  }
}
