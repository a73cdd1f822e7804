// Reads the bar codes on pictures of a camera and of labels, in a background thread with limits for time and memory. The screens' own
// security policy forbids WebAssembly in windows, so it is done here.
import type { Log } from '../core/ports/machine.ts';
import type { PictureReader } from '../core/ports/pictures.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';
import type { MakeWorker } from './background-worker.ts';
import type { PictureAnswer, PictureJob } from './picture-job.ts';

/** A picture takes 10 to 60 ms; the first one on a busy machine takes some seconds, because the thread starts with it. */
const READING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
/** A picture of 1280 × 720 needs a hundredth of it. A small hostile file can unpack into far more. */
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;

export interface ThreadedPictureReader extends PictureReader {
  close(): Promise<void>;
}

/** Makes the port `PictureReader`. When a limit is exceeded (10 seconds, 400 MB), the picture shows no code. */
export function createPictureReader(
  log: Pick<Log, 'warn'>,
  makeWorker: MakeWorker = createBackgroundWorker,
): ThreadedPictureReader {
  const worker = makeWorker<PictureJob, PictureAnswer>(workerFile('picture-worker', import.meta.url), {
    timeoutMs: READING_LIMIT_MS,
    idleMs: IDLE_MS,
    mostMemoryBytes: MOST_MEMORY_BYTES,
    log,
  });
  return {
    async codesOn(picture) {
      try {
        const answer = await worker.run({ photo: picture });
        return 'codes' in answer ? answer.codes : [];
      } catch (thrown) {
        log.warn('a picture of the camera could not be read', { failure: failureOfJob(thrown) });
        return [];
      }
    },
    async readLabelPicture(label, symbol) {
      // A label is waited for; a camera has its next picture soon.
      const answer = await worker.run({ label, symbol }, { first: true });
      if ('codes' in answer) throw new Error('the thread answered something else than it was asked');
      return answer.reading;
    },
    async readPagePicture(page) {
      const answer = await worker.run({ page }, { first: true });
      if ('reading' in answer) throw new Error('the thread answered something else than it was asked');
      return answer.codes;
    },
    close: () => worker.close(),
  };
}
