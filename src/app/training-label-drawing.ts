// Draws the pictures of labels for the training printer, only from the bytes that the printer received.
import { createBackgroundWorker, failureOfJob, workerFile } from '../adapters/background-worker.ts';
import type { Log } from '../core/ports.ts';
import type { LabelDrawingJob } from './training-label-worker.ts';

export interface DrawnLabel {
  readonly pngBase64: string | null;
  readonly problem: string | null;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface LabelDrawing {
  /** Never rejects: when a label cannot be drawn, `problem` says why. */
  draw(bytes: Uint8Array): Promise<DrawnLabel>;
  close(): Promise<void>;
}

const USUAL_SIZE = { widthMm: 50.8, heightMm: 25.4 };
const MAX_SIDE_MM = 200;
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
const DRAWING_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;

/** The label's size as its commands `^PW` and `^LL` say, in dots; the usual size when they are missing. */
function sizeOf(zpl: string, dotsPerMm: number): { widthMm: number; heightMm: number } {
  const side = (command: RegExp, usual: number): number => {
    const dots = Number(command.exec(zpl)?.[1] ?? 0);
    return dots > 0 ? Math.min(dots / dotsPerMm, MAX_SIDE_MM) : usual;
  };
  return {
    widthMm: side(/\^PW(\d{1,5})/, USUAL_SIZE.widthMm),
    heightMm: side(/\^LL(\d{1,5})/, USUAL_SIZE.heightMm),
  };
}

export function createLabelDrawing(dotsPerMm: 8 | 12, log: Log): LabelDrawing {
  const worker = createBackgroundWorker<LabelDrawingJob, string>(
    workerFile('training-label-worker', import.meta.url),
    { timeoutMs: DRAWING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  return {
    async draw(bytes) {
      let zpl: string;
      try {
        zpl = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        return {
          ...USUAL_SIZE,
          pngBase64: null,
          problem: 'The job is not text: a label printer would print nothing.',
        };
      }
      const size = sizeOf(zpl, dotsPerMm);
      if (!zpl.includes('^XA') || !zpl.includes('^XZ')) {
        return {
          ...size,
          pngBase64: null,
          problem: 'The job is no whole label: it lacks its beginning or end.',
        };
      }
      try {
        return { ...size, pngBase64: await worker.run({ zpl, ...size, dotsPerMm }), problem: null };
      } catch (thrown) {
        log.error('training label could not be drawn; the screen shows no picture of it', {
          bytes: bytes.length,
          failure: failureOfJob(thrown),
        });
        return { ...size, pngBase64: null, problem: 'The label could not be drawn.' };
      }
    },
    close: () => worker.close(),
  };
}
