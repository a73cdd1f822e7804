// Reads the bar code on a label document (PDF) of the service, in a background thread with limits for time and memory.
import type { LabelCodeReader, Log } from '../core/ports.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';

const READING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
/** A label needs a tenth of it. A small hostile file can unpack into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
/** Label documents have about ten kilobytes. A larger file is not a label. */
const MAX_PDF_BYTES = 5 * 1024 * 1024;
const PDF_HEAD = '%PDF-';

export interface ThreadedLabelCodeReader extends LabelCodeReader {
  close(): Promise<void>;
}

/**
 * Makes the port `LabelCodeReader`. It returns null when the bytes are not a PDF, when there is no code or more than
 * one, when the document has too many pages, and when a limit is exceeded (10 seconds, 400 MB). It never rejects.
 */
export function createLabelCodeReader(log: Pick<Log, 'warn'>): ThreadedLabelCodeReader {
  const worker = createBackgroundWorker<Uint8Array, string | null>(
    workerFile('label-code-worker', import.meta.url),
    { timeoutMs: READING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  return {
    async readCode(pdf) {
      const head = Buffer.from(pdf.subarray(0, 1024)).toString('latin1');
      if (!head.includes(PDF_HEAD) || pdf.length > MAX_PDF_BYTES) return null;
      return worker.run(pdf).catch((thrown: unknown) => {
        log.warn('label document could not be read', {
          bytes: pdf.length,
          failure: failureOfJob(thrown),
        });
        return null;
      });
    },
    close: () => worker.close(),
  };
}
