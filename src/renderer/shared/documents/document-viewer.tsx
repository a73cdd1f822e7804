// The one viewer of the service's documents: form, label and results. It is loaded on demand, with the PDF library.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Output } from '../../../contract/index.ts';
import type { DocumentKind } from '../../../domain/document-kind.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { AsOf } from '../dates/as-of.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import { errorWords } from '../words/error-words.ts';
import { useIsUp } from '../connection/use-cut-off.ts';
import { DOCUMENT_NOUNS, fileNameOf, isNotRead, notFetchedWords, whyKeptWords } from './document-words.ts';
import css from './document-viewer.module.css';
import { FindBar } from './find-bar.tsx';
import { OfficePrintProgress, OfficePrintState, useOfficePrint } from './office-print.tsx';
import { PdfPage, type FoundOnPage } from './pdf-page.tsx';
import { printPages, printSpan } from './print-pages.ts';
import { saveFile } from './save-file.ts';
import { Thumbnails } from './thumbnails.tsx';
import { NotReadWarning, SeeNotRead, notReadWords } from './not-read.tsx';
import { useCurrentDocument } from './use-current-document.ts';
import type { Turn } from './use-drawn-page.ts';
import { useFind, type Found } from './use-find.ts';
import { PagesBeingReady, usePagePrinting } from './use-page-printing.tsx';
import { usePdf } from './use-pdf.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import { factorOf, firstZoom, scaleOf, zoomStep, type PageSize, type Zoom } from './zoom.ts';

type Answer = Output<'documents.get'>;

export interface DocumentViewerProps {
  kind: DocumentKind;
  registrationId: string;
  timeZone: string;
  /** Told once the document came, and null once it is shown no more, for whoever shows whose it is. */
  onAnswer?: ((answer: Answer | null) => void) | undefined;
}

