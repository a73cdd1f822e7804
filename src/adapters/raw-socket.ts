// Raw TCP delivery to a label printer (the port-9100 protocol): write everything, half-close, wait for the printer's end.
import { connect, type Socket } from 'node:net';
import type {
  PrinterAddress,
  PrinterDelivery,
  PrinterJob,
  PrinterLimits,
  PrinterTransport,
} from '../core/ports.ts';

/** Small enough that a stalled printer is told from a slow one by the pieces it still takes. */
const PIECE_BYTES = 16 * 1024;
const MAX_REPLY_BYTES = 4 * 1024;
const MIN_EARLY_END_WAIT_MS = 15;
const MAX_EARLY_END_WAIT_MS = 400;

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

/**
 * Keeps a connection open for a while after nobody waits for it any more, and reads what comes: closing it over unread
 * status bytes would reset it and drop the end of the job. Tells whether the printer closed its side meanwhile.
 */
function linger(socket: Socket, lingerMs: number): Promise<'acknowledged' | 'silent'> {
  socket.unref();
  return new Promise((resolve) => {
    const end = (how: 'acknowledged' | 'silent'): void => {
      clearTimeout(timer);
      resolve(how);
      socket.destroy();
    };
    const timer = setTimeout(() => end('silent'), lingerMs);
    timer.unref();
    socket.once('end', () => end('acknowledged'));
    // After an end this comes too late to change the answer; without one the connection broke.
    socket.once('close', () => end('silent'));
  });
}

function deliver(address: PrinterAddress, job: PrinterJob, limits: PrinterLimits): Promise<PrinterDelivery> {
  return new Promise((resolve) => {
    let settled = false;
    let started = false;
    let halfClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const reply: Buffer[] = [];
    let replyBytes = 0;
    const startedAt = performance.now();

    let socket: Socket;
    const settle = (delivery: PrinterDelivery): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(delivery);
    };
    const broken = (detail: string): void => {
      settle({ outcome: started ? 'unsure' : 'not-started', detail });
      socket.destroy();
    };
    const within = (delayMs: number, late: () => void): void => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(late, delayMs);
    };

    const halfClose = (): void => {
      halfClosed = true;
      socket.end();
      within(limits.acknowledgeTimeoutMs, () => {
        settle({
          outcome: 'unacknowledged',
          reply: Buffer.concat(reply),
          later: linger(socket, limits.lingerMs),
        });
      });
    };
    const writePiece = (bytes: Uint8Array, offset: number, connectMs: number): void => {
      if (settled) return;
      if (offset >= bytes.length) {
        // A printer that closed before our bytes reached it would look, for one round trip, as if it had taken them and
        // closed. So our half stays open that long: a close that comes before it is an early one.
        const wait = Math.min(Math.max(2 * connectMs, MIN_EARLY_END_WAIT_MS), MAX_EARLY_END_WAIT_MS);
        within(wait, halfClose);
        return;
      }
      within(limits.acknowledgeTimeoutMs, () => broken('the printer stopped taking the job'));
      socket.write(bytes.subarray(offset, offset + PIECE_BYTES), (error) => {
        if (!error) writePiece(bytes, offset + PIECE_BYTES, connectMs);
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
      if (settled) return;
      const bytes = job.begin();
      if (!bytes) {
        settle({ outcome: 'withheld' });
        socket.destroy();
        return;
      }
      started = true;
      writePiece(bytes, 0, performance.now() - startedAt);
    });
    // Read to the end, whatever it says: closing over unread bytes would reset the connection and lose what was sent.
    socket.on('data', (chunk: Buffer) => {
      if (replyBytes >= MAX_REPLY_BYTES) return;
      const kept = chunk.subarray(0, MAX_REPLY_BYTES - replyBytes);
      reply.push(kept);
      replyBytes += kept.length;
    });
    socket.once('end', () => {
      if (settled) return;
      if (!halfClosed) {
        broken('the printer closed the connection before it had the whole job');
        return;
      }
      settle({ outcome: 'sent', reply: Buffer.concat(reply) });
      void linger(socket, limits.lingerMs);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!settled) broken(reasonOf(error));
    });
    socket.once('close', () => {
      if (!settled) broken('the connection was closed');
    });
  });
}

/** Delivers over raw TCP. Bytes leave only once the connection stands, so a failure before that is `not-started`. */
export function createRawSocketTransport(): PrinterTransport {
  return { deliver };
}
