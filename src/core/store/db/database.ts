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

/** Told of the commits of one database; see {@link watchCommits}. */
export interface CommitWatch {
  /** Inside a transaction that has changed something, just before its commit. What it throws undoes the transaction. */
  beforeCommit(): void;
  /** After that commit. What it throws reaches whoever made the transaction, which must then not be called saved. */
  afterCommit(): void;
}

const watches = new WeakMap<Db, CommitWatch>();

/** From now on `watch` is told of each commit of this connection that changes something. */
export function watchCommits(db: Db, watch: CommitWatch): void {
  watches.set(db, watch);
}

const totalChanges = (db: Db): number =>
  (prepare(db, 'SELECT total_changes() AS changes').get() as { changes: number }).changes;

/** A statement that writes is a transaction of its own where it stands in none, so that its commit is told as well. */
function inTransaction<Value>(db: Db, statement: BetterSqlite3.Statement, work: () => Value): Value {
  const alone = !statement.readonly && !db.inTransaction && watches.has(db);
  return alone ? transaction(db, work) : work();
}

function bindings(parameters: Parameters): unknown[] {
  return Array.isArray(parameters) ? parameters : [parameters];
}

/** The first row, or null. */
export function get<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row | null {
  const statement = prepare(db, sql);
  const row = inTransaction(db, statement, () => statement.get(...bindings(parameters)));
  return (row as Row | undefined) ?? null;
}

/** Every row. */
export function all<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row[] {
  const statement = prepare(db, sql);
  return inTransaction(db, statement, () => statement.all(...bindings(parameters))) as Row[];
}

/** Runs a statement that returns no rows; answers with the number of rows changed. */
export function run(db: Db, sql: string, parameters: Parameters = []): number {
  const statement = prepare(db, sql);
  return inTransaction(db, statement, () => statement.run(...bindings(parameters)).changes);
}

/**
 * Runs `work` in one transaction, durable when it returns; all or nothing when it throws. Inside another transaction it
 * is a savepoint of that one. `work` must be synchronous: between two ticks somebody else's statements would slip in.
 */
export function transaction<Value>(db: Db, work: () => Value): Value {
  const nested = db.inTransaction;
  // Only the outermost one commits.
  const watch = nested ? undefined : watches.get(db);
  const changesBefore = watch ? totalChanges(db) : 0;
  let changed = false;
  let value: Value;
  db.exec(nested ? 'SAVEPOINT inner_work' : 'BEGIN IMMEDIATE');
  try {
    value = work();
    if (value instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.');
    changed = watch !== undefined && totalChanges(db) !== changesBefore;
    if (changed) watch?.beforeCommit();
    db.exec(nested ? 'RELEASE inner_work' : 'COMMIT');
  } catch (thrown) {
    // A full disk or a lost device may have ended the transaction already.
    if (db.inTransaction) db.exec(nested ? 'ROLLBACK TO inner_work; RELEASE inner_work' : 'ROLLBACK');
    throw thrown;
  }
  if (changed) watch?.afterCommit();
  return value;
}
