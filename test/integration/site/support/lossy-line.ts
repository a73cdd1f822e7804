// A line between a further desk and its site desk that can break: in the middle of an answer, or before a request gets through.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What is lost when the line breaks. An answer that is lost leaves a desk in doubt; a request that is lost leaves nothing done. */
type Loss = 'answer' | 'request';

export interface LossyLine {
  /** At this port of this machine the line begins. */
  readonly port: number;
  /** The line breaks at the next bytes of this kind, and can be used again at once. */
  loseNext(what: Loss): void;
  /** How often it broke. */
  broken(): number;
  close(): Promise<void>;
}

/** Opens a line that leads to a port of this machine. */
export async function openLossyLine(to: number): Promise<LossyLine> {
  const sockets = new Set<Socket>();
  let lose: Loss | null = null;
  let broken = 0;
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: to });
    const carry = (from: Socket, into: Socket, what: Loss): void => {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (lose === what) {
          lose = null;
          broken += 1;
          near.destroy();
          far.destroy();
        } else if (!into.destroyed) into.write(bytes);
      });
      // Whatever ends one side ends the other; errors are ends as well.
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    };
    carry(near, far, 'request');
    carry(far, near, 'answer');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    loseNext: (what) => {
      lose = what;
    },
    broken: () => broken,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
