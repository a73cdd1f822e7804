// What the engine needs from the machine it runs on: time, chance, network, the key of its data, a log. For Node the
// adapters provide it; the simulations provide it from a seed.

/**
 * The time. The site's wall clock is worked out from `nowMs` and the site's time zone, never from this machine's zone.
 */
export interface Clock {
  /** Milliseconds since the epoch, by this machine's clock. It jumps when somebody sets the clock. */
  nowMs(): number;
  /** Milliseconds since some moment; they only grow. For measuring and waiting. */
  monotonicMs(): number;
  /**
   * Calls back once after `delayMs`; the returned function cancels it. A timer that waits does not keep the process
   * alive.
   *
   *     const cancel = clock.after(1_000, () => wake());
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** Random values. Tests and the simulation give the same ones for the same seed. */
export interface Random {
  /** A UUID (version 4 layout). */
  uuid(): string;
  /** Uniform in [0, 1). */
  fraction(): number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body of bytes, in place of `body`. */
  readonly bytes?: Uint8Array;
  /** The longest time from sending the request to the last byte of the answer. */
  readonly timeoutMs: number;
  /** An answer that is longer is cut off and fails with `too-large`. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** A complete answer, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * A request that got no complete answer; thrown by {@link Http}. Only `not-sent` proves that the service received
 * nothing; after `unknown` it may have carried the request out.
 */
export class HttpFailure extends Error {
  readonly reason:
    | 'refused'
    | 'name-not-found'
    | 'untrusted'
    | 'connection-lost'
    | 'timeout'
    | 'aborted'
    | 'too-large'
    | 'switched-off';
  readonly delivery: 'not-sent' | 'unknown';

  constructor(reason: HttpFailure['reason'], delivery: HttpFailure['delivery'], message: string) {
    super(message);
    this.name = 'HttpFailure';
    this.reason = reason;
    this.delivery = delivery;
  }
}

/**
 * One HTTP request. It is never repeated by itself, and redirects are not followed. Rejects with {@link HttpFailure}
 * only.
 */
export interface Http {
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** The key of this data folder. */
export interface Secrets {
  /** The key of the database, 32 bytes. It is made once for a data folder and kept where the host can guard it best. */
  databaseKey(): Promise<Uint8Array>;
}

/**
 * A log of messages with fields. Fields are technical: never names, dates of birth, codes or tokens.
 *
 *     log.warn('printer not reached', { printer: 'front', attempts: 3 });
 */
export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
