// What the engine needs from the world around it. Adapters fulfil these for Node; simulations fulfil them from a seed.

/** The time. A site's wall clock is derived from `nowMs` and the site's time zone, never from the machine's zone. */
export interface Clock {
  /** Milliseconds since the epoch, as this machine believes. May jump. */
  nowMs(): number;
  /** Milliseconds that only ever grow; for measuring and waiting. */
  monotonicMs(): number;
  /** Calls back once after `delayMs`; the returned function cancels. Never keeps the process alive on its own. */
  after(delayMs: number, callback: () => void): () => void;
}

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
  /** From the first byte asked for to the last byte read. */
  readonly timeoutMs: number;
  /** An answer longer than this is cut off with an `unknown` failure. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A request that got no whole answer. Only `not-sent` proves that nothing was delivered. Thrown by {@link Http}. */
export class HttpFailure extends Error {
  readonly reason:
    'refused' | 'name-not-found' | 'connection-lost' | 'timeout' | 'aborted' | 'too-large' | 'switched-off';
  readonly delivery: 'not-sent' | 'unknown';

  constructor(reason: HttpFailure['reason'], delivery: HttpFailure['delivery'], message: string) {
    super(message);
    this.name = 'HttpFailure';
    this.reason = reason;
    this.delivery = delivery;
  }
}

/** One HTTP exchange, never repeated on its own, redirects not followed. Rejects with {@link HttpFailure} only. */
export interface Http {
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** Where a raw printer listens; 9100 is the usual port. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

/** One job for a printer. */
export interface PrinterJob {
  /**
   * Called once, when the connection stands and the first byte is about to leave. Returns the bytes to send, or null when
   * the job must not leave any more. Must not throw.
   */
  begin(): Uint8Array | null;
}

/** How long to wait for a printer at each step, in milliseconds. */
export interface PrinterLimits {
  readonly connectTimeoutMs: number;
  /** For the printer to take the next piece of the job, and after the last one to close its side. */
  readonly acknowledgeTimeoutMs: number;
  /** How much longer the connection is kept and listened to after that. */
  readonly lingerMs: number;
}

/**
 * How a delivery ended. `sent`: every byte flushed and the printer closed its side. `unacknowledged`: this machine took
 * every byte and the printer did not close its side in time; `later` tells whether it still did while the connection was
 * kept (never rejects). `withheld`: the connection stood, `begin` gave nothing, no byte left. `not-started`: the connection
 * never stood, `begin` was not called, no byte left this machine. `unsure`: something broke after the first byte; what was printed is not known.
 */
export type PrinterDelivery =
  | { readonly outcome: 'sent'; readonly reply: Uint8Array }
  | {
      readonly outcome: 'unacknowledged';
      readonly reply: Uint8Array;
      readonly later: Promise<'acknowledged' | 'silent'>;
    }
  | { readonly outcome: 'withheld' }
  | { readonly outcome: 'not-started' | 'unsure'; readonly detail: string };

/** Delivers jobs to a label printer. Never throws and never retries. */
export interface PrinterTransport {
  deliver(address: PrinterAddress, job: PrinterJob, limits: PrinterLimits): Promise<PrinterDelivery>;
}

/** What unlocks this data folder. */
export interface Secrets {
  /** 32 bytes that encrypt the database; made once for a data folder and kept where the host can guard it best. */
  databaseKey(): Promise<Uint8Array>;
}

/** Structured log. Fields are technical: never names, dates of birth, codes or tokens. */
export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Reads what a document (PDF) of the service says. Never rejects: what cannot be read says nothing. */
export interface DocumentReader {
  /** The bar code of a label's first page; null when there is none, or more than one. */
  readCode(pdf: Uint8Array): Promise<string | null>;
  /** The text of the first page in one line; empty when there is none, as of a scanned picture. */
  readText(pdf: Uint8Array): Promise<string>;
}

/** Black and white, rows from the top, each padded to whole bytes, the leftmost dot in the highest bit; 1 is black. */
export interface Bitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly rows: Uint8Array;
}

/** A line of text as a picture. `riseDots` of its rows stand above the line's top: accents on capitals. */
export interface DrawnText extends Bitmap {
  readonly riseDots: number;
}

/** Draws text in letters that printers lack. */
export interface DrawText {
  /**
   * The whole of the text's ink, in a line `heightDots` high; it rises above it by `headroomDots` at most, and is drawn
   * smaller where it would rise or hang further. Null when {@link missing} names something.
   */
  draw(text: string, line: { readonly heightDots: number; readonly headroomDots: number }): DrawnText | null;
  /** The characters (as a person counts them) that cannot be drawn, each once, in order. */
  missing(text: string): string[];
}
