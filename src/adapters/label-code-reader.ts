// Reads the code off a label document of the service, in a thread of its own and in bounded time.
import type { LabelCodeReader, Log } from '../core/ports.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';

const READING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
/** A label takes a tenth of it; a small file can unfold into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
/** Label documents are some ten kilobytes; what is bigger is something else. */
const MAX_PDF_BYTES = 5 * 1024 * 1024;
const PDF_HEAD = '%PDF-';

export interface ThreadedLabelCodeReader extends LabelCodeReader {
  close(): Promise<void>;
}

/**
 * Null for what is no PDF, has no code or several, has more pages than a label document, or takes longer than ten seconds
 * or more memory than any label. Never rejects.
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
