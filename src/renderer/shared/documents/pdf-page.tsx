// One page: drawn while it is in sight, with what was found on it, and its text to be selected.
import { useRef, type RefObject } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { classNames } from '../../ui/class-names.ts';
import css from './document-viewer.module.css';
import type { MatchedPart } from './find-text.ts';
import { boxOf, type PlacedRun } from './page-text.ts';
import { TextLayer } from './text-layer.tsx';
import { useDrawnPage, type Turn } from './use-drawn-page.ts';
import { useInSight } from './use-in-sight.ts';
import type { PageSize } from './zoom.ts';

/** Twice the size of a point: the bar code of a form can be scanned off the screen. */
const LEAST_SCALE = 2;

export interface FoundOnPage {
  readonly runs: readonly PlacedRun[];
  readonly matches: readonly { readonly parts: readonly MatchedPart[]; readonly isChosen: boolean }[];
}

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  noun: string;
  /** What is assumed until the page itself was read. */
  firstSize: PageSize;
  scale: number;
  turn: Turn;
  root: RefObject<HTMLElement | null>;
  found: FoundOnPage | null;
}

export function PdfPage({ pdf, number, noun, firstSize, scale, turn, root, found }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useInSight(sheet, root);
  const { page, failed } = useDrawnPage(canvas, {
    pdf,
    number,
    scale,
    leastScale: LEAST_SCALE,
    turn,
    wanted,
  });
  const { width, height } = turned(page?.getViewport({ scale: 1 }) ?? firstSize, turn);
  return (
    <div
      ref={sheet}
      className={css.sheet}
      data-page={number}
      style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
    >
      {failed ? (
        <p role="alert" className={css.stuck}>
          Page {number} of the {noun} takes too long to draw and is not shown.
        </p>
      ) : (
        <canvas ref={canvas} role="img" aria-label={`Page ${number} of the ${noun}`} />
      )}
      {found && page && <Marks page={page} found={found} scale={scale} turn={turn} />}
      {wanted && (
        <TextLayer pdf={pdf} number={number} page={failed ? null : page} scale={scale} turn={turn} />
      )}
    </div>
  );
}

function turned({ width, height }: PageSize, turn: Turn): PageSize {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

function Marks(props: { page: PDFPageProxy; found: FoundOnPage; scale: number; turn: Turn }) {
  const { page, found, scale, turn } = props;
  const viewport = page.getViewport({ scale, rotation: (page.rotate + turn) % 360 });
  return (
    <>
      {found.matches.flatMap(({ parts, isChosen }, match) =>
        parts.map((part) => {
          const run = found.runs[part.run];
          if (!run) return null;
          return (
            <span
              key={`${match} ${part.run}`}
              className={classNames(css.found, isChosen && css.chosen)}
              data-chosen={isChosen || undefined}
              style={boxOf(run, part, viewport)}
            />
          );
        }),
      )}
    </>
  );
}
