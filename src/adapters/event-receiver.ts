// The door for the service's events: an HTTP server of its own, which takes one kind of request and gives away nothing.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createConnectionGate, keepGate } from './connection-gate.ts';

const EVENTS_PATH = '/webhook';
const LOOPBACK = '127.0.0.1';
/** Events are small; what the service will ever put in one is not known. */
const LONGEST_BODY_BYTES = 64 * 1024;
const MOST_CONNECTIONS = 50;
/**
 * Each costs the desk, whose work is done by the same thread, up to some milliseconds, also where the secret is wrong. An event that is
 * turned away is sent again, or found by a reading.
 */
const PER_SECOND = { perAddress: 50, inAll: 150 };
/** Then the sender opens another connection, which is counted. */
const MOST_EVENTS_OF_CONNECTION = 20;

export interface EventReceiverOptions {
  readonly port: number;
  /** Certificate and key as PEM, and the address to listen at, null for every one; without it plain HTTP, on loopback alone. */
  readonly secure: { readonly address: string | null; readonly cert: string; readonly key: string } | null;
  readonly secretHeader: string;
  readonly secret: string;
  /** Gets the body of each delivery that has the secret. The answer waits for it, so it must be quick. */
  readonly onDelivery: (body: Uint8Array) => void;
  /** Milliseconds of a clock that only grows. */
  readonly nowMs: () => number;
}

export interface EventReceiver {
  /** As in `http://127.0.0.1:7444/webhook`; with the machine's own name where it listens at every address. */
  readonly address: string;
  /** How many deliveries were refused since the start: for their secret, and for anything else. */
  refused(): { readonly wrongSecret: number; readonly others: number };
  close(): Promise<void>;
}

/** A refusal: 401 for the secret, 404, 405 and 413 for the rest. */
class Refusal {
  readonly status: 401 | 404 | 405 | 413;
  constructor(status: Refusal['status']) {
    this.status = status;
  }
}

/**
 * Starts the server. A port of 0 takes any free one.
 *
 * @throws the error of Node with its `code` when it cannot listen there, or the certificate cannot be used
 */
export async function receiveEvents(options: EventReceiverOptions): Promise<EventReceiver> {
  const secretDigest = digest(options.secret);
  let wrongSecret = 0;
  let others = 0;

  // The digests have the same length whatever was sent, so the time of the comparison tells nothing about the secret.
  const hasSecret = (request: IncomingMessage): boolean => {
    const sent = request.headers[options.secretHeader.toLowerCase()];
    return timingSafeEqual(digest(typeof sent === 'string' ? sent : ''), secretDigest);
  };

  async function take(request: IncomingMessage): Promise<void> {
    // Before anything of the body is read.
    if (!hasSecret(request)) throw new Refusal(401);
    if ((request.url ?? '').split('?')[0] !== EVENTS_PATH) throw new Refusal(404);
    if (request.method !== 'POST') throw new Refusal(405);
    options.onDelivery(await bodyOf(request));
  }

  const listener: RequestListener = (request, response) => {
    void take(request).then(
      () => answer(response, 200),
      (thrown: unknown) => {
        // The sender has gone in the middle of its body.
        if (!(thrown instanceof Refusal)) return request.destroy();
        if (thrown.status === 401) wrongSecret += 1;
        else others += 1;
        answer(response, thrown.status);
      },
    );
  };

  const limits = {
    requestTimeout: 10_000,
    headersTimeout: 5_000,
    // Node looks every half minute whether one has passed: so long the door could be held shut by those who send nothing.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8_192,
  };
  const { secure } = options;
  const server: Server = secure
    ? createSecureServer(
        { ...limits, cert: secure.cert, key: secure.key, minVersion: 'TLSv1.2', handshakeTimeout: 5_000 },
        listener,
      )
    : createServer(limits, listener);
  server.maxConnections = MOST_CONNECTIONS;
  server.maxRequestsPerSocket = MOST_EVENTS_OF_CONNECTION;
  keepGate(server, createConnectionGate({ ...PER_SECOND, nowMs: options.nowMs }));
  const host = secure ? (secure.address ?? '0.0.0.0') : LOOPBACK;
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen({ host, port: options.port, exclusive: true }, done);
  });
  const { port } = server.address() as AddressInfo;
  const shownHost = host === '0.0.0.0' ? hostname() : host.includes(':') ? `[${host}]` : host;
  return {
    address: `${secure ? 'https' : 'http'}://${shownHost}:${port}${EVENTS_PATH}`,
    refused: () => ({ wrongSecret, others }),
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      // Nothing is lost: an event that was not answered is sent again.
      server.closeAllConnections();
      await closed;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function answer(response: ServerResponse, status: number): void {
  // After a refusal nothing more is read from this connection.
  if (status !== 200) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-length': 0 }).end();
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY_BYTES) throw new Refusal(413);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_BODY_BYTES) throw new Refusal(413);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
