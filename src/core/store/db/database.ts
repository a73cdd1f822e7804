// The open database, and the four functions with which core/store uses it: get, all, run, transaction.
import type BetterSqlite3 from 'better-sqlite3-multiple-ciphers';

/** An open database. Only core/store uses it itself; other code passes it on to the functions of core/store. */
export type Db = BetterSqlite3.Database;

export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

// Preparing a statement takes longer than running most of them, so each is prepared once for each database and kept.
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

/** Is called around each commit of one database; see {@link watchCommits}. */
export interface CommitWatch {
  /**
   * Called inside a transaction that has changed something, before its commit. If it throws, the transaction is undone.
   */
  beforeCommit(): void;
  /** Called after that commit. If it throws, the caller of the transaction gets the error and must not say "saved". */
  afterCommit(): void;
}

const watches = new WeakMap<Db, CommitWatch>();

/** From now on `watch` is called around each commit of this connection that changes something. */
export function watchCommits(db: Db, watch: CommitWatch): void {
  watches.set(db, watch);
}

const totalChanges = (db: Db): number =>
  (prepare(db, 'SELECT total_changes() AS changes').get() as { changes: number }).changes;

/** Gives a writing statement outside a transaction one of its own, so that the watch learns of its commit too. */
function inTransaction<Value>(db: Db, statement: BetterSqlite3.Statement, work: () => Value): Value {
  const alone = !statement.readonly && !db.inTransaction && watches.has(db);
  return alone ? transaction(db, work) : work();
}

function bindings(parameters: Parameters): unknown[] {
  return Array.isArray(parameters) ? parameters : [parameters];
}

/**
 * The first row of a query; null when there is none.
 *
 *     get<{ name: string }>(db, 'SELECT name FROM staff WHERE initials = ?', ['JB'])?.name
 */
export function get<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row | null {
  const statement = prepare(db, sql);
  const row = inTransaction(db, statement, () => statement.get(...bindings(parameters)));
  return (row as Row | undefined) ?? null;
}

/**
 * All rows of a query. A list is passed as JSON.
 *
 *     all<{ id: string }>(db, 'SELECT id FROM visit WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
 */
export function all<Row = unknown>(db: Db, sql: string, parameters: Parameters = []): Row[] {
  const statement = prepare(db, sql);
  return inTransaction(db, statement, () => statement.all(...bindings(parameters))) as Row[];
}

/**
 * Runs a statement that returns no rows. Returns how many rows it changed.
 *
 *     run(db, 'UPDATE staff SET name = @name WHERE initials = @initials', { name, initials }) === 1
 */
export function run(db: Db, sql: string, parameters: Parameters = []): number {
  const statement = prepare(db, sql);
  return inTransaction(db, statement, () => statement.run(...bindings(parameters)).changes);
}

/**
 * Runs `work` in one transaction: what it wrote is on the disk when this returns, and undone when `work` throws. Inside
 * another transaction it is a savepoint of that one. `work` must not wait for anything: meanwhile other code's
 * statements would become part of the transaction.
 *
 *     const row = transaction(db, () => {
 *       insertVisit(db, visit);
 *       return enqueue(db, change);
 *     });
 */
export function transaction<Value>(db: Db, work: () => Value): Value {
  const nested = db.inTransaction;
  // Only the outermost transaction commits, so only that one is watched.
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
    // When the disk is full or gone, SQLite may have ended the transaction already.
    if (db.inTransaction) db.exec(nested ? 'ROLLBACK TO inner_work; RELEASE inner_work' : 'ROLLBACK');
    throw thrown;
  }
  if (changed) watch?.afterCommit();
  return value;
}
