// The code that an error carries.

/** What Node, SQLite or PostgreSQL calls this error by (`ENOENT`, `SQLITE_FULL`, `28P01`); null where it carries no code. */
export const errorCode = (thrown: unknown): string | null =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
