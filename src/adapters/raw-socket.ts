// Sends a job to a label printer over raw TCP (usually port 9100): writes all bytes, closes the sending side, then
// waits until the printer closes its side.
import { connect, type Socket } from 'node:net';
import type {
  AwaitedJob,
  MaybeLater,
  PrinterAddress,
  PrinterDelivery,
  PrinterLimits,
  PrinterTransport,
  StatusReading,
} from '../core/ports/printers.ts';

/** The job is written in pieces of this size. A slow printer still takes pieces, a stalled one does not. */
const PIECE_BYTES = 16 * 1024;
const STOPPED_DESK = 'the desk was stopped while it was being sent';
const MAX_REPLY_BYTES = 4 * 1024;
/** Limits of the time for which our side stays open after the last byte; see `writePiece` for the reason. */
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

/** What programs say that are no printers: web servers, and those that greet whoever connects. */
const FOREIGN = /^(?:HTTP\/\d|SSH-\d|\+OK |220[ -]|\s*<(?:!doctype|html|\?xml))/i;

/** Why the answer cannot be a printer's, in words; null where it can. Printing a job on a web server prints nothing. */
function foreignAnswer(reply: readonly Buffer[]): string | null {
  const beginning = Buffer.concat(reply).subarray(0, 64).toString('latin1');
  return FOREIGN.test(beginning)
    ? 'what answers at this address is no printer of this kind: check its address and port'
    : null;
}

/**
 * Keeps the connection open and reads what still comes, after the caller has its answer. Closing it while status bytes
 * are unread would reset the connection, and the printer could lose the end of the job. Resolves with `acknowledged`
 * when the printer closes its side in time, otherwise with `silent`.
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
    // When `end` came before, the answer is given already. Without it the connection broke.
    socket.once('close', () => end('silent'));
  });
}

/** Goes on with a value: at once where it is there, so that nothing comes between a printer's answer and the job's first byte. */
function withValue<Value>(value: MaybeLater<Value>, goOn: (value: Value) => void): void {
  if (value instanceof Promise) void value.then(goOn);
  else goOn(value);
}

interface Patience {
  /** After so long without taking anything it is said to have stopped. */
  readonly stoppedAfterMs: number;
  readonly goesOnWithinMs: number;
  /** Once it is aborted, a printer that has stopped in the middle is not waited for. */
  readonly closing: AbortSignal;
}

