// The pages in small, to go to one of them.
import { useEffect, useRef, type RefObject } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import css from './document-viewer.module.css';
import { useDrawnPage, type Turn } from './use-drawn-page.ts';
import { useInSight } from './use-in-sight.ts';
import type { PageSize } from './zoom.ts';

const WIDTH = 92;

export function Thumbnails(props: {
  pdf: PDFDocumentProxy;
  firstSize: PageSize;
  current: number;
  turn: Turn;
  onGo: (page: number) => void;
}) {
  const { pdf, firstSize, current, turn, onGo } = props;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={list} className={css.thumbnails} aria-label="Pages in small">
      <ol>
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index + 1 === current ? 'page' : undefined}
              onClick={() => onGo(index + 1)}
            >
              <Thumbnail pdf={pdf} number={index + 1} firstSize={firstSize} turn={turn} root={list} />
              Page {index + 1}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Thumbnail(props: {
  pdf: PDFDocumentProxy;
  number: number;
  firstSize: PageSize;
  turn: Turn;
  root: RefObject<HTMLElement | null>;
}) {
  const { pdf, number, firstSize, turn, root } = props;
  const frame = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useInSight(frame, root);
  const scale = WIDTH / Math.max(1, firstSize.width);
  useDrawnPage(canvas, { pdf, number, scale, leastScale: 0, turn, wanted });
  return (
    <span
      ref={frame}
      className={css.small}
      style={{ height: Math.min(160, firstSize.height * scale) }}
      aria-hidden="true"
    >
      <canvas ref={canvas} />
    </span>
  );
}
