// Prints labels through the queues of Windows: the desktop window is given each as a picture of the label's own size.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { Bitmap } from '../core/ports/pictures.ts';
import type { LabelQueues } from '../core/ports/printers.ts';
import { pixelsOf } from './picture-dots.ts';
import { NO_WINDOW, whyNotSpooled, type Spooler } from './spooler-queues.ts';

const IN_TRAINING = 'in training nothing is printed on the printers of this computer';
const TOOK_NOTHING = 'the printing system of this computer took nothing';
const SAID_NOTHING =
  'this computer’s printing system reported a failure, or nothing, when it was given the label';
const TOOK_SOME = 'this computer’s printing system has taken some of the labels, and perhaps not all';
const load = createRequire(import.meta.url);

function pngOf(picture: Bitmap): Uint8Array {
  const { createCanvas, ImageData } = load('@napi-rs/canvas') as typeof CanvasModule;
  const { widthDots, heightDots } = picture;
  const canvas = createCanvas(widthDots, heightDots);
  canvas.getContext('2d').putImageData(new ImageData(pixelsOf(picture), widthDots, heightDots), 0, 0);
  return canvas.toBuffer('image/png');
}

/**
 * Makes the port `LabelQueues`. `spooler`: null where no desktop window is there to print. `ownPrinters`: whether the printers of this
 * computer are reached; training prints nothing on them.
 */
export function createSpoolerLabels(
  spooler: Spooler | null,
  { ownPrinters }: { readonly ownPrinters: boolean },
): LabelQueues {
  const whyNotNow = async (queue: string): Promise<string | null> =>
    ownPrinters ? whyNotSpooled(spooler, queue) : IN_TRAINING;
  return {
    whyNotNow,
    async deliver(queue, job) {
      const why = await whyNotNow(queue);
      if (why !== null || spooler === null) return { outcome: 'not-started', detail: why ?? NO_WINDOW };
      const sheets = job.begin();
      if (!sheets) return { outcome: 'withheld' };
      for (const [index, { picture, ...size }] of sheets.entries()) {
        const { widthDots, heightDots } = picture;
        const label = { ...size, widthDots, heightDots, png: pngOf(picture) };
        const spooled = await spooler.printLabel(queue, label);
        if (spooled === 'taken') continue;
        if (spooled === 'not-begun' && index === 0)
          return { outcome: 'refused', detail: TOOK_NOTHING, again: true };
        return { outcome: 'unsure', detail: index === 0 ? SAID_NOTHING : TOOK_SOME };
      }
      return { outcome: 'taken', printerJob: null };
    },
  };
}
