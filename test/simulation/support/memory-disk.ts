// A database in memory in place of the encrypted file, for most simulated days: what was committed is there after a power cut,
// what was not is gone. Schema, pragmas and the count of commits are those of the file; what guards files does nothing. It is
// made once for each process and emptied for each day, because making it and preparing statements took most of a day.
import Database from 'better-sqlite3-multiple-ciphers';
import type { Statement } from 'better-sqlite3-multiple-ciphers';
import { countCommit, lastCommit } from '../../../src/core/store/db/commit-count.ts';
import { watchCommits } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/db/database.ts';
import { migrate } from '../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../src/core/store/db/migrations/index.ts';
import type { Store } from '../../../src/core/store/open.ts';

/**
 * What is left of a day is taken away in this order, after all else: other tables refer to the first two, and removing from them marks
 * visits in the third. So foreign keys need not be switched off, after which every statement would be prepared anew.
 */
const EMPTIED_LAST = ['visit', 'outbox', 'identity_review', 'commit_count', 'sqlite_sequence'];

type Row = Readonly<Record<string, unknown>>;

/** The database of this process, with every statement that was ever prepared on it. */
class SharedMemory {
  readonly db = new Database(':memory:');
  readonly #statements = new Map<string, Statement>();
  readonly #tables: readonly string[];
  readonly #chain: Row;

  constructor() {
    this.db.pragma('temp_store = MEMORY');
    // There is no disk to wait for.
    this.db.pragma('synchronous = OFF');
    this.db.pragma('foreign_keys = ON');
    migrate(this.db, MIGRATIONS);
    this.#chain = this.prepare('SELECT * FROM activity_chain').get() as Row;
    const names = this.prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT IN ('activity_chain', 'sqlite_schema')`,
    )
      .all()
      .map((row) => (row as { readonly name: string }).name);
    this.#tables = [...names.filter((name) => !EMPTIED_LAST.includes(name)), ...EMPTIED_LAST];
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Takes away everything that the day before has left. */
  empty(): void {
    this.prepare('BEGIN').run();
    // The activity is never deleted, unless the chain says that it may be.
    this.prepare('UPDATE activity_chain SET removed_up_to = 9007199254740991').run();
    for (const table of this.#tables) this.prepare(`DELETE FROM ${table}`).run();
    const columns = Object.keys(this.#chain);
    this.prepare(`UPDATE activity_chain SET ${columns.map((name) => `${name} = @${name}`).join(', ')}`).run(
      this.#chain,
    );
    this.prepare('COMMIT').run();
  }
}

let shared: SharedMemory | null = null;

/** A connection that one run of the desk has: closed by a power cut, whatever is still at work then. */
class MemoryConnection {
  open = true;
  readonly #memory: SharedMemory;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  #opened(): SharedMemory {
    if (!this.open) throw new TypeError('The database connection is not open');
    return this.#memory;
  }

  get inTransaction(): boolean {
    return this.open && this.#memory.db.inTransaction;
  }

  prepare(sql: string): Pick<Statement, 'readonly' | 'get' | 'all' | 'run'> {
    const statement = this.#opened().prepare(sql);
    const opened = (): Statement => (this.#opened(), statement);
    return {
      readonly: statement.readonly,
      get: (...values: unknown[]) => opened().get(...values),
      all: (...values: unknown[]) => opened().all(...values),
      run: (...values: unknown[]) => opened().run(...values),
    };
  }

  exec(sql: string): void {
    this.#opened().db.exec(sql);
  }

  pragma(source: string, options?: { readonly simple?: boolean }): unknown {
    return this.#opened().db.pragma(source, options);
  }

  close(): void {
    // A transaction in the midst of which the power fails is not committed.
    if (this.inTransaction) this.#memory.db.exec('ROLLBACK');
    this.open = false;
  }
}

/** What stays when the power fails. One at a time in each process. */
export class MemoryDisk {
  readonly #memory: SharedMemory;

  constructor() {
    shared ??= new SharedMemory();
    this.#memory = shared;
    this.#memory.empty();
  }

  /** Opens what is on the disk. One store at a time; closing its database is a power cut. */
  open(nowMs: () => number): Store {
    // The clock is read as often as for a file: a power cut is planned by how often it is read.
    nowMs();
    const db = new MemoryConnection(this.#memory) as unknown as Db;
    lastCommit(db);
    const listeners = new Set<() => void>();
    watchCommits(db, {
      beforeCommit(what) {
        if (what === 'kept') countCommit(db, nowMs());
      },
      afterCommit() {
        for (const listener of listeners) listener();
      },
    });
    let backedUpAtMs: number | null = null;
    return {
      db,
      file: ':memory:',
      notices: [],
      look: () => false,
      isLost: () => false,
      fence: () => {
        throw new Error('No other machine takes over on a simulated day.');
      },
      onCommit(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      isBackedUp: () => backedUpAtMs !== null,
      backedUpAtMs: () => backedUpAtMs,
      async backUp() {
        backedUpAtMs = nowMs();
        return 'in memory';
      },
      check: () => Promise.resolve(false),
      close: () => db.close(),
    };
  }
}
