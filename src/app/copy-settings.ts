// `site.copy` of the managed settings: which PostgreSQL database the desk's own facts are copied to, and how it is reached.
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../domain/error-code.ts';
import type { PostgresAddress } from '../adapters/postgres-copy.ts';
import { isLoopbackHost } from '../domain/web-address.ts';
import type { ReadSecret } from './environment.ts';
import { StartProblem } from './start-problem.ts';

const DEFAULT_PORT = 5432;

const environmentVariable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable');
const wholePath = z.string().refine((path) => isAbsolute(path), 'must be a whole path');

/** Where a connection string is kept: in one of the two, and never in the settings themselves. */
const connection = {
  connectionFromEnvironment: environmentVariable.optional(),
  connectionFromFile: wholePath.optional(),
};
type Connection = z.output<z.ZodObject<typeof connection>>;
const hasOneConnection = (given: Connection): boolean =>
  (given.connectionFromEnvironment === undefined) !== (given.connectionFromFile === undefined);
const ONE_CONNECTION = 'needs either connectionFromEnvironment or connectionFromFile';

const siteId = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 lower-case letters, digits and hyphens');

/**
 * Refuses what the database would refuse as the name of a site.
 *
 * @throws StartProblem
 */
export function requireSiteId(given: string): void {
  const { error } = siteId.safeParse(given);
  const problem = error?.issues[0]?.message;
  if (problem !== undefined) {
    throw new StartProblem(`The name of a site ${problem}, as in --site=leeds-2, not "${given}".`);
  }
}

export const copySettingsSchema = z
  .strictObject({
    /** The site's name in the database. */
    site: siteId,
    ...connection,
    /** PEM file with the authorities that have signed the database's certificate; without it those that Node trusts. */
    authoritiesFile: wholePath.optional(),
    /** For a take-over without a terminal. */
    recoveryKeyFromEnvironment: environmentVariable.optional(),
    /** A login that may read the counts of all sites. */
    fleet: z.strictObject(connection).refine(hasOneConnection, ONE_CONNECTION).optional(),
  })
  .refine(hasOneConnection, ONE_CONNECTION);

export interface CopySettings {
  readonly site: string;
  readonly address: PostgresAddress;
  readonly fleet: PostgresAddress | null;
  /** As a person wrote it down; null: it is asked for when it is needed. */
  readonly recoveryKey: string | null;
}

/**
 * Reads what the settings name. Messages name the key and never the connection string, which holds a password.
 *
 * @throws StartProblem
 */
export async function readCopySettings(
  given: z.output<typeof copySettingsSchema>,
  { file, readSecret }: { readonly file: string; readonly readSecret: ReadSecret },
): Promise<CopySettings> {
  const authorities =
    given.authoritiesFile === undefined
      ? null
      : await textOf(given.authoritiesFile, `${file}: site.copy.authoritiesFile`);
  const addressOf = async (from: Connection, where: string): Promise<PostgresAddress> => {
    const text =
      from.connectionFromFile === undefined
        ? readSecret(from.connectionFromEnvironment ?? '')
        : await textOf(from.connectionFromFile, `${where}.connectionFromFile`);
    if (text === undefined || text.trim() === '') {
      throw new StartProblem(
        `${where}: the connection string is missing (${from.connectionFromEnvironment ?? from.connectionFromFile}).`,
      );
    }
    return postgresAddressOf(text.trim(), { where, authorities });
  };
  return {
    site: given.site,
    address: await addressOf(given, `${file}: site.copy`),
    fleet: given.fleet ? await addressOf(given.fleet, `${file}: site.copy.fleet`) : null,
    recoveryKey:
      given.recoveryKeyFromEnvironment === undefined
        ? null
        : (readSecret(given.recoveryKeyFromEnvironment) ?? null),
  };
}

/**
 * Takes a connection string apart. Off this very machine TLS is required and the certificate is checked; nothing in the
 * string can switch that off.
 *
 * @throws StartProblem that names `where` and not the string
 * @example postgresAddressOf('postgres://desk:secret@127.0.0.1/drawdesk', { where: 'copy', authorities: null }).tls // null
 */
export function postgresAddressOf(
  text: string,
  { where, authorities }: { readonly where: string; readonly authorities: string | null },
): PostgresAddress {
  const problem = (what: string): StartProblem =>
    new StartProblem(`${where}: the connection string ${what}.`);
  // It would end the address in the midst of a password, with words about what comes after it.
  if (text.includes('#')) throw problem('has a #: write that of a password as %23');
  if (!URL.canParse(text)) {
    throw problem(
      'is not an address such as postgres://LOGIN:PASSWORD@HOST/DATABASE, where / ? and @ of a password are written as %2F, %3F and %40',
    );
  }
  const url = new URL(text);
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    throw problem('does not begin with postgres://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw problem('has a % that stands for no sign: write % itself as %25');
    }
  };
  const database = plain(url.pathname.slice(1));
  if (host === '' || url.username === '' || database === '') throw problem('lacks host, login or database');
  const mode = url.searchParams.get('sslmode');
  const others = [...url.searchParams.keys()].filter((name) => name !== 'sslmode');
  if (others.length > 0) throw problem(`has the unknown parameter ${others[0]}`);
  const isHere = isLoopbackHost(host);
  if (mode !== null && mode !== 'verify-full') {
    throw problem(
      'may have no other sslmode than verify-full: off this machine its certificate is always checked',
    );
  }
  return {
    host,
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    user: plain(url.username),
    password: plain(url.password),
    database,
    tls: isHere && mode === null ? null : { authorities },
  };
}

async function textOf(path: string, where: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = errorCode(cause) ?? 'cannot be read';
    throw new StartProblem(`${where}: ${path} cannot be read (${code}).`, { cause });
  }
}
