// Draws a page of a PDF as black dots for a label: without its empty margins, and made smaller until all of it fits.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bitmap } from '../../core/ports/pictures.ts';
import { scaleForBars, type PageBars } from './bar-fit.ts';
import { brightness, isBlackInPattern } from './dots.ts';
import { uprightTurn, type Sheet } from './drawn-rows.ts';

// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof CanvasModule;

const POINTS_PER_INCH = 72;
/** Fine enough that no hairline is overlooked where the page is measured. */
const MEASURING_DPI = 150;
/** What is lighter is the paper itself. */
const PAPER_FROM = 250;
/** Around what was found on the page: a line at its edge is drawn whole. */
const AROUND_POINTS = 1;
/** How far around a dot is looked for what it belongs to. */
const NEAR_DOTS = 2;
/** Within a text, a bar or a line there is more between the darkest and the lightest dot than in an even grey. */
const EDGE = 24;

interface Region {
  /** In points from the page's corner as it stands on the label. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function greysOf(pixels: Uint8ClampedArray): Uint8Array {
  const greys = new Uint8Array(pixels.length / 4);
  for (let dot = 0; dot < greys.length; dot += 1) greys[dot] = brightness(pixels, dot * 4);
  return greys;
}

/** Where something is printed on the page; null for an empty one. */
async function printedRegion(page: PDFPageProxy): Promise<Region | null> {
  const scale = MEASURING_DPI / POINTS_PER_INCH;
  const viewport = page.getViewport({ scale, rotation: uprightTurn(page) });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  await page.render({ canvas, viewport, background: 'white' }).promise;
  const greys = greysOf(canvas.getContext('2d').getImageData(0, 0, width, height).data);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, dot = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, dot += 1) {
      if ((greys[dot] ?? 0) >= PAPER_FROM) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  const from = { left: left / scale - AROUND_POINTS, top: top / scale - AROUND_POINTS };
  return {
    ...from,
    width: (right + 1) / scale + AROUND_POINTS - from.left,
    height: (bottom + 1) / scale + AROUND_POINTS - from.top,
  };
}

/** The least, or with `sign` -1 the greatest, of the dots around each dot. */
function nearest(greys: Uint8Array, { widthDots, heightDots }: Sheet, sign: 1 | -1): Uint8Array {
  const along = new Uint8Array(greys.length);
  const around = new Uint8Array(greys.length);
  const pass = (from: Uint8Array, to: Uint8Array, [count, step]: [number, number], lines: number): void => {
    const nextLine = step === 1 ? widthDots : 1;
    for (let line = 0; line < lines; line += 1) {
      for (let at = 0; at < count; at += 1) {
        let best = from[line * nextLine + at * step] ?? 0;
        const last = Math.min(count - 1, at + NEAR_DOTS);
        for (let other = Math.max(0, at - NEAR_DOTS); other <= last; other += 1) {
          const value = from[line * nextLine + other * step] ?? 0;
          if (sign * value < sign * best) best = value;
        }
        to[line * nextLine + at * step] = best;
      }
    }
  };
  pass(greys, along, [widthDots, 1], heightDots);
  pass(along, around, [heightDots, widthDots], widthDots);
  return around;
}

/**
 * Black or white by what is around a dot: half-way between the darkest and the lightest there, so that letters and bars have sharp edges
 * and pale ones are not lost. An even grey becomes more or fewer dots.
 */
function blackDots(greys: Uint8Array, sheet: Sheet): Bitmap {
  const { widthDots, heightDots } = sheet;
  const [darkest, lightest] = [nearest(greys, sheet, 1), nearest(greys, sheet, -1)];
  const rowBytes = Math.ceil(widthDots / 8);
  const rows = new Uint8Array(rowBytes * heightDots);
  for (let y = 0, dot = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1, dot += 1) {
      const grey = greys[dot] ?? 0;
      const [least, most] = [darkest[dot] ?? 0, lightest[dot] ?? 0];
      const isBlack = most - least < EDGE ? isBlackInPattern(grey, x, y) : 2 * grey < least + most;
      if (!isBlack) continue;
      const at = y * rowBytes + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { widthDots, heightDots, rows };
}

/**
 * The page in the middle of a sheet of exactly these dots, from its top. A page is never made larger. `bars`: of its code, which are drawn in
 * whole dots where the page becomes a little smaller by that, or a little wider than it is high; null for a page without.
 */
export async function drawForLabel(
  page: PDFPageProxy,
  sheet: Sheet & { readonly dpi: number; readonly marginDots: number },
  bars: PageBars | null,
): Promise<Bitmap> {
  const { widthDots, heightDots, dpi, marginDots } = sheet;
  const region = await printedRegion(page);
  const canvas = createCanvas(widthDots, heightDots);
  if (region) {
    const most = Math.min((widthDots - 2 * marginDots) / region.width, dpi / POINTS_PER_INCH);
    const scale = Math.min(most, (heightDots - 2 * marginDots) / region.height);
    const forBars = bars && scaleForBars(bars, { scale, most });
    const { across, down } = forBars ?? { across: scale, down: scale };
    const viewport = page.getViewport({ scale: down, rotation: uprightTurn(page) });
    // A bar that began between two dots would come out wider or narrower than its gaps.
    const onDot = bars && forBars !== null ? bars.left * across : 0;
    const left = Math.round((widthDots - region.width * across) / 2 - region.left * across + onDot) - onDot;
    const top = Math.round(marginDots - region.top * down);
    const transform = [across / down, 0, 0, 1, left, top];
    await page.render({ canvas, viewport, transform, background: 'white' }).promise;
  } else {
    canvas.getContext('2d').fillStyle = 'white';
    canvas.getContext('2d').fillRect(0, 0, widthDots, heightDots);
  }
  const { data } = canvas.getContext('2d').getImageData(0, 0, widthDots, heightDots);
  return blackDots(greysOf(data), { widthDots, heightDots });
}
