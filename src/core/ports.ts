// What the engine needs from outside: time, chance, network, printers. For Node the adapters provide it; the
// simulations provide it from a seed.

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
    'refused' | 'name-not-found' | 'connection-lost' | 'timeout' | 'aborted' | 'too-large' | 'switched-off';
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

/** Where a printer takes raw data over TCP; the usual port is 9100. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

/** What a printer is asked, on the connection over which the job goes, before the job's first byte. It prints nothing. */
export interface StatusQuestion {
  readonly bytes: Uint8Array;
  /** How long an answer is waited for. A printer that does not answer is sent the job. */
  readonly timeoutMs: number;
  /** `reply`: everything that has come so far. `problem`: why the job is not sent now, and what to do; null for none. */
  read(
    reply: Uint8Array,
  ): { readonly complete: false } | { readonly complete: true; readonly problem: string | null };
}

/** One job for a printer. */
export interface PrinterJob {
  /** With a problem in the answer, the delivery ends as `not-started` and `begin` is not called. Null: nothing is asked. */
  readonly question?: StatusQuestion | null;
  /**
   * Called once, when the printer is connected and the first byte is about to be sent. Returns the bytes to send, or
   * null when the job must not be sent any more. Must not throw.
   */
  begin(): Uint8Array | null;
}

/** How long to wait for a printer at each step, in milliseconds. */
export interface PrinterLimits {
  readonly connectTimeoutMs: number;
  /** For the printer to take the next part of the job, and after the last part to close its side. */
  readonly acknowledgeTimeoutMs: number;
  /** How much longer the connection stays open after that, in case the printer still answers. */
  readonly lingerMs: number;
}

/**
 * How a delivery ended.
 * `sent`: every byte was sent and the printer closed its side.
 * `unacknowledged`: every byte was sent and the printer did not close its side in time; `later` (never rejects) tells
 * whether it did while the connection stayed open.
 * `withheld`: the printer was connected, `begin` returned null, and no byte was sent.
 * `not-started`: the printer was not connected, or said that it cannot print; `begin` was not called, and no byte of the job
 * was sent.
 * `unsure`: the connection broke after the first byte, so it is not known what was printed.
 */
export type PrinterDelivery =
  | { readonly outcome: 'sent'; readonly reply: Uint8Array }
  | {
      readonly outcome: 'unacknowledged';
      readonly reply: Uint8Array;
      readonly later: Promise<'acknowledged' | 'silent'>;
    }
  | { readonly outcome: 'withheld' }
  | {
      readonly outcome: 'not-started';
      readonly detail: string;
      /** The printer was reached and said itself why it cannot print. */
      readonly reached?: true;
    }
  | { readonly outcome: 'unsure'; readonly detail: string };

/** Delivers jobs to a label printer. Never throws and never retries. */
export interface PrinterTransport {
  deliver(address: PrinterAddress, job: PrinterJob, limits: PrinterLimits): Promise<PrinterDelivery>;
}

/**
 * Where whole pages (PDF) are printed. `ipp`: a printer that is asked over the network, by its address as an http URL.
 * `queue`: a queue of this computer's operating system, by its name. `folder`: no printer; the pages become files.
 */
export type PageAddress =
  | { readonly kind: 'ipp'; readonly url: string }
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** A job of whole pages. */
export interface PageJob extends PrinterJob {
  /** Given to the printer with the job, so that it can be found there again. No other job ever has it. */
  readonly name: string;
}

/**
 * How a delivery of pages ended. `detail` is in words for people.
 * `taken`: the printer has taken the job; `printerJob` is its own number for it, null where it gives none.
 * `refused`: the printer has the bytes, or a part of them, and has said that it does not print them; with `again` it may
 * take them later.
 * The others are those of {@link PrinterDelivery}.
 */
export type PageDelivery =
  | { readonly outcome: 'taken'; readonly printerJob: string | null }
  | { readonly outcome: 'refused'; readonly detail: string; readonly again: boolean }
  | { readonly outcome: 'withheld' }
  | { readonly outcome: 'not-started' | 'unsure'; readonly detail: string };

/**
 * What a printer says about a job that it has taken. `stopped`: it goes on once somebody has done what `detail` says.
 * `given-up`: it stopped in the middle for good, so pages may have come out. Only `working` and `stopped` can change.
 */
export interface PageReport {
  readonly state: 'working' | 'stopped' | 'done' | 'cancelled' | 'given-up';
  readonly detail: string | null;
}

/** A job as it was found at its printer. */
export interface FoundPageJob {
  readonly printerJob: string;
  readonly report: PageReport;
}

/** Delivers whole pages to a printer, and asks what became of them. Never throws and never prints twice by itself. */
export interface PageTransport {
  deliver(address: PageAddress, job: PageJob): Promise<PageDelivery>;
  /** Looks for a job by its name. `unknown`: the printer cannot be asked, or tells nothing about its jobs. */
  find(address: PageAddress, name: string): Promise<FoundPageJob | 'absent' | 'unknown'>;
  /** What became of a job that was taken. `unknown`: no answer now; `never`: this printer tells nothing, or no more. */
  report(address: PageAddress, printerJob: string): Promise<PageReport | 'unknown' | 'never'>;
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

/** Reads what a document (PDF) of the service says. Never rejects: what cannot be read says nothing. */
export interface DocumentReader {
  /** The text of the first page in one line; empty when there is none, as of a scanned picture. */
  readText(pdf: Uint8Array, urgency: ReadingUrgency): Promise<string>;
  /** The text and the bar code of a label's first page, from one reading. */
  readLabel(pdf: Uint8Array, urgency: ReadingUrgency): Promise<LabelReading>;
}

/** Reads bar codes on pictures of a camera. */
export interface PictureReader {
  /** What each bar code on the picture (JPEG or PNG) says, each once. Never rejects: what cannot be read shows none. */
  codesOn(picture: Uint8Array): Promise<readonly string[]>;
}

/** How many pages a document has, or why it must not go to a printer. */
export type PdfInspection =
  | { readonly pages: number }
  | { readonly problem: 'damaged' | 'locked' | 'too-large' | 'too-many-pages' | 'too-slow' };

/** Opens every page of a PDF, as a printer would. Never rejects. */
export type InspectPdf = (pdf: Uint8Array) => Promise<PdfInspection>;

/** `now`: a person waits for it, so it goes before what is read ahead. */
export type ReadingUrgency = 'now' | 'ahead';

export interface LabelReading {
  /** As of {@link DocumentReader.readText}. */
  readonly text: string;
  /** Null when there is no bar code, or more than one. */
  readonly code: string | null;
}

/**
 * A black-and-white picture: rows from the top, each padded to whole bytes, the leftmost dot in the highest bit; 1 is
 * black.
 */
export interface Bitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly rows: Uint8Array;
}

/** A line of text as a picture. `riseDots` of its rows are above the top of the line, for accents on capitals. */
export interface DrawnText extends Bitmap {
  readonly riseDots: number;
}

/** Draws text in letters that printers do not have. */
export interface DrawText {
  /**
   * Draws the text in a line `heightDots` high. Accents may rise above it by `headroomDots`; where the text would rise
   * or hang further, it is drawn smaller. Null when {@link missing} names a character.
   */
  draw(text: string, line: { readonly heightDots: number; readonly headroomDots: number }): DrawnText | null;
  /** The characters (as a person counts them) that cannot be drawn, each once, in the order of the text. */
  missing(text: string): string[];
}
