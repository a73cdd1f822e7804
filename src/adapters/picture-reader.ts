// Reads the bar codes on pictures of a camera, in a background thread with limits for time and memory. The screens' own security
// policy forbids WebAssembly in windows, so it is done here.
import type { Log, PictureReader } from '../core/ports.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';

/** A picture takes 10 to 60 ms; the first one on a busy machine takes some seconds, because the thread starts with it. */
const READING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
/** A picture of 1280 × 720 needs a hundredth of it. A small hostile file can unpack into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;

export interface ThreadedPictureReader extends PictureReader {
  close(): Promise<void>;
}

/** Makes the port `PictureReader`. When a limit is exceeded (10 seconds, 400 MB), the picture shows no code. */
export function createPictureReader(log: Pick<Log, 'warn'>): ThreadedPictureReader {
  const worker = createBackgroundWorker<Uint8Array, readonly string[]>(
    workerFile('picture-worker', import.meta.url),
    { timeoutMs: READING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  return {
    async codesOn(picture) {
      try {
        return await worker.run(picture);
      } catch (thrown) {
        log.warn('a picture of the camera could not be read', { failure: failureOfJob(thrown) });
        return [];
      }
    },
    close: () => worker.close(),
  };
}
