// The text of a page of a PDF, and where a part of it stands.
import type { PageViewport, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DRAWING_LIMIT_MS } from './document-limits.ts';
import type { MatchedPart, TextRun } from './find-text.ts';

export interface PlacedRun extends TextRun {
  /** Where it begins, in points from the lower left of the page, and how much it takes. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The runs of a page; rejects when the page cannot be read, or not in time. */
export async function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<PlacedRun[]> {
  const page = await pdf.getPage(number);
  let limit: number | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = window.setTimeout(
      () => reject(new Error('The text of a page takes too long.')),
      DRAWING_LIMIT_MS,
    );
  });
  const content = await Promise.race([page.getTextContent(), tooLong]).finally(() =>
    window.clearTimeout(limit),
  );
  return content.items.flatMap((item): PlacedRun[] => {
    if (!('str' in item)) return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    return [{ text: item.str, endsLine: item.hasEOL, x, y, width: item.width, height: item.height }];
  });
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A little more than the letters, so that what hangs below the line is covered. */
const BELOW_LINE = 0.25;

/** Where a part of a run stands in the viewport, in its pixels. Letters are taken for equally wide. */
export function boxOf(run: PlacedRun, { from, to }: MatchedPart, viewport: PageViewport): Box {
  const letters = Math.max(1, run.text.length);
  const left = run.x + (run.width * from) / letters;
  const right = run.x + (run.width * to) / letters;
  const corners = [
    viewport.convertToViewportPoint(left, run.y - run.height * BELOW_LINE),
    viewport.convertToViewportPoint(right, run.y + run.height),
  ] as [number[], number[]];
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = corners;
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
}

/** Where a run stands as a line of text: its beginning on the base line, its size, and how it is stretched and turned. */
export interface Line {
  readonly left: number;
  readonly top: number;
  readonly fontSize: number;
  readonly transform: string;
}

/**
 * The line of a run in the viewport, in its pixels. `naturalWidth`: how wide its text is in the font that it is set in, in
 * parts of the letters' height; it is stretched to the width that it has on the page.
 */
export function lineOf(run: PlacedRun, viewport: PageViewport, naturalWidth: number): Line {
  const [[x = 0, y = 0], [endX = 0, endY = 0]] = [
    viewport.convertToViewportPoint(run.x, run.y),
    viewport.convertToViewportPoint(run.x + run.width, run.y),
  ] as [number[], number[]];
  const fontSize = Math.max(1, run.height * viewport.scale);
  const stretch = naturalWidth > 0 ? Math.hypot(endX - x, endY - y) / (naturalWidth * fontSize) : 1;
  const degrees = (Math.atan2(endY - y, endX - x) * 180) / Math.PI;
  return {
    left: x,
    top: y,
    fontSize,
    // From right to left: up to the base line, stretched, turned about its beginning.
    transform: `rotate(${round(degrees)}deg) scaleX(${round(stretch)}) translateY(-80%)`,
  };
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
