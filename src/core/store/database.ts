// The open database as the rest of the engine holds it. Statements are written in this folder only.
import type BetterSqlite3 from 'better-sqlite3-multiple-ciphers';

export type Database = BetterSqlite3.Database;
