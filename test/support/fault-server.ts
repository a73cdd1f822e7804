// A real HTTP server that fails as a test tells it, for tests of the client.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  /** `application/json` when left out. */
  readonly contentType?: string;
  /** Time before the first byte, in milliseconds. */
  readonly delayMs?: number;
  /** The connection breaks after this many bytes of the body, although the headers announce the whole body. */
  readonly cutAfterBytes?: number;
  /** The connection is reset after the request was read. */
  readonly reset?: boolean;
  /** The request is read and never answered. */
  readonly silent?: boolean;
  /** The headers of an answer are sent, then nothing more. */
  readonly stallAfterHead?: boolean;
  /** Sends this many bytes without a content-length header. */
  readonly endlessBytes?: number;
}

export interface SeenRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A server that answers as a test tells it, and records the requests. */
export interface FaultServer {
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  readonly requests: readonly SeenRequest[];
  /** Faults for the next requests, one each. Several calls form a queue. */
  next(...faults: readonly Fault[]): void;
  /** The answer to every request for which no fault is queued. */
  always(answer: Fault | ((request: SeenRequest) => Fault)): void;
  /** Resolves when `count` requests have been read since the start. */
  seen(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the server on a free port. Without instructions it answers 404.
 *
 * @example
 * const server = await startFaultServer();
 * server.next({ status: 503 }, { silent: true });
 */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const queued: Fault[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  let usual: (request: SeenRequest) => Fault = () => ({ status: 404, body: {} });

  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, target: url, headers, body };
      requests.push(request);
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
      answer(response, queued.shift() ?? usual(request));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `http://${host}`,
    host,
    requests,
    next: (...faults) => void queued.push(...faults),
    always: (given) => {
      usual = typeof given === 'function' ? given : () => given;
    },
    seen: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, fault: Fault): void {
  if (fault.silent) return;
  if (fault.reset) {
    response.socket?.resetAndDestroy();
    return;
  }
  const send = (): void => {
    const bytes = bytesOf(fault.body);
    const status = fault.status ?? 200;
    const type = fault.contentType ?? 'application/json';
    const head = { ...(bytes ? { 'content-type': type } : {}), ...fault.headers };
    if (fault.endlessBytes !== undefined) {
      response.writeHead(status, head);
      pour(response, fault.endlessBytes);
    } else if (fault.stallAfterHead) {
      response.writeHead(status, { ...head, 'content-length': bytes?.length ?? 100 });
      response.flushHeaders();
    } else if (fault.cutAfterBytes !== undefined && bytes) {
      response.writeHead(status, { ...head, 'content-length': bytes.length });
      response.write(bytes.subarray(0, fault.cutAfterBytes), () => response.socket?.destroy());
    } else {
      response.writeHead(status, bytes ? { ...head, 'content-length': bytes.length } : head);
      response.end(bytes ?? undefined);
    }
  };
  if (fault.delayMs === undefined) send();
  else setTimeout(send, fault.delayMs);
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Writes `bytes` bytes as fast as the client reads them. Stops when the client disconnects. */
function pour(response: ServerResponse, bytes: number): void {
  const block = Buffer.alloc(64 * 1024, 0x20);
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= block.length;
      if (!response.write(block)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}
