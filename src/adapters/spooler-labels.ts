// Prints labels through the queues of Windows: the desktop window is given each as a picture of the label's own size.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { Bitmap, LabelQueues } from '../core/ports.ts';
import { pixelsOf } from './picture-dots.ts';
import { NO_WINDOW, whyNotSpooled, type Spooler } from './spooler-queues.ts';

const IN_TRAINING = 'in training nothing is printed on the printers of this computer';
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
      const sheet = job.begin();
      if (!sheet) return { outcome: 'withheld' };
      const { picture, ...size } = sheet;
      const { widthDots, heightDots } = picture;
      switch (await spooler.printLabel(queue, { ...size, widthDots, heightDots, png: pngOf(picture) })) {
        case 'taken':
          return { outcome: 'taken', printerJob: null };
        case 'not-begun': {
          const detail = 'the printing system of this computer took nothing';
          return { outcome: 'refused', detail, again: true };
        }
        case 'unsure': {
          const detail =
            'this computer’s printing system reported a failure, or nothing, when it was given the label';
          return { outcome: 'unsure', detail };
        }
      }
    },
  };
}
