// The database of the copy, over the PostgreSQL client `pg`. The client is loaded at the first use, so that a desk without a
// copy never loads it.
import type { Client, ClientConfig } from 'pg';
import { errorCode } from '../domain/error-code.ts';
import { CopyDatabaseFailure } from '../core/ports/copy.ts';
import type { CopyBatch, CopyDatabase, CopyHolder } from '../core/ports/copy.ts';

const CONNECT_MS = 5_000;
const ANSWER_MS = 20_000;

/** Where the database is, and how it is reached. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Null: without TLS, which `app` allows on this very machine only. `authorities`: PEM; null: those that Node trusts. */
  readonly tls: { readonly authorities: string | null } | null;
}

/** An open connection, for whoever prepares the database. */
export interface PostgresConnection {
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Errors by which PostgreSQL says that waiting does not help: login, rights, no such function, or no such site (ours). */
const REFUSALS = /^(28|3D|42|DD)/;

/** What a database says that is reached and cannot do it now, by how its error begins: waiting helps, or somebody who looks after it does. */
const SHORTAGES: readonly (readonly [begin: RegExp, words: string])[] = [
  [/^53100/, 'its disk is full'],
  [/^53300/, 'it takes no more connections'],
  [/^57P0/, 'it is starting or stopping'],
  [/^25006/, 'it can only be read at present'],
  // Any other error of PostgreSQL; those of the line are words, such as EPIPE.
  [/^(\d|F0|HV|P0|XX)/, 'it could not do it'],
];

function failureOf(thrown: unknown): CopyDatabaseFailure {
  if (thrown instanceof CopyDatabaseFailure) return thrown;
  const code = errorCode(thrown) ?? '';
  if (code.startsWith('28')) return new CopyDatabaseFailure('refused', `the login is not accepted (${code})`);
  if (code.startsWith('3D')) return new CopyDatabaseFailure('refused', `there is no such database (${code})`);
  if (code === 'DD404') {
    return new CopyDatabaseFailure('refused', 'the database holds no such site for this login');
  }
  if (REFUSALS.test(code)) {
    return new CopyDatabaseFailure(
      'refused',
      `the database was not prepared for copies, or the login lacks a right (${code})`,
    );
  }
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME/.test(code);
  if (isCertificate) return new CopyDatabaseFailure('refused', `its certificate is not trusted (${code})`);
  const shortage = SHORTAGES.find(([begin]) => begin.test(code));
  if (shortage) return new CopyDatabaseFailure('unreachable', `${shortage[1]} (${code})`);
  return new CopyDatabaseFailure(
    'unreachable',
    code === '' ? 'it does not answer' : `no connection (${code})`,
  );
}

/**
 * Opens a connection of its own.
 *
 * @throws CopyDatabaseFailure
 */
export async function connectPostgres(address: PostgresAddress): Promise<PostgresConnection> {
  const client = await open(address);
  return {
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    close: () => client.end(),
  };
}

async function open({ host, port, user, password, database, tls }: PostgresAddress): Promise<Client> {
  const { default: pg } = await import('pg');
  const config: ClientConfig = {
    host,
    port,
    user,
    password,
    database,
    ssl:
      tls === null
        ? false
        : {
            rejectUnauthorized: true,
            minVersion: 'TLSv1.2',
            ...(tls.authorities === null ? {} : { ca: tls.authorities }),
          },
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    statement_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'drawdesk',
  };
  const client = new pg.Client(config);
  // Without a listener a connection that breaks while nothing is asked would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (thrown) {
    void client.end().catch(() => {});
    throw failureOf(thrown);
  }
  return client;
}

/** Nothing is connected before the first question; after a failure the next question connects anew. */
export function createPostgresCopy(address: PostgresAddress): CopyDatabase {
  let connection: Promise<Client> | null = null;

  function forget(): void {
    const old = connection;
    connection = null;
    void old?.then((client) => client.end()).catch(() => {});
  }

  async function ask<Answer>(call: string, values: readonly unknown[]): Promise<Answer> {
    try {
      const client = await (connection ??= open(address));
      const { rows } = await client.query<{ answer: Answer }>(`SELECT drawdesk.${call} AS answer`, [
        ...values,
      ]);
      const [row] = rows;
      if (row === undefined) throw new CopyDatabaseFailure('unreachable', 'it gave no answer');
      return row.answer;
    } catch (thrown) {
      forget();
      throw failureOf(thrown);
    }
  }

  const of = (desk: CopyHolder): unknown[] => [desk.site, desk.epoch, desk.holder];
  return {
    look: (site) => ask('look($1)', [site]),
    agree: (desk, about) => ask('agree($1, $2, $3, $4)', [...of(desk), JSON.stringify(about)]),
    write: (desk, batch: CopyBatch) => ask('write($1, $2, $3, $4)', [...of(desk), JSON.stringify(batch)]),
    takeOver: (seen, by) =>
      ask('take_over($1, $2, $3, $4)', [seen.site, seen.epoch, by.holder, by.holderName]),
    read: (desk, page) => ask('read($1, $2, $3, $4)', [...of(desk), JSON.stringify(page)]),
    records: (site, page) => ask('records($1, $2)', [site, JSON.stringify(page)]),
    counts: (site) => ask('record_counts($1)', [site]),
    keys: (site, page) => ask('record_keys($1, $2)', [site, JSON.stringify(page)]),
    fleet: () => ask('fleet()', []),
    async close() {
      const old = connection;
      connection = null;
      await old?.then((client) => client.end()).catch(() => {});
    },
  };
}
