// Reads the bar code and the text of a document (PDF) of the service, and opens one before it is printed, in a background thread with limits for time and memory.
import type { Log } from '../core/ports/machine.ts';
import type {
  DocumentReader,
  InspectPdf,
  LabelReading,
  PdfInspection,
  ReadingUrgency,
} from '../core/ports/pictures.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';
import type { MakeWorker } from './background-worker.ts';

const READING_LIMIT_MS = 10_000;
/** After a reading that took too long: the machine is busy, or the document is large, and whose it is must be known before it is used. */
const PATIENT_LIMIT_MS = 40_000;
/** How long readings have more time after one that took too long. What is read again by itself is so within an hour. */
const PATIENT_FOR_MS = 2 * 60 * 60_000;
const IDLE_MS = 20_000;
/** A label or a form needs a tenth of it. A small hostile file can unpack into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
/** As many as the desk takes from the service: labels and forms have ten to a hundred kilobytes, and reports with pictures megabytes. */
const MAX_PDF_BYTES = 25 * 1024 * 1024;
/** Results with pictures are larger than a form. */
const MAX_PRINTED_BYTES = 12 * 1024 * 1024;
const PDF_HEAD = '%PDF-';
const PDF_END = '%%EOF';

const hasHead = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.subarray(0, 1024)).toString('latin1').includes(PDF_HEAD);
/** A file that was cut off has none. */
const hasEnd = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.subarray(-1024)).toString('latin1').includes(PDF_END);

export interface ThreadedDocumentReader extends DocumentReader {
  readonly inspect: InspectPdf;
  close(): Promise<void>;
}

/** What the thread is asked about one document. The bar code takes ten times as long as the text. */
export interface DocumentJob {
  /** `inspect` opens every page and reads none of it. */
  readonly work: 'text' | 'text-and-code' | 'inspect';
  readonly pdf: Uint8Array;
}

/** `failure`: why there is no code although the text could be read, as a kind of error; null when nothing failed. */
export interface DocumentAnswer extends Omit<LabelReading, 'notRead'> {
  readonly failure: string | null;
  /** Of a job that inspects; null for the others. */
  readonly inspection: PdfInspection | null;
}

const NOT_READ: LabelReading = { text: '', code: null, notRead: true };
const LOCKED: LabelReading = { ...NOT_READ, isLocked: true };
const TOOK_TOO_LONG = 'took too long';
/** What the library that reads it calls a document that opens with a password only. */
const NEEDS_PASSWORD = 'PasswordException';

/**
 * Makes the port `DocumentReader`. It returns an empty text only for a document that was read and has none, and no code when there is none
 * or more than one, or when there are too many pages for a label. One of which a part is damaged or not there it reads in part. What it cannot
 * read at all it calls not read: no PDF, a damaged or locked one, a label while nothing can be drawn, one for which there was no time (10
 * seconds; 40 once one has taken longer) or no memory (400 MB), or whose thread ended. It never rejects.
 */
export function createDocumentReader(
  log: Pick<Log, 'warn'>,
  makeWorker: MakeWorker = createBackgroundWorker,
  nowMs: () => number = () => performance.now(),
): ThreadedDocumentReader {
  const worker = makeWorker<DocumentJob, DocumentAnswer>(workerFile('document-worker', import.meta.url), {
    timeoutMs: READING_LIMIT_MS,
    idleMs: IDLE_MS,
    mostMemoryBytes: MOST_MEMORY_BYTES,
    log,
  });
  let tookTooLongAtMs = -Infinity;
  const limitMs = (): number =>
    nowMs() - tookTooLongAtMs < PATIENT_FOR_MS ? PATIENT_LIMIT_MS : READING_LIMIT_MS;

  async function read(job: DocumentJob, urgency: ReadingUrgency): Promise<LabelReading> {
    const { pdf, work } = job;
    const bytes = pdf.length;
    const warn = (failure: string): void => log.warn('document could not be read', { work, bytes, failure });
    const notRead = (failure: string): LabelReading => {
      warn(failure);
      return failure === NEEDS_PASSWORD ? LOCKED : NOT_READ;
    };
    if (!hasHead(pdf)) return notRead('no PDF');
    if (bytes > MAX_PDF_BYTES) return notRead('too large');
    try {
      const answer = await worker.run(job, { first: urgency === 'now', timeoutMs: limitMs() });
      // What is missing, at its end or elsewhere, may be what it says.
      const isInPart = answer.isInPart === true || !hasEnd(pdf);
      if (isInPart && answer.text === '') return notRead('cut off or damaged');
      if (answer.failure !== null) warn(answer.failure);
      return { text: answer.text, code: answer.code, ...(isInPart && { isInPart }) };
    } catch (thrown) {
      const failure = failureOfJob(thrown);
      if (failure === TOOK_TOO_LONG) tookTooLongAtMs = nowMs();
      return notRead(failure);
    }
  }
  async function inspect(pdf: Uint8Array, signal?: AbortSignal): Promise<PdfInspection> {
    if (pdf.length > MAX_PRINTED_BYTES) return { problem: 'too-large' };
    // A file that was cut off is not repaired: a page of it would be missing, and nobody would know.
    if (!hasHead(pdf) || !hasEnd(pdf)) return { problem: 'damaged' };
    try {
      const answer = await worker.run({ work: 'inspect', pdf }, { first: true, signal });
      return answer.inspection ?? { problem: 'damaged' };
    } catch (thrown) {
      signal?.throwIfAborted();
      const failure = failureOfJob(thrown);
      log.warn('document could not be inspected, so it is not printed', { bytes: pdf.length, failure });
      return { problem: failure === TOOK_TOO_LONG ? 'too-slow' : 'damaged' };
    }
  }
  return {
    inspect,
    async read(pdf, urgency) {
      const { code: _, ...reading } = await read({ work: 'text', pdf }, urgency);
      return reading;
    },
    readLabel: (pdf, urgency) => read({ work: 'text-and-code', pdf }, urgency),
    close: () => worker.close(),
  };
}