export function DocumentViewer({ kind, registrationId, timeZone, onAnswer }: DocumentViewerProps) {
  const noun = DOCUMENT_NOUNS[kind];
  const [evenNotRead, setEvenNotRead] = useState(false);
  const answer = useCurrentDocument(kind, registrationId, evenNotRead);
  const isUp = useIsUp();
  const { value } = answer;
  const { pdf, firstSize, refusal } = usePdf(value?.base64 ?? null, noun);
  useEffect(() => {
    onAnswer?.(value);
  }, [value, onAnswer]);
  const [turn, setTurn] = useState<Turn>(0);
  const [chosenZoom, setZoom] = useState<Zoom | null>(null);
  const [thumbnailsShown, setThumbnailsShown] = useState(false);
  const pages = useRef<HTMLDivElement>(null);
  const room = useRoom(pages);
  const { current, goTo, notePosition } = usePosition(pages, pdf?.numPages ?? 0);
  const size =
    firstSize &&
    (turn === 90 || turn === 270 ? { width: firstSize.height, height: firstSize.width } : firstSize);
  const zoom = chosenZoom ?? (size && room ? firstZoom(size, room) : 'width');
  const scale = size && room ? scaleOf(zoom, size, room) : 0;
  useStayOnPage(goTo, current, `${scale} ${turn}`);
  const finding = useFinding(pdf, goTo, pages);
  const notKnownWhose = value?.notRead === true ? notReadWords(noun) : null;
  const notPrinted = notKnownWhose ?? (value?.notPrinted ? errorWords(value.notPrinted).advice : null);
  const print = usePrinting({ pdf, notPrinted }, current, noun);
  const office = useOfficePrint(registrationId, kind === 'results' ? 'results' : 'trf');
  // The service's label is for label printers; a window prints it where there is none.
  const officeName = kind === 'label' ? null : office.printerName;
  const save = (): void => {
    if (notKnownWhose !== null) notify(notKnownWhose);
    else if (value)
      saveFile(value.base64, { name: fileNameOf(kind, value.trfCode), type: value.contentType });
  };
  useChords({ f: finding.open, p: officeName === null ? print.run : office.run, s: save }, pdf !== null);

  return (
    <div className={css.viewer}>
      <ViewerToolbar
        pages={pdf?.numPages ?? null}
        current={current}
        percent={Math.round(factorOf(scale) * 100)}
        fitted={typeof zoom === 'number' ? null : zoom}
        thumbnailsShown={thumbnailsShown}
        findShown={finding.shown}
        printing={print.busy}
        office={officeName === null ? null : { name: officeName, busy: office.busy, onPrint: office.run }}
        span={print.span}
        noun={noun}
        notPrinted={notPrinted}
        notSaved={notKnownWhose}
        onGo={goTo}
        onThumbnails={() => setThumbnailsShown(!thumbnailsShown)}
        onZoom={(direction) => setZoom(zoomStep(scale, direction))}
        onFit={setZoom}
        onTurn={() => setTurn(((turn + 90) % 360) as Turn)}
        onFind={() => (finding.shown ? finding.close() : finding.open())}
        onSave={save}
        onPrint={print.run}
      />
      {finding.shown && pdf && <FindBar noun={noun} pages={pdf.numPages} {...finding.bar} />}
      {answer.error && !value && (
        <ErrorNotice error={answer.error} words={notFetchedWords(answer.error, noun, isUp)}>
          <Button size="small" onClick={answer.refresh}>
            Try again
          </Button>
          {kind !== 'label' && isNotRead(answer.error) && (
            <SeeNotRead kind={kind} registrationId={registrationId} onSee={() => setEvenNotRead(true)} />
          )}
        </ErrorNotice>
      )}
      {refusal !== null && <p role="alert">{refusal}</p>}
      <OfficePrintProgress print={office} words={`The ${noun} is made ready for ${office.printerName}`} />
      <OfficePrintState print={office} />
      <PagesBeingReady printing={print} />
      {print.failed && (
        <p role="alert">The {noun} could not be made ready for paper; nothing went to a printer.</p>
      )}
      {notKnownWhose !== null && <NotReadWarning noun={noun} />}
      {value && <Origin answer={value} timeZone={timeZone} />}
      {value?.saidNotReady && (
        <p className={css.outOfDate} role="alert">
          <strong>The registration has said since then that it has no results.</strong> The laboratory may
          have taken these back: ask the service again, or the laboratory, before anybody is told of them. It
          is not printed until then.
        </p>
      )}
      <p className="visually-hidden" role="status" aria-label="Page shown">
        {pdf && `Page ${current} of ${pdf.numPages}`}
      </p>
      <div className={css.desk}>
        {thumbnailsShown && pdf && firstSize && (
          <Thumbnails pdf={pdf} firstSize={firstSize} current={current} turn={turn} onGo={goTo} />
        )}
        <div
          ref={pages}
          className={css.pages}
          tabIndex={0}
          role="group"
          aria-label={`Pages of the ${noun}`}
          onScroll={notePosition}
        >
          {!pdf && refusal === null && !answer.error && (
            <SkeletonRows count={6} label={`The ${noun} is being opened`} />
          )}
          {pdf &&
            firstSize &&
            scale > 0 &&
            Array.from({ length: pdf.numPages }, (_, index) => (
              <PdfPage
                key={index}
                pdf={pdf}
                number={index + 1}
                noun={noun}
                firstSize={firstSize}
                scale={scale}
                turn={turn}
                root={pages}
                found={finding.onPage(index + 1)}
              />
            ))}
        </div>
      </div>
    </div>
  );
}

function Origin({ answer, timeZone }: { answer: Answer; timeZone: string }) {
  const { date, time } = shownClockAt(answer.fetchedAtMs, timeZone);
  return (
    <p className={css.origin}>
      <span>
        {answer.stored ? 'Stored at this desk' : 'From the service'}, fetched on {formatDate(date)} at{' '}
        <time>{time}</time>
      </span>
      {answer.stored && <AsOf asOfMs={answer.fetchedAtMs} timeZone={timeZone} />}
      {answer.problem !== null && <span>{whyKeptWords(answer.problem)}</span>}
    </p>
  );
}

