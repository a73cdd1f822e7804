// What the engine needs from outside: time, chance, network, printers. For Node the adapters provide it; the
// simulations provide it from a seed.
import type { LabelSymbol } from '../domain/label-symbol.ts';
import type { PagePlan } from '../domain/page-plan.ts';
import type { PageAddress, RawAddress } from '../domain/printer-address.ts';

export type { PageAddress, PrinterAddress, RawAddress } from '../domain/printer-address.ts';

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

/** What an answer says. `problem`: why the job is not sent now, and what to do; null for none. */
export type StatusReading =
  { readonly complete: false } | { readonly complete: true; readonly problem: string | null };

/** What a printer is asked, on the connection over which the job goes, before the job's first byte. It prints nothing. */
export interface StatusQuestion {
  readonly bytes: Uint8Array;
  /** How long an answer is waited for. A printer that does not answer is sent the job. */
  readonly timeoutMs: number;
  /** `reply`: everything that has come so far. */
  read(reply: Uint8Array): StatusReading;
}

/** One job for a printer. */
export interface PrinterJob {
  /** With a problem in the answer, the delivery ends as `not-started` and `begin` is not called. Null: nothing is asked. */
  readonly question?: StatusQuestion | null;
  /**
   * Asked after the last byte on a line that has no end by which a printer could acknowledge a job, such as a cable. A whole answer says
   * that the printer has read everything before it.
   */
  readonly receipt?: StatusQuestion | null;
  /**
   * Called once, when the printer is connected and the first byte is about to be sent. Returns the bytes to send, or
   * null when the job must not be sent any more. Must not throw.
   */
  begin(): Uint8Array | null;
  /** Once it is aborted, nothing more is asked and nothing sent: `withheld`. What has begun to be sent goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known at once, or comes over a line from another desk. */
export type MaybeLater<Value> = Value | Promise<Value>;

export interface AwaitedQuestion extends Omit<StatusQuestion, 'read'> {
  read(reply: Uint8Array): MaybeLater<StatusReading>;
}

/** A job as a transport takes it: whoever has its bytes may be at the other end of a line. Nothing of it ever rejects. */
export interface AwaitedJob extends Pick<PrinterJob, 'signal'> {
  readonly question?: AwaitedQuestion | null | undefined;
  readonly receipt?: AwaitedQuestion | null | undefined;
  begin(): MaybeLater<Uint8Array | null>;
}

/** A job of whole pages, as a transport takes it. */
export interface AwaitedPageJob extends Omit<AwaitedJob, 'question' | 'receipt'>, Pick<PageJob, 'name'> {
  look(): MaybeLater<Uint8Array | null>;
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
 * `withheld`: `begin` returned null, or the signal was aborted before it was called, and no byte of the job was sent.
 * `not-started`: the printer was not connected, or said that it cannot print; `begin` was not called, and no byte of the job
 * was sent.
 * `unsure`: the connection broke after the first byte, so it is not known what was printed.
 * `taken`: the printing system of this computer has it, and says nothing of what becomes of it.
 * `refused`: `begin` was called, but nothing of the job was taken; it may be tried again.
 */
export type PrinterDelivery =
  | { readonly outcome: 'sent'; readonly reply: Uint8Array }
  | { readonly outcome: 'taken'; readonly printerJob: null }
  | { readonly outcome: 'refused'; readonly detail: string; readonly again: true }
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

/** Delivers jobs to a printer of labels or tickets. Never throws and never retries. */
export interface PrinterTransport<Address = RawAddress> {
  deliver(address: Address, job: AwaitedJob, limits: PrinterLimits): Promise<PrinterDelivery>;
}

/** A label as a picture of all of it. Each of its dots is one of a printer of this resolution. */
export interface LabelSheet {
  readonly picture: Bitmap;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dpi: number;
}

/** Prints labels on queues of this computer that take pictures and no printer's language: those of Windows. Never throws, never retries. */
export interface LabelQueues {
  /** Why nothing should be given to the queue now, in words; null when it takes labels, as far as anybody says. */
  whyNotNow(queue: string): Promise<string | null>;
  /** Gives the queue what `begin` returns, as {@link PrinterJob.begin}: one label after the other. */
  deliver(queue: string, job: { begin(): readonly LabelSheet[] | null }): Promise<PrinterDelivery>;
}

/** A job of whole pages. */
export interface PageJob extends PrinterJob {
  /** Given to the printer with the job, so that it can be found there again. No other job ever has it. */
  readonly name: string;
  /**
   * The document that `begin` would return, for a printer that has to be given it in another form. Nothing begins by this. Null when it
   * is not kept any more.
   */
  look(): Uint8Array | null;
}

/**
 * How a delivery of pages ended. `detail` is in words for people.
 * `taken`: the printer has taken the job; `printerJob` is its own number for it, null where it gives none.
 * `refused`: the printer has the bytes, or a part of them, and has said that it does not print them; with `again` it may
 * take them later.
 * The others are those of {@link PrinterDelivery}.
 */
export type PageDelivery =
  | {
      readonly outcome: 'taken';
      readonly printerJob: string | null;
      /** What a person has to look at, because nobody could be asked, in words. */
      readonly look?: string;
    }
  | { readonly outcome: 'refused'; readonly detail: string; readonly again: boolean }
  | { readonly outcome: 'withheld' }
  | {
      readonly outcome: 'not-started';
      readonly detail: string;
      /** The printer was reached and said itself why it cannot print. */
      readonly reached?: true;
    }
  | { readonly outcome: 'unsure'; readonly detail: string };

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

/** What a printer of whole pages says of itself. */
export interface PagePrinterFacts {
  /** Why it could not be asked, in words; null when it was. */
  readonly problem: string | null;
  /** As it names itself; null where it does not. */
  readonly model: string | null;
  /** False: it says nothing of its state, as a queue of this computer. */
  readonly says: boolean;
  /** What keeps it from printing now and what to do, in words; null: nothing that it says. */
  readonly trouble: string | null;
  /** The paper that is loaded, in words; empty where it does not say. */
  readonly loaded: readonly string[];
}

/**
 * What came of asking a printer to cancel a job. `cancelled`: it has taken that; pages that were out already stay out. `over`: the
 * job had ended before, as `report` says. `refused`: it does not cancel it. `unknown`: no answer, so nothing is known.
 */
export type CancelAnswer =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'over'; readonly report: PageReport | null }
  | { readonly outcome: 'refused' | 'unknown'; readonly detail: string };

/** Delivers whole pages to a printer, and asks what became of them. Never throws and never prints twice by itself. */
export interface PageTransport {
  deliver(address: PageAddress, job: AwaitedPageJob): Promise<PageDelivery>;
  /** Looks for a job by its name. `unknown`: the printer cannot be asked, or tells nothing about its jobs. */
  find(address: PageAddress, name: string): Promise<FoundPageJob | 'absent' | 'unknown'>;
  /** What became of a job that was taken. `unknown`: no answer now; `never`: this printer tells nothing, or no more. */
  report(address: PageAddress, printerJob: string): Promise<PageReport | 'unknown' | 'never'>;
  /** Asks the printer to cancel a job that it has taken. */
  cancel(address: PageAddress, printerJob: string): Promise<CancelAnswer>;
  /** Asks what is at an address what it is and how it is. Nothing is printed. Once `signal` is aborted, the asking ends. */
  ask(address: PageAddress, signal?: AbortSignal): Promise<PagePrinterFacts>;
}

/** A printer that was found. Its texts come from elsewhere; they are tidied and short. */
export interface FoundPrinter {
  readonly name: string;
  /** As it calls itself; null where it does not, or that is its name. */
  readonly model: string | null;
  /**
   * `raw`: it takes data as it is, so it may be a printer of labels or tickets; which one is found out by asking it. `pictures`: the
   * queue of a label printer, which takes labels as pictures.
   */
  readonly prints: 'pages' | 'raw' | 'pictures';
  /** As it is written in settings. */
  readonly address: string;
  readonly place: 'network' | 'computer' | 'cable' | 'training';
}

/** A place where was looked. `problem`: why nothing, or not all, could be found there, in words; null when there was none. */
export interface PlaceSearched {
  readonly place: FoundPrinter['place'];
  readonly problem: string | null;
}

/** What a search found. `leftOut`: printers that cannot be used as they are announced, or that are too many. */
export interface PrinterSearch {
  readonly found: readonly FoundPrinter[];
  readonly leftOut: number;
  readonly searched: readonly PlaceSearched[];
}

/** Looks for printers that are not set up yet. Takes some seconds at most, and ends once the signal is aborted; never rejects. */
export type FindPrinters = (signal: AbortSignal) => Promise<PrinterSearch>;

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

/** Reads bar codes on pictures: of a camera, and of labels before they are printed. */
export interface PictureReader {
  /** What each bar code on the picture (JPEG or PNG) says, each once. Never rejects: what cannot be read shows none. */
  codesOn(picture: Uint8Array): Promise<readonly string[]>;
  /**
   * Reads the picture of a label as a scanner would, and measures its code, which stands there as `symbol`. Rejects when it could
   * not be done in time.
   */
  readLabelPicture(picture: Bitmap, symbol: LabelSymbol): Promise<LabelPictureReading>;
  /** What each code on the picture of a whole page says. Rejects when it could not be read in time. */
  readPagePicture(picture: Bitmap): Promise<readonly string[]>;
}

/** The code on the picture of a label. */
export interface LabelPictureReading {
  /** Null when no code can be read, or more than one. */
  readonly code: string | null;
  /**
   * The width of its narrowest bar in dots, or of a module; null when its other bars and spaces are not multiples of it, or its
   * modules not all of one size.
   */
  readonly barDots: number | null;
  /** The paper without ink beside it, on the side where there is least, in narrowest bars or modules. */
  readonly quietBars: number;
}

/** A PDF of our own pages. `lacking`: characters of its texts that our fonts do not have; they are shown as empty boxes. */
export interface MadePages {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly lacking: readonly string[];
}

/** Makes a PDF of our own pages. Rejects with an AppException (`bug`) when it cannot be made, or with the reason of the signal. */
export type MakePages = (plan: PagePlan, signal?: AbortSignal) => Promise<MadePages>;

/** A page of a document in black dots, and what the codes of the document's page say. */
export interface DrawnPage {
  readonly picture: Bitmap;
  readonly codes: readonly string[];
}

/**
 * Draws each page of a PDF for a label of a printer: on a picture of exactly these dots, without the page's empty margins, made smaller
 * until all of it fits and never larger. `damaged`: it cannot be drawn; `not-now`: there was no time or no memory. Never rejects.
 */
export type DrawPages = (
  pdf: Uint8Array,
  sheet: { readonly widthDots: number; readonly heightDots: number; readonly dpi: number },
) => Promise<{ readonly pages: readonly DrawnPage[] } | { readonly problem: 'damaged' | 'not-now' }>;

/** How many pages a document has, or why it must not go to a printer. */
export type PdfInspection =
  | { readonly pages: number }
  | {
      readonly problem: 'damaged' | 'larger-than-a4' | 'locked' | 'too-large' | 'too-many-pages' | 'too-slow';
    };

/** Opens every page of a PDF, as a printer would. Rejects with the reason of the signal alone. */
export type InspectPdf = (pdf: Uint8Array, signal?: AbortSignal) => Promise<PdfInspection>;

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

/** What a desk tells the database of the copy about itself. */
export interface CopyHolder {
  readonly site: string;
  readonly epoch: number;
  /** A UUID of this desk. */
  readonly holder: string;
}

/** The answer to a desk that does not hold the site any more; see `Fenced` in store/copy/copy-state.ts. */
export interface CopyRefusal {
  readonly kind: 'fenced';
  readonly epoch: number;
  readonly by: string;
  readonly atMs: number;
  readonly copiedNumber: number;
}

/** Changes on their way into the copy. They are taken whole or not at all. */
export interface CopyBatch {
  /** Where the copy must be, and where it is afterwards. */
  readonly afterNumber: number;
  readonly afterChain: string;
  readonly number: number;
  readonly chain: string;
  /** A full copy begins with this batch: its first and last number. */
  readonly allAnew: { readonly from: number; readonly until: number } | null;
  readonly storeVersion: number;
  readonly copiedUntilMs: number | null;
  /** `sealed` null: deleted. */
  readonly rows: readonly CopyRecord<string | null>[];
  /** Counts for the fleet page, without anything about a patient. */
  readonly status: unknown;
}

/** A row of a desk's table as the copy holds it: encrypted, under a fingerprint of its key. */
export interface CopyRecord<Sealed = string> {
  readonly table: string;
  readonly key: string;
  readonly number: number;
  readonly sealed: Sealed;
}

/** A site as the database of the copy knows it, before anything is changed there. Times are milliseconds since the epoch. */
export interface CopySite {
  readonly epoch: number;
  readonly holderName: string;
  readonly keyCheck: string;
  readonly storeVersion: number;
  readonly number: number;
  readonly isWhole: boolean;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  /** How many changes waited at the old machine when it was last heard of. */
  readonly notCopied: number;
}

/** A site's line on the fleet page. Times are milliseconds since the epoch, by the clock of whoever wrote them. */
export interface FleetSite {
  readonly site: string;
  readonly holderName: string;
  readonly epoch: number;
  readonly isWhole: boolean;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  /** The database's own time. */
  readonly nowMs: number;
  readonly status: unknown;
}

/** What was taken over, from whom. */
export interface CopyTaken {
  readonly kind: 'taken';
  readonly epoch: number;
  readonly number: number;
  readonly chain: string;
  readonly from: string;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  readonly notCopied: number;
}

/**
 * The PostgreSQL database of the copy. Every function rejects with {@link CopyDatabaseFailure} when it cannot be reached or
 * does not do what it is asked; then nothing was changed, or what was changed is changed once only when it is asked again.
 */
export interface CopyDatabase {
  look(site: string): Promise<CopySite>;
  /** `held`: another desk holds the site, and this one never did. */
  agree(
    desk: CopyHolder,
    about: { readonly holderName: string; readonly keyCheck: string },
  ): Promise<
    | { readonly kind: 'agreed'; readonly epoch: number; readonly number: number; readonly chain: string }
    | { readonly kind: 'held'; readonly by: string }
    | CopyRefusal
  >;
  /** `out-of-step`: the copy is not where the batch begins. */
  write(
    desk: CopyHolder,
    batch: CopyBatch,
  ): Promise<{ readonly kind: 'copied' | 'out-of-step' } | CopyRefusal>;
  /** Refused when somebody else took the site over since it was looked at. */
  takeOver(
    seen: Pick<CopyHolder, 'site' | 'epoch'>,
    by: { readonly holder: string; readonly holderName: string },
  ): Promise<CopyTaken | CopyRefusal>;
  read(
    desk: CopyHolder,
    page: { readonly afterTable: string; readonly afterKey: string; readonly limit: number },
  ): Promise<{ readonly kind: 'records'; readonly records: readonly CopyRecord[] } | CopyRefusal>;
  fleet(): Promise<readonly FleetSite[]>;
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection, or it broke. `refused`: the database does not accept the login, has no such site for it, or was
 * not prepared. The message is for a person and holds neither the address nor the password.
 */
export class CopyDatabaseFailure extends Error {
  readonly reason: 'unreachable' | 'refused';

  constructor(reason: CopyDatabaseFailure['reason'], message: string) {
    super(message);
    this.name = 'CopyDatabaseFailure';
    this.reason = reason;
  }
}
