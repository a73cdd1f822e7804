// A zoo of printers that misbehave on a real line, for the tests of the queue. Each counts for itself what it has taken and what
// it would have printed, so that a test can compare this with what the desk says.
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { PrinterAddress } from '../../src/core/ports/printers.ts';

export interface ZooPrinter {
  readonly address: PrinterAddress;
  /** What was read on each connection, without the questions for its state. */
  readonly arrived: readonly Buffer[];
  close(): Promise<void>;
}

export const ZOO = [
  'reads slowly',
  'never reads',
  'resets in the middle',
  'sends status bytes unasked',
  'accepts and drops',
  'closes early',
  'tiny window',
  'speaks late',
  'wrong language',
  'is a web server',
  'is switched off',
] as const;
export type ZooAnimal = (typeof ZOO)[number];

/** Bytes of a job that a printer with a tiny window takes at a time. */
export const TINY_BYTES = 16;
export const SLOW_PAUSE_MS = 3;
/** Later than the desk waits at first (2 s), and sooner than it stops listening (12 s). */
const LATE_MS = 2_800;

/** The questions DLE EOT 1 to 4, as the desk asks a receipt printer before each ticket. */
const QUESTION = Buffer.from([16, 4, 1, 16, 4, 2, 16, 4, 3, 16, 4, 4]);
const WELL = Buffer.from([0x16, 0x12, 0x12, 0x12]);
/** What printers send by themselves: a line of `~HS`, an automatic status of ESC/POS (bit 1 not set), a lone XOFF. */
export const UNASKED = Buffer.concat([
  Buffer.from('\u0002030,0,0,0253,000,0,0,0,000,0,0,0\u0003\r\n'),
  Buffer.from([0x10, 0x00, 0x00, 0x00, 0x13]),
]);

interface Behaviour {
  /** Bytes that are read at a time; undefined: as many as there are. */
  readonly readAtOnce?: number;
  readonly pauseMs?: number;
  onConnection?(socket: Socket): void;
  /** Something of the job arrived. */
  onJob?(socket: Socket): void;
  /** The desk has sent everything. */
  onEnd(socket: Socket): void;
  readonly answersQuestion?: boolean;
}

const good: Behaviour = { onEnd: (socket) => socket.end() };

const BEHAVIOURS: Readonly<Record<Exclude<ZooAnimal, 'is switched off' | 'never reads'>, Behaviour>> = {
  'reads slowly': { ...good, readAtOnce: 256, pauseMs: SLOW_PAUSE_MS },
  'resets in the middle': { ...good, onJob: (socket) => socket.resetAndDestroy() },
  'sends status bytes unasked': {
    onConnection: (socket) => void socket.write(UNASKED),
    onJob: (socket) => void socket.write(UNASKED),
    onEnd: (socket) => socket.end(UNASKED),
  },
  'accepts and drops': good,
  'closes early': { ...good, onConnection: (socket) => void socket.end() },
  'tiny window': { ...good, readAtOnce: TINY_BYTES },
  'speaks late': { onEnd: (socket) => void setTimeout(() => socket.end(), LATE_MS) },
  // It waits for commands of its own, does not know the question, and says so of what it got.
  'wrong language': { answersQuestion: false, onEnd: (socket) => socket.end('?SN ERROR\r\n') },
  'is a web server': {
    answersQuestion: false,
    onJob: (socket) =>
      void socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    onEnd: (socket) => socket.end(),
  },
};

/** Starts one printer of the zoo on a free port. */
export async function startZooPrinter(animal: ZooAnimal): Promise<ZooPrinter> {
  const arrived: Buffer[] = [];
  const sockets = new Set<Socket>();
  const behaviour = animal === 'is switched off' || animal === 'never reads' ? null : BEHAVIOURS[animal];
  const server = createServer(
    {
      allowHalfOpen: true,
      pauseOnConnect: true,
      ...(behaviour?.readAtOnce && { highWaterMark: behaviour.readAtOnce }),
    },
    (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
      if (!behaviour) return;
      const index = arrived.push(Buffer.alloc(0)) - 1;
      let asked = false;
      const take = (chunk: Buffer): void => {
        let job = Buffer.concat([arrived[index] ?? Buffer.alloc(0), chunk]);
        const isQuestion = !asked && behaviour.answersQuestion !== false && job.indexOf(QUESTION) === 0;
        if (isQuestion) {
          asked = true;
          job = job.subarray(QUESTION.length);
          socket.write(WELL);
        }
        arrived[index] = job;
        const mayBeQuestion = behaviour.answersQuestion !== false && QUESTION.indexOf(job) === 0;
        if (job.length > 0 && !mayBeQuestion) behaviour.onJob?.(socket);
      };
      socket.on('end', () => behaviour.onEnd(socket));
      if (behaviour.readAtOnce === undefined) {
        socket.on('data', take);
      } else {
        socket.on('data', (chunk: Buffer) => {
          take(chunk);
          if (behaviour.pauseMs === undefined) return;
          socket.pause();
          setTimeout(() => socket.resume(), behaviour.pauseMs);
        });
      }
      behaviour.onConnection?.(socket);
      socket.resume();
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise<void>((done) => server.close(() => done()));
  };
  if (animal === 'is switched off') await close();
  const withoutQuestion = (job: Buffer): Buffer =>
    job.indexOf(QUESTION) === 0 ? job.subarray(QUESTION.length) : job;
  return {
    address: { host: '127.0.0.1', port },
    get arrived() {
      return arrived.map(withoutQuestion);
    },
    close,
  };
}

/**
 * A line to another printer on this machine that takes so many bytes at a time from the desk, as a printer with a small memory
 * does.
 */
export async function startNarrowLine(
  to: PrinterAddress,
  { bytes, pauseMs }: { readonly bytes: number; readonly pauseMs: number },
): Promise<Pick<ZooPrinter, 'address' | 'close'>> {
  const sockets = new Set<Socket>();
  const server = createServer({ highWaterMark: bytes }, (socket) => {
    const printer = connect(to);
    for (const end of [socket, printer]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => sockets.delete(end));
    }
    printer.pipe(socket);
    socket.on('end', () => printer.end());
    socket.on('data', (chunk: Buffer) => {
      printer.write(chunk);
      socket.pause();
      setTimeout(() => socket.resume(), pauseMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
