// Label printers of every temper, as real TCP listeners.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { PrinterAddress } from '../../src/core/ports.ts';

export interface PrinterSink {
  readonly address: PrinterAddress;
  /** Bytes of each connection that have been read so far. */
  readonly jobs: readonly Buffer[];
  /** Resolves once a connection's whole job has come, with its bytes. */
  nextWholeJob(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface SinkBehaviour {
  /** Takes over a fresh connection; the default reads everything and closes when the desk has. */
  readonly onConnection?: (socket: Socket) => void;
  readonly pauseOnConnect?: boolean;
}

export async function startPrinterSink(behaviour: SinkBehaviour = {}): Promise<PrinterSink> {
  const jobs: Buffer[] = [];
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

/** An address on this machine where nothing listens. */
export async function deadAddress(): Promise<PrinterAddress> {
  const sink = await startPrinterSink();
  await sink.close();
  return sink.address;
}
