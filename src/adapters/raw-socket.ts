// Raw TCP delivery to a label printer (the port-9100 protocol): write everything, half-close, wait for the printer's end.
import { connect, type Socket } from 'node:net';
import type { PrinterAddress, PrinterDelivery, PrinterTransport } from '../core/ports.ts';

/** Small enough that a stalled printer is told from a slow one by the pieces it still takes. */
const PIECE_BYTES = 16 * 1024;
const MAX_REPLY_BYTES = 4 * 1024;
/** How long a line is kept and read after we stopped waiting: closing it under status bytes would drop the job's end. */
const LINGER_MS = 10_000;
const MIN_EARLY_END_WAIT_MS = 15;
const MAX_EARLY_END_WAIT_MS = 400;

type Limits = Parameters<PrinterTransport['deliver']>[2];

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'the printer refuses the connection';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return "the printer's name is not known on this network";
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return 'the printer cannot be reached on this network';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the printer broke the connection';
    default:
      return `the connection failed (${error.code ?? error.name})`;
  }
}

function deliver(address: PrinterAddress, bytes: Uint8Array, limits: Limits): Promise<PrinterDelivery> {
  return new Promise((resolve) => {
    let settled = false;
    let started = false;
    let halfClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const reply: Buffer[] = [];
    let replyBytes = 0;
    const startedAt = performance.now();

    let socket: Socket;
    const settle = (delivery: PrinterDelivery, end: 'now' | 'linger'): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (end === 'now') socket.destroy();
      else {
        socket.unref();
        const linger = setTimeout(() => socket.destroy(), LINGER_MS);
        linger.unref();
        socket.once('close', () => clearTimeout(linger));
      }
      resolve(delivery);
    };
    const broken = (detail: string): void =>
      settle({ outcome: started ? 'unsure' : 'not-started', detail }, 'now');
    const within = (delayMs: number, late: () => void): void => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(late, delayMs);
    };

    const halfClose = (): void => {
      halfClosed = true;
      socket.end();
      within(limits.acknowledgeTimeoutMs, () =>
        settle({ outcome: 'unacknowledged', reply: Buffer.concat(reply) }, 'linger'),
      );
    };
    const writePiece = (offset: number, connectMs: number): void => {
      if (settled) return;
      if (offset >= bytes.length) {
        // A printer that hung up before our bytes came to it looks, for one round trip, as if it had closed in thanks.
        const wait = Math.min(Math.max(2 * connectMs, MIN_EARLY_END_WAIT_MS), MAX_EARLY_END_WAIT_MS);
        within(wait, halfClose);
        return;
      }
      within(limits.acknowledgeTimeoutMs, () => broken('the printer stopped taking the job'));
      socket.write(bytes.subarray(offset, offset + PIECE_BYTES), (error) => {
        if (!error) writePiece(offset + PIECE_BYTES, connectMs);
      });
    };

    try {
      socket = connect({ host: address.host, port: address.port, allowHalfOpen: true, noDelay: true });
    } catch (thrown) {
      resolve({ outcome: 'not-started', detail: `the printer's address is not usable (${String(thrown)})` });
      return;
    }
    within(limits.connectTimeoutMs, () => broken('the printer does not answer'));
    socket.once('connect', () => {
      started = true;
      writePiece(0, performance.now() - startedAt);
    });
    // Read to the end, whatever it says: closing over unread bytes would reset the line and lose what was sent.
    socket.on('data', (chunk: Buffer) => {
      if (replyBytes >= MAX_REPLY_BYTES) return;
      const kept = chunk.subarray(0, MAX_REPLY_BYTES - replyBytes);
      reply.push(kept);
      replyBytes += kept.length;
    });
    socket.once('end', () => {
      if (halfClosed) settle({ outcome: 'sent', reply: Buffer.concat(reply) }, 'linger');
      else broken('the printer closed the line before it had the whole job');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => broken(reasonOf(error)));
    socket.once('close', () => broken('the line was closed'));
  });
}

/** Delivers over raw TCP. Bytes leave only once the line stands, so a failure before that is `not-started`. */
export function createRawSocketTransport(): PrinterTransport {
  return { deliver };
}
