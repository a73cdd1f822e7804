// The words of a page, over its picture: they can be selected and copied, and a screen reader reads them. They are not seen.
import { Fragment, useEffect, useState } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import css from './document-viewer.module.css';
import { lineOf, textOfPage, type PlacedRun } from './page-text.ts';
import type { Turn } from './use-drawn-page.ts';

/** `page` is null until it was read; the words are there all the same, for those who cannot see where. */
export function TextLayer(props: {
  pdf: PDFDocumentProxy;
  number: number;
  page: PDFPageProxy | null;
  scale: number;
  turn: Turn;
}) {
  const { pdf, number, page, scale, turn } = props;
  const [runs, setRuns] = useState<readonly PlacedRun[]>([]);
  useEffect(() => {
    let current = true;
    textOfPage(pdf, number).then(
      (found) => {
        if (current) setRuns(found);
      },
      // The picture is there all the same.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [pdf, number]);
  if (runs.length === 0) return null;
  const viewport = page?.getViewport({ scale, rotation: (page.rotate + turn) % 360 });
  return (
    <p className={viewport ? css.words : 'visually-hidden'}>
      {runs.map((run, index) => (
        <Fragment key={index}>
          {run.text !== '' && (
            <span style={viewport && lineOf(run, viewport, naturalWidth(run.text))}>{run.text}</span>
          )}
          {run.endsLine && <br />}
        </Fragment>
      ))}
    </p>
  );
}

const MEASURED_PX = 100;
let ruler: CanvasRenderingContext2D | null = null;

/** How wide the text is in the layer's own font, in parts of its height. */
function naturalWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return text.length / 2;
  ruler.font = `${MEASURED_PX}px sans-serif`;
  return ruler.measureText(text).width / MEASURED_PX;
}
