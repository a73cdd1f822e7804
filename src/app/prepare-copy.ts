// Prepares a PostgreSQL database for the copies of desks: roles, schema, sites. Whoever looks after the database runs it, with a
// login that may make roles; desks have no such rights.
import { connectPostgres } from '../adapters/postgres-copy.ts';
import type { PostgresAddress, PostgresConnection } from '../adapters/postgres-copy.ts';
import {
  ADD_SITE,
  FORMER_LOGIN,
  GRANT_ROLE,
  MIGRATIONS_HAD,
  NOTE_MIGRATION,
  POSTGRES_MIGRATIONS,
  PREPARE_ROLES,
} from '../core/store/copy/postgres-schema.ts';

/** What is to be there afterwards. Logins must exist already. */
export interface CopyPreparation {
  readonly site: { readonly id: string; readonly login: string } | null;
  /** A login that may read the counts of all sites; null: none more. */
  readonly fleetLogin: string | null;
}

/** What became of the database. */
export interface CopyPrepared {
  /** The version of its schema, which is a later one than ours where a newer Drawdesk has prepared it. */
  readonly version: number;
  readonly isOfNewerDrawdesk: boolean;
  /** The login that the site had and lost; null: it is new, or kept its own. */
  readonly formerLogin: string | null;
}

/**
 * Brings the database to the newest schema and adds what is wanted. It can be run again at any time, also while desks work.
 *
 * @throws CopyDatabaseFailure when the database cannot be reached; PostgreSQL's own error when it refuses something
 */
export async function prepareCopyDatabase(
  admin: PostgresAddress,
  wanted: CopyPreparation,
): Promise<CopyPrepared> {
  const connection = await connectPostgres(admin);
  try {
    await connection.query('BEGIN');
    await connection.query(PREPARE_ROLES);
    const version = await migrate(connection);
    const former = wanted.site
      ? await connection.query(FORMER_LOGIN, [wanted.site.id, wanted.site.login])
      : [];
    if (wanted.site) await connection.query(ADD_SITE, [wanted.site.id, wanted.site.login]);
    await connection.query('RESET ROLE');
    if (wanted.site) await connection.query(GRANT_ROLE, ['drawdesk_writer', wanted.site.login]);
    if (wanted.fleetLogin !== null) {
      await connection.query(GRANT_ROLE, ['drawdesk_fleet', wanted.fleetLogin]);
    }
    await connection.query('COMMIT');
    return {
      version,
      isOfNewerDrawdesk: version > NEWEST,
      formerLogin: former[0] ? String(former[0]['login']) : null,
    };
  } finally {
    // What was not committed is undone with it.
    await connection.close();
  }
}

const NEWEST = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0;

/** Returns the version of the schema afterwards. */
async function migrate(connection: PostgresConnection): Promise<number> {
  const had = new Set((await connection.query(MIGRATIONS_HAD)).map(({ version }) => Number(version)));
  for (const { version, sql } of POSTGRES_MIGRATIONS) {
    if (had.has(version)) continue;
    await connection.query(sql);
    await connection.query(NOTE_MIGRATION, [version]);
  }
  return Math.max(NEWEST, ...had);
}
