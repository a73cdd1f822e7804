// What the engine needs to find printers and to print: bytes and pages are delivered, and what came of it is told. For Node
// the adapters provide it; the simulations provide it from a seed.
import type { PageAddress, RawAddress } from '../../domain/printer-address.ts';
import type { Bitmap } from './pictures.ts';

export type { PageAddress, PrinterAddress, RawAddress } from '../../domain/printer-address.ts';

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
  /**
   * Called when the printer has taken nothing more in the middle of the job for `forMs`, while it is still waited for; with null once it
   * takes more again. A transport that cannot tell never calls it.
   */
  readonly stopped?: ((forMs: number | null) => void) | undefined;
  /** Once it is aborted, nothing more is asked and nothing sent: `withheld`. What has begun to be sent goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known at once, or comes over a line from another desk. */
export type MaybeLater<Value> = Value | Promise<Value>;

export interface AwaitedQuestion extends Omit<StatusQuestion, 'read'> {
  read(reply: Uint8Array): MaybeLater<StatusReading>;
}

/** A job as a transport takes it: whoever has its bytes may be at the other end of a line. Nothing of it ever rejects. */
export interface AwaitedJob extends Pick<PrinterJob, 'signal' | 'stopped'> {
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
  /** After the last part of the job, for the printer to close its side. */
  readonly acknowledgeTimeoutMs: number;
  /** How much longer the connection stays open after that, in case the printer still answers. */
  readonly lingerMs: number;
}

/**
 * A delivery that was not carried out, or in doubt.
 * `withheld`: `begin` returned null, or the signal was aborted before it was called, and no byte of the job was sent.
 * `not-started`: the printer was not connected, or said that it cannot print; `begin` was not called, and no byte of the job
 * was sent.
 * `unsure`: the connection broke after the first byte, so it is not known what was printed.
 */
type DeliveryCutShort =
  | { readonly outcome: 'withheld' }
  | {
      readonly outcome: 'not-started';
      readonly detail: string;
      /** The printer was reached and said itself why it cannot print. */
      readonly reached?: true;
    }
  | { readonly outcome: 'unsure'; readonly detail: string };

/**
 * How a delivery ended.
 * `sent`: every byte was sent and the printer closed its side.
 * `unacknowledged`: every byte was sent and the printer did not close its side in time; `later` (never rejects) tells
 * whether it did while the connection stayed open.
 * `taken`: the printing system of this computer has it, and says nothing of what becomes of it.
 * `refused`: `begin` was called, but nothing of the job was taken; it may be tried again.
 * The others are those of {@link DeliveryCutShort}.
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
  | DeliveryCutShort;

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
 * The others are those of {@link DeliveryCutShort}.
 */
export type PageDelivery =
  | {
      readonly outcome: 'taken';
      readonly printerJob: string | null;
      /** What a person has to look at, because nobody could be asked, in words. */
      readonly look?: string;
    }
  | { readonly outcome: 'refused'; readonly detail: string; readonly again: boolean }
  | DeliveryCutShort;

/**
 * What a printer says about a job that it has taken. `stopped`: it goes on once somebody has done what `detail` says.
 * `given-up`: it stopped in the middle for good, so pages may have come out. Only `working` and `stopped` can change. With `working`
 * `detail` is what the printer complains of meanwhile: perhaps it goes on all the same.
 */
export interface PageReport {
  readonly state: 'working' | 'stopped' | 'done' | 'cancelled' | 'given-up';
  readonly detail: string | null;
}

/**
 * The answer to a question about a job that was taken. `unknown`: none now; `never`: this printer tells nothing about jobs. `forgotten`: it
 * knows no such job any more, because it ended, or was lost as the printer was switched off. `started-again`: it knows it no more, and was
 * started since it had it. `another`: it has another job under that
 * number by now, so it began to count anew, and nobody can say what became of this one.
 */
export type PageReportAnswer = PageReport | 'unknown' | 'never' | 'forgotten' | 'started-again' | 'another';

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
 * job had ended before, as `report` says. `another`: as in {@link PageReportAnswer}; nothing was cancelled. `refused`: it does not
 * cancel it. `unknown`: no answer, so nothing is known.
 */
export type CancelAnswer =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'over'; readonly report: PageReport | null }
  | { readonly outcome: 'another' }
  | { readonly outcome: 'refused' | 'unknown'; readonly detail: string };

/** Delivers whole pages to a printer, and asks what became of them. Never throws and never prints twice by itself. */
export interface PageTransport {
  deliver(address: PageAddress, job: AwaitedPageJob): Promise<PageDelivery>;
  /** Looks for a job by its name. `unknown`: the printer cannot be asked, or tells nothing about its jobs. */
  find(address: PageAddress, name: string): Promise<FoundPageJob | 'absent' | 'unknown'>;
  /** What became of a job that was taken. `name`: the one that it was given; null where that is not kept, and the number has to do. */
  report(address: PageAddress, printerJob: string, name: string | null): Promise<PageReportAnswer>;
  /** Asks the printer to cancel a job that it has taken, after a look whether it is still that job. `name`: as for a report. */
  cancel(address: PageAddress, printerJob: string, name: string | null): Promise<CancelAnswer>;
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
