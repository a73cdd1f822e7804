// A real HTTP server that goes wrong as told: for tests of what a client makes of it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; anything but text and bytes as JSON. */
  readonly body?: unknown;
  /** `application/json` when left out. */
  readonly contentType?: string;
  /** Wait before the first byte, in milliseconds. */
  readonly delayMs?: number;
  /** Headers promise the whole body, the line is cut after so many bytes of it. */
  readonly cutAfterBytes?: number;
  /** The line is reset once the request has been read. */
  readonly reset?: boolean;
  /** The request is read and never answered. */
  readonly silent?: boolean;
  /** The head of an answer, then nothing more. */
  readonly stallAfterHead?: boolean;
  /** Sends this many bytes without telling the length beforehand. */
  readonly endlessBytes?: number;
}

export interface SeenRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface FaultServer {
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  readonly requests: readonly SeenRequest[];
  /** Answers the next request so; several calls queue up. */
  next(...faults: readonly Fault[]): void;
  /** Answers so whenever nothing is queued. */
  always(answer: Fault | ((request: SeenRequest) => Fault)): void;
  /** Resolves when so many requests have been read in all. */
  seen(count: number): Promise<void>;
  close(): Promise<void>;
}

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

/** Writes as fast as the other side reads, and stops when it hangs up. */
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
