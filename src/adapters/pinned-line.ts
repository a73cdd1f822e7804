// HTTPS to a site desk that is known by its certificate alone. Nothing is sent before the certificate was compared, and only
// TLS 1.3 is spoken: there is no older protocol and no plain HTTP to fall back to.
import { createHash, X509Certificate } from 'node:crypto';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { errorCode } from '../domain/error-code.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A packet that was lost is sent once more after a second. */
const KNOCK_TIMEOUT_MS = 2_500;

/**
 * Why nothing, or no whole answer, came. `another`: whoever answers has another certificate. After `unknown` the request
 * may have been carried out.
 */
export class LineFailure extends Error {
  readonly reason: 'unreachable' | 'another';
  readonly delivery: 'not-sent' | 'unknown';

  constructor(reason: LineFailure['reason'], delivery: LineFailure['delivery'], cause?: unknown) {
    super(`${reason}, ${delivery}`, { cause });
    this.name = 'LineFailure';
    this.reason = reason;
    this.delivery = delivery;
  }
}

export interface LineAddress {
  readonly host: string;
  readonly port: number;
}

export interface LineAnswer {
  readonly status: number;
  /** Null when the body is not JSON. */
  readonly json: unknown;
}

export interface PinnedLine {
  /** @throws LineFailure */
  post(path: string, body: unknown, options: LineOptions): Promise<LineAnswer>;
  /**
   * Reads lines until the other side ends the stream, it is silent for `silenceMs`, or `signal` aborts it. Resolves with the
   * status when that is not 200, and with 200 after the end.
   *
   * @throws LineFailure
   */
  lines(path: string, options: StreamOptions): Promise<number>;
  /** Ends its connections; the next request makes another. */
  close(): void;
}

export interface LineOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** Called with each line; a blank one is a sign of life. */
  readonly onLine: (line: string) => void;
}

/** SHA-256 of a certificate (DER or PEM), in lower-case hexadecimal. */
export function fingerprintOf(certificate: Uint8Array | string): string {
  const { raw } = new X509Certificate(certificate);
  return createHash('sha256').update(raw).digest('hex');
}

const ANOTHER = 'another certificate';

/**
 * The certificate (PEM) that whoever answers at this address shows. It proves nothing by itself.
 *
 * @throws LineFailure
 */
export function certificateAt({ host, port }: LineAddress): Promise<string> {
  return new Promise((done, failed) => {
    // Not checked here: the caller compares what comes back with what a person has typed.
    const socket = connect({ host, port, minVersion: 'TLSv1.3', rejectUnauthorized: false });
    const fail = (cause?: unknown): void => {
      socket.destroy();
      failed(new LineFailure('unreachable', 'not-sent', cause));
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail());
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate) done(certificate.toString());
      else fail();
    });
  });
}

/**
 * Whether the machine at this address takes a connection. It is its operating system that does, so one whose desk is busy is there;
 * nothing is sent.
 */
export function isAnybodyAt({ host, port }: LineAddress): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectPlain({ host, port });
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      done(isThere);
    };
    socket.setTimeout(KNOCK_TIMEOUT_MS, end(false));
    socket.once('error', end(false));
    socket.once('connect', end(true));
  });
}

/** Opens a line to the site whose certificate this is. Connections are made when they are needed, and kept. */
export function openPinnedLine(address: LineAddress, certificate: string): PinnedLine {
  const pinned = fingerprintOf(certificate);
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.3',
    // The certificate is its own authority, and the only one.
    ca: [certificate],
    checkServerIdentity: (_host: string, shown: PeerCertificate) =>
      fingerprintOf(shown.raw) === pinned
        ? undefined
        : Object.assign(new Error(ANOTHER), { code: 'ANOTHER' }),
  });

  function failureOf(cause: unknown, sent: boolean): LineFailure {
    const code = errorCode(cause) ?? '';
    const isAnother = code === 'ANOTHER' || /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
    return new LineFailure(isAnother ? 'another' : 'unreachable', sent ? 'unknown' : 'not-sent', cause);
  }

  function open(
    method: 'GET' | 'POST',
    path: string,
    options: { headers: Readonly<Record<string, string>>; body?: string; signal?: AbortSignal | undefined },
  ): Promise<IncomingMessage> {
    return new Promise((done, failed) => {
      const asked = request({
        ...address,
        agent,
        method,
        path,
        headers: options.headers,
        ...(options.signal ? { signal: options.signal } : {}),
      });
      let sent = false;
      const connecting = setTimeout(
        () => asked.destroy(new Error('no connection in time')),
        CONNECT_TIMEOUT_MS,
      );
      const connected = (): void => {
        clearTimeout(connecting);
        sent = true;
      };
      asked.once('socket', (socket) => {
        if (asked.reusedSocket) connected();
        else socket.once('secureConnect', connected);
      });
      asked.once('error', (cause) => {
        clearTimeout(connecting);
        failed(Object.assign(failureOf(cause, sent), { reused: asked.reusedSocket }));
      });
      asked.once('response', done);
      asked.end(options.body);
    });
  }

  return {
    async post(path, body, { headers, timeoutMs, signal }) {
      const text = JSON.stringify(body);
      const deadline = AbortSignal.timeout(timeoutMs);
      const options = {
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        },
        body: text,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      };
      // A kept connection may have been closed by the other side meanwhile. Asking once more does no harm, because every
      // command carries an id of its own.
      const answer = await open('POST', path, options).catch((thrown: unknown) => {
        if (!(thrown instanceof LineFailure) || !('reused' in thrown) || thrown.reused !== true) throw thrown;
        return open('POST', path, options).catch((again: unknown) => {
          // The first request may have arrived, whatever became of the second.
          throw again instanceof LineFailure ? new LineFailure(again.reason, thrown.delivery, again) : again;
        });
      });
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of answer) chunks.push(chunk as Buffer);
      } catch (cause) {
        throw failureOf(cause, true);
      }
      return { status: answer.statusCode ?? 0, json: jsonOf(Buffer.concat(chunks).toString('utf8')) };
    },

    async lines(path, { headers, silenceMs, signal, onLine }) {
      const answer = await open('GET', path, { headers, signal });
      if (answer.statusCode !== 200) {
        answer.resume();
        return answer.statusCode ?? 0;
      }
      const silence = setTimeout(() => answer.destroy(new Error('silent for too long')), silenceMs);
      let rest = '';
      try {
        answer.setEncoding('utf8');
        for await (const text of answer) {
          silence.refresh();
          const lines = (rest + String(text)).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) onLine(line);
        }
      } catch (cause) {
        throw failureOf(cause, true);
      } finally {
        clearTimeout(silence);
      }
      return 200;
    },

    close: () => agent.destroy(),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
