// Reads the bar code and the text of a document (PDF) of the service, in a background thread with limits for time and memory.
import type { DocumentReader, Log } from '../core/ports.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';

const READING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
/** A label or a form needs a tenth of it. A small hostile file can unpack into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
/** Labels and forms have ten to a hundred kilobytes. A larger file is neither. */
const MAX_PDF_BYTES = 5 * 1024 * 1024;
const PDF_HEAD = '%PDF-';

export interface ThreadedDocumentReader extends DocumentReader {
  close(): Promise<void>;
}

export type DocumentQuestion = 'code' | 'text';

/** What the thread is asked: one question about one document. */
export interface DocumentJob {
  readonly question: DocumentQuestion;
  readonly pdf: Uint8Array;
}

/**
 * Makes the port `DocumentReader`. It returns nothing (null, an empty text) when the bytes are not a PDF, when there is no
 * code or more than one, when the document has too many pages, and when a limit is exceeded (10 seconds, 400 MB). It never
 * rejects.
 */
export function createDocumentReader(log: Pick<Log, 'warn'>): ThreadedDocumentReader {
  const worker = createBackgroundWorker<DocumentJob, string | null>(
    workerFile('document-worker', import.meta.url),
    { timeoutMs: READING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  async function ask(question: DocumentQuestion, pdf: Uint8Array): Promise<string | null> {
    const head = Buffer.from(pdf.subarray(0, 1024)).toString('latin1');
    if (!head.includes(PDF_HEAD) || pdf.length > MAX_PDF_BYTES) return null;
    return worker.run({ question, pdf }).catch((thrown: unknown) => {
      log.warn('document could not be read', { question, bytes: pdf.length, failure: failureOfJob(thrown) });
      return null;
    });
  }
  return {
    readCode: (pdf) => ask('code', pdf),
    readText: async (pdf) => (await ask('text', pdf)) ?? '',
    close: () => worker.close(),
  };
}