function deliver(
  { address, job, limits }: { address: PrinterAddress; job: AwaitedJob; limits: PrinterLimits },
  { goesOnWithinMs, stoppedAfterMs, closing }: Patience,
): Promise<PrinterDelivery> {
  return new Promise((resolve) => {
    let settled = false;
    let started = false;
    /** Not all of it was taken by this computer. */
    let isWriting = false;
    let halfClosed = false;
    let timer: NodeJS.Timeout | undefined;
    let stopTimer: NodeJS.Timeout | undefined;
    let reply: Buffer[] = [];
    let replyBytes = 0;
    let onReply: () => void = () => undefined;
    const startedAt = performance.now();

    let socket: Socket;
    const settle = (delivery: PrinterDelivery): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(stopTimer);
      job.signal?.removeEventListener('abort', giveUp);
      closing.removeEventListener('abort', cutShort);
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

    const giveUp = (): void => {
      if (started) return;
      settle({ outcome: 'withheld' });
      socket.destroy();
    };

    const cutShort = (): void => {
      if (isWriting) broken(STOPPED_DESK);
    };

    const halfClose = (): void => {
      halfClosed = true;
      socket.end();
      within(limits.acknowledgeTimeoutMs, () => {
        const foreign = foreignAnswer(reply);
        if (foreign !== null) return broken(foreign);
        settle({
          outcome: 'unacknowledged',
          reply: Buffer.concat(reply),
          later: linger(socket, limits.lingerMs),
        });
      });
    };
    const writePiece = (bytes: Uint8Array, offset: number, connectMs: number): void => {
      if (settled) return;
      isWriting = offset < bytes.length;
      if (!isWriting) {
        // A printer may close the connection before our bytes reach it. For one round trip that looks the same as a
        // printer that took everything and then closed. So our side stays open for that time: a close that arrives
        // before we close our side means that the job was not taken.
        const wait = Math.min(Math.max(2 * connectMs, MIN_EARLY_END_WAIT_MS), MAX_EARLY_END_WAIT_MS);
        within(wait, halfClose);
        return;
      }
      within(closing.aborted ? limits.acknowledgeTimeoutMs : goesOnWithinMs, () =>
        broken('the printer stopped taking the job'),
      );
      let isStopped = false;
      stopTimer = setTimeout(() => {
        isStopped = true;
        job.stopped?.(stoppedAfterMs);
      }, stoppedAfterMs);
      socket.write(bytes.subarray(offset, offset + PIECE_BYTES), (error) => {
        clearTimeout(stopTimer);
        if (error || settled) return;
        if (isStopped) job.stopped?.(null);
        writePiece(bytes, offset + PIECE_BYTES, connectMs);
      });
    };

    if (job.signal?.aborted) {
      resolve({ outcome: 'withheld' });
      return;
    }
    try {
      socket = connect({ host: address.host, port: address.port, allowHalfOpen: true, noDelay: true });
    } catch (thrown) {
      resolve({ outcome: 'not-started', detail: `the printer's address is not usable (${String(thrown)})` });
      return;
    }
    job.signal?.addEventListener('abort', giveUp);
    within(limits.connectTimeoutMs, () => broken('the printer does not answer'));
    const startJob = (connectMs: number): void => {
      if (settled) return;
      // The bytes may be far away. How long they may take is for whoever gives them to say.
      clearTimeout(timer);
      withValue(job.begin(), (bytes) => {
        if (settled) return;
        if (!bytes) {
          settle({ outcome: 'withheld' });
          socket.destroy();
          return;
        }
        started = true;
        closing.addEventListener('abort', cutShort);
        writePiece(bytes, 0, connectMs);
      });
    };
    const ask = (question: NonNullable<AwaitedJob['question']>, connectMs: number): void => {
      let asking = true;
      const goOn = (): void => {
        asking = false;
        onReply = () => undefined;
        reply = [];
        replyBytes = 0;
        clearTimeout(timer);
        startJob(connectMs);
      };
      onReply = () => {
        const foreign = foreignAnswer(reply);
        if (foreign !== null) {
          settle({ outcome: 'not-started', detail: foreign, reached: true });
          socket.destroy();
          return;
        }
        withValue(question.read(Buffer.concat(reply)), (answer: StatusReading) => {
          if (!asking || settled || !answer.complete) return;
          if (answer.problem === null) goOn();
          else {
            settle({ outcome: 'not-started', detail: answer.problem, reached: true });
            socket.destroy();
          }
        });
      };
      within(question.timeoutMs, goOn);
      socket.write(question.bytes);
    };
    socket.once('connect', () => {
      if (settled) return;
      const connectMs = performance.now() - startedAt;
      if (job.question) ask(job.question, connectMs);
      else startJob(connectMs);
    });
    // Everything is read, also what is not kept: unread bytes would reset the connection at its end and lose the job.
    socket.on('data', (chunk: Buffer) => {
      if (replyBytes >= MAX_REPLY_BYTES) return;
      const kept = chunk.subarray(0, MAX_REPLY_BYTES - replyBytes);
      reply.push(kept);
      replyBytes += kept.length;
      onReply();
    });
    socket.once('end', () => {
      if (settled) return;
      const foreign = foreignAnswer(reply);
      if (foreign !== null || !halfClosed) {
        // Before the job has begun, “the whole job” would say that a part of it had arrived.
        const had = started ? 'it had the whole job' : 'anything of the job was sent';
        broken(foreign ?? `the printer closed the connection before ${had}`);
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

/** Printers on the network. Once `close` was called nothing in the middle is waited for any more: it is left in doubt. */
export interface RawSocketTransport extends PrinterTransport<PrinterAddress> {
  close(): void;
}

/**
 * Makes the port `PrinterTransport` over raw TCP. A failure before the connection is made is `not-started`: no byte was
 * sent. `goesOnWithinMs`: for so long a printer may stop in the middle, as at a cable: it prints what it has, or somebody puts in a new roll.
 */
export function createRawSocketTransport({
  goesOnWithinMs = 120_000,
  stoppedAfterMs = 5_000,
}: Partial<Pick<Patience, 'goesOnWithinMs' | 'stoppedAfterMs'>> = {}): RawSocketTransport {
  const closing = new AbortController();
  return {
    deliver: (address, job, limits) =>
      deliver({ address, job, limits }, { goesOnWithinMs, stoppedAfterMs, closing: closing.signal }),
    close: () => closing.abort(),
  };
}
