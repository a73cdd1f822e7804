// HTTP over undici. A request leaves once and is never repeated here; only a handshake is, with more authorities believed. A failure says
// whether the request may have reached the service, because the outbox decides by that whether a change can be sent again.
import type { SecureContext } from 'node:tls';
import type { Agent, request as undiciRequest } from 'undici';
import { HttpFailure, type Http, type HttpRequest, type HttpResponse } from '../core/ports/machine.ts';
import { authoritiesOfComputer, believing, type Authorities } from './believed-authorities.ts';

export interface HttpAdapterOptions {
  /** While it returns true, every request fails at once and nothing is sent. Training's "Go offline" uses it. */
  readonly switchedOff?: () => boolean;
  /** Who is believed besides those whom Node brings along: those of this computer. Asked once, when somebody else's certificate comes. */
  readonly authorities?: () => Authorities;
}

export interface HttpAdapter extends Http {
  /** Closes all connections. Requests in progress fail. */
  close(): Promise<void>;
}

/** Makes the port `Http` (see `core/ports/machine.ts` for what `request` takes, returns and throws). */
export function createHttp(options: HttpAdapterOptions = {}): HttpAdapter {
  const { authorities = authoritiesOfComputer } = options;
  let closed = false;
  let narrow: Promise<Undici> | null = null;
  /** Once a certificate has come that Node by itself does not believe. */
  let wide: Promise<Undici> | null = null;
  // With the first request: a start asks for nothing before its first window is there, and undici takes 40 ms of the thread.
  const load = async (believed: () => SecureContext | null): Promise<Undici> => {
    const { Agent, request } = await import('undici');
    return { agent: newAgent(Agent, believed()), send: request };
  };

  /** Sent a second time only where the handshake failed: then nothing of it has left. */
  async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const used = wide ?? (narrow ??= load(() => null));
    const ready = await used;
    if (options.switchedOff?.())
      throw new HttpFailure('switched-off', 'not-sent', 'the connection is switched off');
    if (request.signal?.aborted) throw new HttpFailure('aborted', 'not-sent', 'given up before it was sent');
    if (closed) throw new HttpFailure('connection-lost', 'not-sent', 'this desk has stopped asking');
    try {
      return await exchange(ready, request, signal);
    } catch (thrown) {
      if (used === wide || !isOfUnknownAuthority(thrown)) throw thrown;
      wide ??= load(() => believing(authorities));
      return await send(request, signal);
    }
  }

  return {
    async request(request) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
      timer.unref();
      const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal;
      try {
        return await send(request, signal);
      } catch (thrown) {
        if (thrown instanceof HttpFailure) throw thrown;
        if (deadline.signal.aborted) {
          throw new HttpFailure('timeout', 'unknown', `no whole answer within ${request.timeoutMs} ms`);
        }
        if (request.signal?.aborted) throw new HttpFailure('aborted', 'unknown', 'given up by its caller');
        throw failureOf(thrown);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      closed = true;
      for (const loading of [narrow, wide]) await (await loading)?.agent.destroy();
    },
  };
}

interface Undici {
  readonly agent: Agent;
  readonly send: typeof undiciRequest;
}

/** `believed`: null for those alone whom Node brings along. */
function newAgent(OfUndici: typeof Agent, believed: SecureContext | null): Agent {
  // A plain agent, because undici's retrying agents repeat PUT and DELETE by themselves. Only HTTP/1.1, because HTTP/2
  // may repeat requests after a GOAWAY. undici's own timeouts are off: one deadline covers the whole exchange.
  return new OfUndici({
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 0, ...(believed ? { secureContext: believed } : {}) },
  });
}

async function exchange(
  { agent, send }: Undici,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { method, url, headers, body, bytes, maxBytes } = request;
  const answer = await send(url, {
    dispatcher: agent,
    method,
    // Without this header a server may compress by HTTP's rules (RFC 9110, 12.5.3), and the answer is taken as it comes.
    headers: { 'accept-encoding': 'identity', ...headers },
    body: bytes ?? body ?? null,
    signal,
  });
  const declared = Number(answer.headers['content-length'] ?? 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (declared > maxBytes) {
    answer.body.on('error', () => {}).destroy();
    throw tooLarge(maxBytes);
  }
  // An exception in this loop destroys the stream and closes the connection.
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: joined(chunks, length) };
}

const tooLarge = (maxBytes: number): HttpFailure =>
  new HttpFailure('too-large', 'unknown', `the answer is longer than ${maxBytes} bytes`);

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

const NAME_NOT_FOUND = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

/**
 * The reasons for which OpenSSL and Node refuse a certificate (Node's documentation, “X509 certificate error codes”); the handshake ends
 * with them, before anything of the request is sent.
 */
const isAboutCertificate = (code: string): boolean =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID' ||
  /^(?:CERT|CRL)_|_SELF_SIGNED_CERT$|^SELF_SIGNED_CERT_|^UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)_|^INVALID_(?:CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^PATH_LENGTH_EXCEEDED$/.test(
    code,
  );

/** Whoever signed it is not known; one that has expired, or is for another name, is no better with more authorities. */
const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Of every address that was tried. */
const isOfUnknownAuthority = (thrown: unknown): boolean =>
  flatCauses(thrown).every(({ code }) => code !== undefined && UNKNOWN_AUTHORITY.has(code));

/** Turns a network error into an HttpFailure. It is `not-sent` only when the connection was never made. */
function failureOf(thrown: unknown): HttpFailure {
  const causes = flatCauses(thrown);
  const codes = causes.map(({ code }) => code ?? 'unnamed error');
  // Only the error codes: messages of the network layer can contain addresses and header values.
  const detail = [...new Set(codes)].join(', ');
  if (causes.every(({ code }) => code !== undefined && NAME_NOT_FOUND.has(code))) {
    return new HttpFailure('name-not-found', 'not-sent', detail);
  }
  if (causes.every(({ code }) => code === 'ECONNREFUSED'))
    return new HttpFailure('refused', 'not-sent', detail);
  // Whoever answered is not believed to be the service, so nothing was said to them: a guest network, a machine that reads along, a
  // certificate that has expired, or a clock that is wrong.
  if (causes.every(({ code }) => code !== undefined && isAboutCertificate(code))) {
    return new HttpFailure('untrusted', 'not-sent', detail);
  }
  // The connection could not be made, for example because a cable is unplugged.
  if (causes.every(({ syscall }) => syscall === 'connect')) {
    return new HttpFailure('connection-lost', 'not-sent', detail);
  }
  return new HttpFailure('connection-lost', 'unknown', detail);
}

interface NetworkCause {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

/** A host name with several addresses fails with one error for each address, collected in an AggregateError. */
function flatCauses(thrown: unknown): NetworkCause[] {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.flatMap(flatCauses);
  const { code, syscall } = (thrown ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  return [
    {
      code: typeof code === 'string' ? code : undefined,
      syscall: typeof syscall === 'string' ? syscall : undefined,
    },
  ];
}
