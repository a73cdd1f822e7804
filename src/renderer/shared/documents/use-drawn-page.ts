// Draws one page of a PDF on a canvas while it is wanted, within a time limit.
import { useEffect, useState, type RefObject } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boundedScale, DRAWING_LIMIT_MS } from './document-limits.ts';

export type Turn = 0 | 90 | 180 | 270;

export interface DrawnPage {
  /** Null until it is first wanted. */
  readonly page: PDFPageProxy | null;
  /** It takes too long or cannot be drawn. */
  readonly failed: boolean;
}

/** `scale`: pixels of the screen for each point. A page that is not wanted any more gives its memory back. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  of: {
    readonly pdf: PDFDocumentProxy;
    readonly number: number;
    readonly scale: number;
    /** Drawn with at least so many dots a point, whatever its size on the screen. */
    readonly leastScale: number;
    readonly turn: Turn;
    readonly wanted: boolean;
  },
): DrawnPage {
  const { pdf, number, scale, leastScale, turn, wanted } = of;
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || scale <= 0) return;
    const target = canvas.current;
    let task: { cancel: () => void } | null = null;
    let current = true;
    const limit = window.setTimeout(() => {
      task?.cancel();
      if (current) setFailed(true);
    }, DRAWING_LIMIT_MS);
    async function draw(): Promise<void> {
      const loaded = await pdf.getPage(number);
      if (!current || !target) return;
      setPage(loaded);
      const rotation = (loaded.rotate + turn) % 360;
      const sharp = boundedScale(
        loaded.getViewport({ scale: 1 }),
        Math.max(leastScale, scale * window.devicePixelRatio),
      );
      const viewport = loaded.getViewport({ scale: sharp, rotation });
      target.width = Math.max(1, Math.floor(viewport.width));
      target.height = Math.max(1, Math.floor(viewport.height));
      const rendering = loaded.render({ canvas: target, viewport });
      task = rendering;
      await rendering.promise;
    }
    draw()
      .catch(() => {
        // A page that was cancelled is not wanted any more, or the time limit has said so already.
        if (current && task === null) setFailed(true);
      })
      .finally(() => window.clearTimeout(limit));
    return () => {
      current = false;
      window.clearTimeout(limit);
      task?.cancel();
      if (target) {
        target.width = 0;
        target.height = 0;
      }
    };
  }, [canvas, pdf, number, scale, leastScale, turn, wanted]);
  return { page, failed };
}
