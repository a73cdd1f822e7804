// Sends bytes to a door over a socket of its own, and reads what comes back as HTTP answers.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Delivery } from './raw-requests.ts';

interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** What came and is no HTTP answer; empty where all is well. */
  readonly rest: string;
  /** Whether the door has ended the connection, or was left by us. */
  readonly wasClosed: boolean;
}

/** A door that is asked properly must have answered by then, however busy the machine is. */
const LONGEST_ANSWER_MS = 30_000;

/** Where a door is: a port of this machine, or a way to open a connection to it. */
type At = number | (() => Socket);

/**
 * Sends the bytes and waits until the door has closed the connection. With `until` it is left open no longer than that: the door
 * waits for more of a half request, and need not answer it.
 */
export async function exchange(
  at: At,
  { bytes, delivery }: { readonly bytes: Buffer; readonly delivery: Delivery },
  until: (() => Promise<unknown>) | null,
): Promise<Exchange> {
  const socket = typeof at === 'number' ? connect(at, '127.0.0.1') : at();
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  // A door may hang up while we are still writing. What it said before counts.
  socket.on('error', () => undefined);
  let wasClosed = false;
  const closed = new Promise<void>((done) => {
    socket.once('close', () => {
      wasClosed = true;
      done();
    });
  });
  await new Promise<void>((done) => {
    socket.once('connect', () => done());
    socket.once('close', () => done());
  });
  const write = (piece: Buffer): Promise<void> =>
    new Promise((written) => {
      if (socket.destroyed || piece.length === 0) return written();
      socket.write(piece, () => written());
    });
  const third = Math.floor(bytes.length / 3);
  if (delivery === 'slices')
    for (const [from, to] of [
      [0, 1],
      [1, third + 1],
      [third + 1, bytes.length],
    ] as const)
      await write(bytes.subarray(from, to));
  else if (delivery === 'twice') await write(Buffer.concat([bytes, bytes]));
  else await write(delivery === 'cut' ? bytes.subarray(0, third * 2) : bytes);

  if (until === null) {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((done) => {
      timer = setTimeout(done, LONGEST_ANSWER_MS);
    });
    await Promise.race([closed, tooLong]);
    clearTimeout(timer);
  } else {
    await until();
  }
  const closedByDoor = wasClosed;
  socket.destroy();
  await closed;
  return { ...readAnswers(Buffer.concat(parts).toString('latin1')), wasClosed: closedByDoor };
}

/** The answers in a text, one after the other. An answer without a length goes on to the end. */
function readAnswers(text: string): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head) break;
    const [whole, status = '', lines = ''] = head;
    const headers = new Map(
      lines
        .split('\r\n')
        .filter(Boolean)
        .map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
        }),
    );
    rest = rest.slice(whole.length);
    const isBare = status.startsWith('1') || rest.startsWith('HTTP/1.');
    const length = Number(headers.get('content-length') ?? rest.length);
    const body = isBare ? '' : rest.slice(0, length);
    rest = rest.slice(body.length);
    answers.push({ status: Number(status), headers, body });
  }
  return { answers, rest };
}
