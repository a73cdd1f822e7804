// A real PostgreSQL server for tests, in a temporary folder: from the machine's own installation. Where there is none, the tests
// that need it are skipped and say so.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { postgresAddressOf } from '../../src/app/copy-settings.ts';
import { prepareCopyDatabase } from '../../src/app/prepare-copy.ts';
import { connectPostgres } from '../../src/adapters/postgres-copy.ts';
import type { PostgresAddress, PostgresConnection } from '../../src/adapters/postgres-copy.ts';
import { freePort } from './free-port.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`; null where there is none. */
function findPrograms(): string | null {
  const newest = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...newest];
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

const programs = findPrograms();
/** Why tests with PostgreSQL are skipped; null where they run. */
export const postgresMissing: string | null =
  programs === null ? 'no PostgreSQL was found on the PATH or in /usr/lib/postgresql' : null;

/** PostgreSQL refuses to run as root, so it runs as the account `nobody` then. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string): number => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export interface TestPostgres {
  readonly port: number;
  /** A connection string for a login of this server. */
  connectionString(login: string, password?: string): string;
  /** How a login reaches it. */
  address(login: string): PostgresAddress;
  /** Makes a login and a site of it, with the schema. */
  addSite(site: string, login: string): Promise<void>;
  /** Makes a login that may read the counts of all sites. */
  addFleetLogin(login: string): Promise<void>;
  /** A connection with all rights. */
  admin(): Promise<PostgresConnection>;
  /** Ends the server as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same port, unless it runs. */
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

const PASSWORD = 'test-only';

/**
 * Starts a server. Close it at the end of the tests.
 *
 * @example
 * const postgres = await startPostgres();
 * await postgres.addSite('leeds', 'leeds_desk');
 * await postgres.remove();
 */
export async function startPostgres(): Promise<TestPostgres> {
  if (programs === null) throw new Error(postgresMissing ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-postgres-'));
  const as = account();
  if (as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    cwd: folder,
    ...as,
  } as const;
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '-N'],
    options,
  );
  const port = await freePort();
  let server: ChildProcess | null = null;

  const address = (login: string): PostgresAddress =>
    postgresAddressOf(connectionString(login), { where: 'test', authorities: null });
  const connectionString = (login: string, password = PASSWORD): string =>
    `postgres://${login}:${password}@127.0.0.1:${port}/postgres`;

  async function start(): Promise<void> {
    if (server !== null && server.exitCode === null) return;
    const own = spawn(
      join(programs ?? '', 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${folder}`,
      ],
      options,
    );
    server = own;
    for (;;) {
      try {
        return await (await connectPostgres(address('admin'))).close();
      } catch (thrown) {
        if (own.exitCode !== null) throw new Error('PostgreSQL did not start.', { cause: thrown });
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const own = server;
    server = null;
    if (own === null || own.exitCode !== null) return;
    const ended = new Promise((done) => own.once('close', done));
    own.kill(signal);
    await ended;
  }

  async function withAdmin(work: (admin: PostgresConnection) => Promise<unknown>): Promise<void> {
    const admin = await connectPostgres(address('admin'));
    await work(admin);
    await admin.close();
  }
  const makeLogin = (login: string): Promise<void> =>
    withAdmin((admin) => admin.query(`CREATE ROLE "${login}" LOGIN PASSWORD '${PASSWORD}'`));

  await start();
  return {
    port,
    connectionString,
    address,
    async addSite(site, login) {
      await makeLogin(login);
      await prepareCopyDatabase(address('admin'), { site: { id: site, login }, fleetLogin: null });
    },
    async addFleetLogin(login) {
      await makeLogin(login);
      await prepareCopyDatabase(address('admin'), { site: null, fleetLogin: login });
    },
    admin: () => connectPostgres(address('admin')),
    // At once, with what is on the disk; the children end with it, so that the port is free again.
    kill: () => end('SIGQUIT'),
    start,
    async remove() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