/** The room for the pages; null until it was measured. */
function useRoom(element: RefObject<HTMLElement | null>): PageSize | null {
  const [room, setRoom] = useState<PageSize | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = (): void => setRoom({ width: target.clientWidth, height: target.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

const sheetOf = (root: HTMLElement | null, page: number): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? null;

/** Which page is in sight, counted by what is a third down from the top, and the way to another one. */
function usePosition(pages: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(1);
  const notePosition = useCallback((): void => {
    const root = pages.current;
    if (!root) return;
    const line = root.scrollTop + root.clientHeight / 3;
    let seen = 1;
    for (const sheet of root.querySelectorAll<HTMLElement>('[data-page]')) {
      if (sheet.offsetTop > line) break;
      seen = Number(sheet.dataset['page']);
    }
    setCurrent(seen);
  }, [pages]);
  const goTo = useCallback(
    (page: number): void => {
      const root = pages.current;
      const wanted = Math.min(Math.max(1, page), Math.max(1, count));
      const sheet = sheetOf(root, wanted);
      if (!root || !sheet) return;
      root.scrollTop = sheet.offsetTop - 8;
      setCurrent(wanted);
    },
    [pages, count],
  );
  return { current, goTo, notePosition };
}

/** A page keeps its place when all of them become larger, smaller or turned. */
function useStayOnPage(goTo: (page: number) => void, current: number, look: string): void {
  const page = useRef(current);
  useEffect(() => {
    page.current = current;
  });
  useLayoutEffect(() => {
    if (page.current > 1) goTo(page.current);
  }, [goTo, look]);
}

function useFinding(
  pdf: PDFDocumentProxy | null,
  goTo: (page: number) => void,
  pages: RefObject<HTMLElement | null>,
) {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const found = useFind(pdf, shown ? text : '');
  const chosen = Math.min(index, Math.max(0, found.matches.length - 1));
  const page = found.matches[chosen]?.page ?? null;
  const key = page === null ? null : `${text} ${chosen}`;
  // Where the words were found is where the keys go on; the field that had the focus is gone.
  const close = (): void => {
    setShown(false);
    pages.current?.focus();
  };
  useEffect(() => {
    if (page === null || key === null) return;
    // Once the page is drawn the mark itself is brought into sight; before that its page.
    if (!sheetOf(pages.current, page)?.querySelector('[data-chosen]')) goTo(page);
    const mark = pages.current?.querySelector('[data-chosen]');
    mark?.scrollIntoView({ block: 'nearest' });
  }, [key, page, goTo, pages]);
  return {
    shown,
    open: () => setShown(true),
    close,
    bar: {
      text,
      found,
      chosen,
      onText: (wanted: string) => {
        setText(wanted);
        setIndex(0);
      },
      onStep: (step: 1 | -1) => {
        const count = found.matches.length;
        if (count > 0) setIndex((chosen + step + count) % count);
      },
      onClose: close,
    },
    onPage: (number: number): FoundOnPage | null => marksOn(found, number, chosen),
  };
}

function marksOn(found: Found, page: number, chosen: number): FoundOnPage | null {
  const matches = found.matches.flatMap((match, index) =>
    match.page === page ? { parts: match.parts, isChosen: index === chosen } : [],
  );
  return matches.length === 0 ? null : { runs: found.runsOf(page), matches };
}

function usePrinting(
  { pdf, notPrinted }: { pdf: PDFDocumentProxy | null; notPrinted: string | null },
  current: number,
  noun: string,
) {
  const printing = usePagePrinting();
  const span = printSpan(pdf?.numPages ?? 1, current);
  const run = (): void => {
    if (printing.busy) return;
    if (notPrinted !== null) notify(notPrinted);
    else if (pdf) void printing.run((watch) => printPages(pdf, span, watch));
    else notify(`The ${noun} is not open yet.`);
  };
  return { ...printing, span, run };
}

/** The browser's own keys for these would search, print and save the window in place of the document. */
function useChords(chords: Readonly<Record<'f' | 'p' | 's', () => void>>, enabled: boolean): void {
  const latest = useRef(chords);
  useEffect(() => {
    latest.current = chords;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.repeat) return;
      const key = event.key.toLowerCase();
      if (key !== 'f' && key !== 'p' && key !== 's') return;
      event.preventDefault();
      latest.current[key]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
}
