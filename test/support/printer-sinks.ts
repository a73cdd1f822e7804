// Label printers for tests: real TCP servers that behave as a test tells them.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { PrinterAddress } from '../../src/core/ports/printers.ts';
import { ZPL_STATUS_QUESTION } from '../../src/core/printing/languages/zpl/status.ts';

/**
 * Whether what came over a connection is a job: a printer of ZPL is asked how it is while it has nothing to print, and where a job comes as the
 * connection for that is made, it is closed again before the question.
 */
export const isJob = (received: Buffer): boolean =>
  received.length > 0 && !received.equals(ZPL_STATUS_QUESTION);

export interface PrinterSink {
  readonly address: PrinterAddress;
  /** The bytes read so far, for each connection. */
  readonly jobs: readonly Buffer[];
  /** All that came over each connection whose other side is closed, in the order of their ends. */
  readonly ended: readonly Buffer[];
  /** Resolves with the bytes of the next job that has arrived completely; being asked how it is, is none. */
  nextWholeJob(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface SinkBehaviour {
  /**
   * Handles a new connection. By default everything is read, and the connection is closed after the desk closed its
   * side.
   */
  readonly onConnection?: (socket: Socket) => void;
  /** True: nothing is read from a new connection. */
  readonly pauseOnConnect?: boolean;
}

/** Starts a printer on a free port. */
export async function startPrinterSink(behaviour: SinkBehaviour = {}): Promise<PrinterSink> {
  const jobs: Buffer[] = [];
  const ended: Buffer[] = [];
  const whole: Buffer[] = [];
  const waiting: ((job: Buffer) => void)[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer(
    { allowHalfOpen: true, pauseOnConnect: behaviour.pauseOnConnect ?? false },
    (socket) => {
      sockets.add(socket);
      const index = jobs.push(Buffer.alloc(0)) - 1;
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.on('end', () => {
        const job = jobs[index] ?? Buffer.alloc(0);
        ended.push(job);
        if (!isJob(job)) return;
        const waiter = waiting.shift();
        if (waiter) waiter(job);
        else whole.push(job);
      });
      if (behaviour.onConnection) {
        behaviour.onConnection(socket);
        if (behaviour.pauseOnConnect) return;
      } else {
        socket.on('end', () => socket.end());
      }
      socket.on('data', (chunk: Buffer) => {
        jobs[index] = Buffer.concat([jobs[index] ?? Buffer.alloc(0), chunk]);
      });
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port },
    jobs,
    ended,
    nextWholeJob: () => {
      const job = whole.shift();
      return job ? Promise.resolve(job) : new Promise((resolve) => waiting.push(resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** An address on this machine at which no server listens. */
export async function deadAddress(): Promise<PrinterAddress> {
  const sink = await startPrinterSink();
  await sink.close();
  return sink.address;
}
