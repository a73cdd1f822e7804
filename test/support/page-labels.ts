// Looks at labels with whole pages as somebody does who holds them beside the page: independently of the code that draws them.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { withPdf } from './drawn-pages.ts';
import { rasterOf, type Raster } from './label-eyes.ts';

const PAGE_DPI = 200;
const POINTS_PER_MM = 72 / 25.4;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is black within some rows of a picture; null: nothing. */
export function inkOf(raster: Raster, from = 0, to = raster.height): Box | null {
  let [left, top, right, bottom] = [raster.width, to, -1, -1];
  for (let y = from; y < to; y += 1) {
    for (let x = 0; x < raster.width; x += 1) {
      if (!raster.isBlack(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

/** The first page as a picture (A4), and the height of its smallest letters in millimetres. */
async function drawnPage(pdf: Uint8Array) {
  return withPdf(pdf, async (document) => {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: PAGE_DPI / 72 });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: 'white' })
      .promise;
    const { items } = await page.getTextContent();
    const heights = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.height] : []));
    return { png: canvas.toBuffer('image/png'), lettersMm: Math.min(...heights) / POINTS_PER_MM };
  });
}

/** Whether it is so at a dot or at one next to it: what was made smaller in another way lies beside its place. */
const isNear = (
  at: (x: number, y: number) => boolean,
  [x, y]: readonly [number, number],
  { width, height }: Pick<Raster, 'width' | 'height'>,
): boolean => {
  for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1) {
    for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
      if (at(nextX, nextY)) return true;
    }
  }
  return false;
};

/** How a label below its strip is, beside the page of a document that was made as small. */
export interface Compared {
  /** How much of what is black on the page is missing on the label, or the other way round. */
  readonly share: number;
  /** How high the line of the smallest letters is on the label. */
  readonly lettersMm: number;
  readonly scale: number;
}

export async function comparedWithPage(
  label: Raster,
  of: { readonly pdf: Uint8Array; readonly stripDots: number; readonly dpi: number },
): Promise<Compared> {
  const { png, lettersMm } = await drawnPage(of.pdf);
  const on = inkOf(label, of.stripDots);
  const page = inkOf(await rasterOf(png));
  if (!on || !page) throw new Error('nothing is printed');
  const canvas = createCanvas(on.width, on.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    await loadImage(png),
    page.left,
    page.top,
    page.width,
    page.height,
    0,
    0,
    on.width,
    on.height,
  );
  const { data } = context.getImageData(0, 0, on.width, on.height);
  const greyAt = (x: number, y: number): number => data[(y * on.width + x) * 4] ?? 255;
  const isOnLabel = (x: number, y: number): boolean => label.isBlack(on.left + x, on.top + y);
  let [black, wrong] = [0, 0];
  for (let y = 0; y < on.height; y += 1) {
    for (let x = 0; x < on.width; x += 1) {
      if (greyAt(x, y) < 80) {
        black += 1;
        if (!isNear(isOnLabel, [x, y], on)) wrong += 1;
      } else if (isOnLabel(x, y) && !isNear((nextX, nextY) => greyAt(nextX, nextY) < 200, [x, y], on))
        wrong += 1;
    }
  }
  const scale = (on.width / of.dpi) * (PAGE_DPI / page.width);
  return { share: wrong / black, lettersMm: lettersMm * scale, scale };
}
