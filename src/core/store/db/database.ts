// The open database, and the functions with which core/store uses it: get, all, run, transaction, mirrorTransaction.
import type BetterSqlite3 from 'better-sqlite3-multiple-ciphers';

/** An open database. Only core/store uses it itself; other code passes it on to the functions of core/store. */
export type Db = BetterSqlite3.Database;

export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

const FULL = 2;

/** Connections whose commits wait for the disk, as was settled when each was opened. */
const waiting = new WeakMap<Db, boolean>();

function waitsForDisk(db: Db): boolean {
  let waits = waiting.get(db);
  if (waits === undefined) {
    waits = db.pragma('synchronous', { simple: true }) === FULL;
    waiting.set(db, waits);
  }
  return waits;
}

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

/** What a commit has changed: something that must be kept, or only records that the service can be asked for again. */
export type Commits = 'kept' | 'can be read again';

/** Is called around each commit of one database; see {@link watchCommits}. */
export interface CommitWatch {
  /**
   * Called inside a transaction that has changed something, before its commit. If it throws, the transaction is undone.
   */
  beforeCommit(what: Commits): void;
  /** Called after that commit. If it throws, the caller of the transaction gets the error and must not say "saved". */
  afterCommit(what: Commits): void;
}

const watches = new WeakMap<Db, CommitWatch>();

/** From now on `watch` is called around each commit of this connection that changes something. */
export function watchCommits(db: Db, watch: CommitWatch): void {
  watches.set(db, watch);
}

/** How many rows this connection has changed since it was opened, undone changes included. */
export const totalChanges = (db: Db): number =>
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

const LIST = '(SELECT value FROM json_each(?))';

/** Up to so many ids are bound one by one: for a few, reading them from JSON takes longer than finding their rows. */
const FEW = 3;

const forFew = new Map<string, readonly string[]>();

/** The query about `count` ids that are bound one by one. */
function withFew(sql: string, count: number): string {
  let texts = forFew.get(sql);
  if (!texts) {
    if (!sql.includes(LIST)) throw new Error(`This query has no list of ids: ${sql}`);
    texts = Array.from({ length: FEW + 1 }, (_, few) =>
      sql.replace(LIST, `(${Array.from({ length: few }, () => '?').join(', ')})`),
    );
    forFew.set(sql, texts);
  }
  return texts[count] as string;
}

/**
 * All rows of a query about these ids, whose list is its last parameter, after those in `first`, and is written as in the example: for a
 * few ids it is replaced by one parameter for each. An id counts once. About no ids nothing is asked.
 *
 *     allAmong<{ id: string }>(db, 'SELECT id FROM visit WHERE date = ? AND id IN (SELECT value FROM json_each(?))', ids, [date])
 */
export function allAmong<Row = unknown>(
  db: Db,
  sql: string,
  ids: Iterable<string>,
  first: readonly unknown[] = [],
): Row[] {
  const among = [...new Set(ids)];
  if (among.length === 0) return [];
  if (among.length <= FEW) return all<Row>(db, withFew(sql, among.length), [...first, ...among]);
  return all<Row>(db, sql, [...first, JSON.stringify(among)]);
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
export const transaction = <Value>(db: Db, work: () => Value): Value => commitOf(db, work, 'kept');

/**
 * A transaction of records that the service can be asked for again. It does not wait for the disk: after a power cut the
 * last of them may be missing, and are read again. Nothing that a person saved may be in it. The next
 * {@link transaction} brings them to the disk too, so they can never be missing before something that was saved later.
 */
export const mirrorTransaction = <Value>(db: Db, work: () => Value): Value =>
  commitOf(db, work, 'can be read again');

function commitOf<Value>(db: Db, work: () => Value, what: Commits): Value {
  const nested = db.inTransaction;
  // Only the outermost transaction commits, so only that one is watched, and says whether the disk is waited for.
  const watch = nested ? undefined : watches.get(db);
  const hurried = !nested && what === 'can be read again' && waitsForDisk(db);
  const changesBefore = watch ? totalChanges(db) : 0;
  let changed = false;
  let value: Value;
  if (hurried) db.pragma('synchronous = NORMAL');
  try {
    prepare(db, nested ? 'SAVEPOINT inner_work' : 'BEGIN IMMEDIATE').run();
    try {
      value = work();
      if (value instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.');
      changed = watch !== undefined && totalChanges(db) !== changesBefore;
      if (changed) watch?.beforeCommit(what);
      prepare(db, nested ? 'RELEASE inner_work' : 'COMMIT').run();
    } catch (thrown) {
      // When the disk is full or gone, SQLite may have ended the transaction already.
      if (db.inTransaction) db.exec(nested ? 'ROLLBACK TO inner_work; RELEASE inner_work' : 'ROLLBACK');
      throw thrown;
    }
  } finally {
    if (hurried) db.pragma('synchronous = FULL');
  }
  if (changed) watch?.afterCommit(what);
  return value;
}
