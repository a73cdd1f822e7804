// The laboratory's service for desks that do not train: the sandbox in a process of its own, and before it a door at
// which a spec can change or break any answer on its way.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { PrinterAddress } from '../../../../src/domain/printer-address.ts';
import { startNode } from '../../../support/desk-process.ts';

const TOKEN = 'token-of-the-laboratory';
const PASSPHRASE = 'a long enough passphrase';
const SANDBOX = join(resolve(import.meta.dirname, '../../../..'), 'build/sandbox.ts');

/** An answer of the service before it goes to the desk. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Gets path and answer; what it returns is sent to the desk. */
export type Meddler = (path: string, answer: ServiceAnswer) => ServiceAnswer;

/** A request of the desk before it reaches the service. */
export interface DeskRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What becomes of a request: null: the service gets it. An answer: that is given, and the service never gets it. */
export type Doorkeeper = (request: DeskRequest) => ServiceAnswer | null;

/** Thrown by a {@link Meddler}, it closes the connection without an answer: what was asked was done, and nobody hears of it. */
export class AnswerLost extends Error {}

/** A refusal in the service's own form; `fields` names what it does not accept. */
export function refusal(status: number, fields: Readonly<Record<string, string>>): ServiceAnswer {
  const body = { error: { code: 'invalid', message: 'Some fields are not accepted.', fields } };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export interface Laboratory {
  readonly url: string;
  /** From now on every request is shown to this first. */
  keepDoor(doorkeeper: Doorkeeper): void;
  /** From now on every answer goes through this. */
  meddle(meddler: Meddler): void;
  /** From now on nothing is answered before this. */
  answerAfter(moment: Promise<unknown>): void;
  /** From now on a page of a list holds no more than this, whatever is asked for. */
  givePagesOf(records: number): void;
  /** Asks the service itself, as somebody at the laboratory would: the desk knows nothing of it. Null where no JSON is answered. */
  ask(method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

interface Appointment {
  readonly id: string;
  readonly starts_at: string;
}

/** The appointment of a registration, as the service has it. */
export const appointmentOf = async (laboratory: Laboratory, code: string): Promise<Appointment> =>
  (await laboratory.ask('GET', `/api/test_registration/${code}/appointment`)) as Appointment;

/**
 * Starts the service with the demo data of today, at a site in this time zone.
 *
 * @example
 * const laboratory = await startLaboratory(siteZone());
 * laboratory.meddle((path, answer) => (path.endsWith('/label') ? { ...answer, status: 500 } : answer));
 */
export async function startLaboratory(timeZone: string): Promise<Laboratory> {
  const sandbox = startNode([SANDBOX, `--token=${TOKEN}`, `--time-zone=${timeZone}`]);
  const [, address = ''] = await sandbox.line(/^Sandbox is ready at (\S+)$/m);
  let meddler: Meddler = (_path, answer) => answer;
  let doorkeeper: Doorkeeper = () => null;
  let answering: Promise<unknown> = Promise.resolve();
  let largestPage: number | null = null;

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const path = incoming.url ?? '';
      const request = { method: incoming.method ?? 'GET', path, body: body.toString('utf8') };
      const url = withPagesOf(largestPage, new URL(path, address));
      await answering;
      const answer = doorkeeper(request) ?? meddler(path, await askSandbox(url, incoming, body));
      outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
      outgoing.end(answer.body);
    })().catch(() => outgoing.destroy());
  });
  // No connection may end by itself while a request is on its way to it: that would be an answer lost by chance, which a spec
  // that counts lost answers must not meet.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keepDoor: (given) => {
      doorkeeper = given;
    },
    meddle: (given) => {
      meddler = given;
    },
    answerAfter: (moment) => {
      answering = moment;
    },
    givePagesOf: (records) => {
      largestPage = records;
    },
    async ask(method, path, body) {
      const response = await fetch(new URL(path, address), {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? null : (JSON.parse(text) as unknown);
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      sandbox.child.kill('SIGTERM');
      await sandbox.ended;
    },
  };
}

/** The answer with its JSON body changed; any other answer as it is. */
export function withJson<Body>(answer: ServiceAnswer, change: (body: Body) => unknown): ServiceAnswer {
  if (answer.status !== 200 || !(answer.headers['content-type'] ?? '').includes('json')) return answer;
  const body = JSON.parse(answer.body.toString('utf8')) as Body;
  return { ...answer, body: Buffer.from(JSON.stringify(change(body))) };
}

/** What a desk needs to work with this laboratory: the fixtures `managedSettings` and `deskEnv`. */
export const deskOf = ({ url }: Laboratory) => ({
  service: { address: url, tokenFromEnvironment: 'DESK_TEST_TOKEN' },
  passphraseFromEnvironment: 'DESK_TEST_PASSPHRASE',
  // people.spec.ts is the one about signing in.
  people: { signIn: 'initials' },
  // A spec waits for nothing that could be there; these are the shortest times a site can choose.
  syncSeconds: 30,
  requestsPerMinute: 3_000,
});

/** The same for a desk with a printer of sample labels on the network, at this address. */
export const deskWithLabelPrinter = (
  laboratory: Laboratory,
  { host, port }: PrinterAddress,
  name = 'Label printer',
) => ({
  ...deskOf(laboratory),
  printers: [
    {
      id: 'label',
      name,
      address: `tcp://${host}:${port}`,
      dotsPerMm: 8,
      labelWidthMm: 50.8,
      labelHeightMm: 25.4,
    },
  ],
});

export const DESK_SECRETS = { DESK_TEST_TOKEN: TOKEN, DESK_TEST_PASSPHRASE: PASSPHRASE };

/** Not passed on: they are about one connection only, or about a body that `fetch` has unpacked. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]);

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function withPagesOf(records: number | null, url: URL): URL {
  if (records !== null && url.searchParams.has('results_per_page'))
    url.searchParams.set('results_per_page', String(records));
  return url;
}

async function askSandbox(url: URL, incoming: IncomingMessage, body: Buffer): Promise<ServiceAnswer> {
  // A connection of its own for each request: a kept one may be closed by the other side just when it is used again.
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const response = await fetch(url, {
    method: incoming.method ?? 'GET',
    headers: [...headers, ['connection', 'close']],
    redirect: 'manual',
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OF_THE_CONNECTION.has(name))),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
