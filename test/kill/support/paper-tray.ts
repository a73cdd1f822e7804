// The label printer of a desk that is killed: what came out of it, told by the bytes that it got.
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';

const BARS = /\^BC[^^]*\^FH\^FD([^^]*)\^FS/;
const END_OF_LABEL = '^XZ';

export interface PaperTray {
  /** Host and port, for the managed settings. */
  readonly address: string;
  /** How many whole labels with this code came out. */
  papers(code: string): number;
  /** How many whole labels came out. */
  total(): number;
  /** Whether any byte of a label with this code was received, of a whole one or not. */
  hasSeen(code: string): boolean;
  /** From now on it takes every label. */
  mend(): void;
  /** Resolves when no connection is open: everything that was sent has arrived. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a printer that sometimes hangs up, hangs up in the middle, is slow, or does not close the line. */
export async function startPaperTray(random: SeededRandom, mishaps: number): Promise<PaperTray> {
  const jobs: string[] = [];
  const open = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let works = false;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    const index = jobs.push('') - 1;
    const way =
      works || !random.chance(mishaps) ? 'well' : random.pick(['resets', 'slow', 'silent'] as const);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) for (const go of waiting.splice(0)) go();
    });
    socket.on('data', (bytes) => {
      jobs[index] += bytes.toString('latin1');
      if (way === 'resets') socket.resetAndDestroy();
      if (way === 'slow') {
        socket.pause();
        setTimeout(() => socket.resume(), 30);
      }
    });
    socket.on('end', () => {
      if (way !== 'silent') return socket.end();
      setTimeout(() => socket.end(), 400);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  const codeOf = (job: string): string =>
    (BARS.exec(job)?.[1] ?? '').replace(/_([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const isWhole = (job: string): boolean => job.includes(END_OF_LABEL);
  return {
    address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    papers: (code) => jobs.filter((job) => isWhole(job) && codeOf(job) === code).length,
    total: () => jobs.filter(isWhole).length,
    hasSeen: (code) => jobs.some((job) => codeOf(job) === code),
    mend: () => (works = true),
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((go) => waiting.push(go))),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
