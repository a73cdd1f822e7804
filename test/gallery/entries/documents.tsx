// The viewer of documents and its parts.
import { useRef, useState, type ReactNode } from 'react';
import type { PrintJobView } from '../../../src/contract/views.ts';
import * as errors from '../../../src/domain/app-error.ts';
import { DocumentViewer } from '../../../src/renderer/shared/documents/document-viewer.tsx';
import { FindBar } from '../../../src/renderer/shared/documents/find-bar.tsx';
import {
  NotReadQuestion,
  NotReadWarning,
  SeeNotRead,
} from '../../../src/renderer/shared/documents/not-read.tsx';
import {
  OfficePrintProgress,
  OfficePrintState,
} from '../../../src/renderer/shared/documents/office-print.tsx';
import { PdfPage } from '../../../src/renderer/shared/documents/pdf-page.tsx';
import { TextLayer } from '../../../src/renderer/shared/documents/text-layer.tsx';
import { Thumbnails } from '../../../src/renderer/shared/documents/thumbnails.tsx';
import { PagesBeingReady } from '../../../src/renderer/shared/documents/use-page-printing.tsx';
import { usePdf, type OpenPdf } from '../../../src/renderer/shared/documents/use-pdf.ts';
import { ViewerToolbar } from '../../../src/renderer/shared/documents/viewer-toolbar.tsx';
import { entry, type CannedAnswer, type GalleryEntry, type GalleryState } from '../gallery-entry.ts';
import { NOW_MS, TIME_ZONE, TINY_PDF } from '../people-and-places.ts';

const nothing = (): void => undefined;

const SUBJECT = { trfCode: 'DRW-7K2M9Q', person: null, notPrinted: null } as const;

const viewer = (answer?: CannedAnswer, isOffline = false): GalleryState => ({
  isOffline,
  alone: true,
  answers: {
    ...(answer && { 'documents.get': answer }),
    'documents.standing': { value: { ...SUBJECT, refusal: null, isKept: true } },
  },
  show: () => (
    <div style={{ height: 420 }}>
      <DocumentViewer kind="trf" registrationId="r1" timeZone={TIME_ZONE} />
    </div>
  ),
});
const read = (ageMs: number, saidNotReady = false, notRead = false): CannedAnswer => ({
  value: {
    contentType: 'application/pdf',
    base64: TINY_PDF,
    fetchedAtMs: NOW_MS - ageMs,
    stored: ageMs > 0,
    notRead,
    problem: null,
    ...SUBJECT,
    saidNotReady,
  },
});

type Open = { readonly [Part in 'pdf' | 'firstSize']: NonNullable<OpenPdf[Part]> };

/** Shows a part of the viewer once a document is open. */
function WithPdf({ children }: { children: (open: Open) => ReactNode }) {
  const { pdf, firstSize } = usePdf(TINY_PDF, 'form');
  return pdf && firstSize ? children({ pdf, firstSize }) : null;
}

function Page({ pdf, firstSize }: Open) {
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root} style={{ height: 260, overflow: 'auto' }}>
      <PdfPage
        pdf={pdf}
        number={1}
        noun="form"
        firstSize={firstSize}
        scale={1}
        turn={0}
        root={root}
        found={null}
      />
    </div>
  );
}

function Find({ text, matches }: { text: string; matches: number }) {
  const [typed, setTyped] = useState(text);
  return (
    <FindBar
      noun="form"
      text={typed}
      onText={setTyped}
      found={{
        matches: Array.from({ length: matches }, () => ({ page: 1, parts: [] })),
        searched: 1,
        unread: 0,
        runsOf: () => [],
      }}
      pages={1}
      chosen={0}
      onStep={nothing}
      onClose={nothing}
    />
  );
}

const toolbar = (
  pages: number | null,
  hasOffice = false,
  notPrinted: string | null = null,
): GalleryState => ({
  show: () => (
    <ViewerToolbar
      pages={pages}
      current={1}
      percent={100}
      fitted="width"
      thumbnailsShown={false}
      findShown={false}
      printing={false}
      span={{ from: 1, to: Math.min(pages ?? 1, 50) }}
      noun="form"
      notPrinted={notPrinted}
      notSaved={null}
      office={hasOffice ? { name: 'Office', busy: false, onPrint: nothing } : null}
      onGo={nothing}
      onThumbnails={nothing}
      onZoom={nothing}
      onFit={nothing}
      onTurn={nothing}
      onFind={nothing}
      onSave={nothing}
      onPrint={nothing}
    />
  ),
});

const printed = (change: Partial<PrintJobView>): GalleryState => ({
  show: () => (
    <OfficePrintState
      print={{
        error: null,
        job: {
          id: 'j1',
          printerId: 'office',
          printerName: 'Office',
          printerRemoved: false,
          printerDesk: null,
          printerDeskState: null,
          title: 'Form DRW-7K2M9Q',
          visitId: null,
          pages: { kind: 'trf', count: 2, goesTo: 'ipp' },
          deviceReport: null,
          otherPrinter: null,
          neverSent: null,
          atPrinter: false,
          ticket: false,
          byQueue: false,
          state: 'sent',
          needsPerson: false,
          goesOutByItself: false,
          stoppedSinceMs: null,
          proven: false,
          perhapsPrinted: false,
          detail: null,
          attempts: 1,
          createdAtMs: NOW_MS,
          finishedAtMs: null,
          actor: 'Desk',
          reprintReason: null,
          ...change,
        },
      }}
    />
  ),
});

const notReadQuestion = (busy: boolean, error: errors.AppError | null): GalleryState => ({
  alone: true,
  show: () => <NotReadQuestion noun="form" busy={busy} error={error} onSee={nothing} onClose={nothing} />,
});

const preparing = (change: { busy?: boolean; wasStopped?: boolean }): GalleryState => ({
  show: () => (
    <OfficePrintProgress
      print={{ busy: false, wasStopped: false, stop: nothing, ...change }}
      words="The form is made ready for Office"
    />
  ),
});

export const DOCUMENTS: readonly GalleryEntry[] = [
  entry('DocumentViewer', {
    normal: viewer(read(0)),
    loading: viewer(),
    'stale and offline': viewer(read(3 * 3_600_000), true),
    'perhaps taken back': viewer(read(3 * 3_600_000, true), true),
    'not known whose': viewer(read(0, false, true)),
    'not read': viewer({ error: errors.rejected('', { document: 'not-read' }) }),
    error: viewer({ error: errors.timeout('') }),
  }),
  entry('SeeNotRead', {
    normal: { show: () => <SeeNotRead kind="trf" registrationId="r1" onSee={nothing} /> },
  }),
  entry('NotReadQuestion', {
    normal: notReadQuestion(false, null),
    loading: notReadQuestion(true, null),
    error: notReadQuestion(false, errors.timeout('')),
  }),
  entry('NotReadWarning', { normal: { show: () => <NotReadWarning noun="results document" /> } }),
  entry('ViewerToolbar', {
    loading: toolbar(null),
    'one page': toolbar(1),
    '10,000 pages': toolbar(10_000),
    'with an office printer': toolbar(2, true),
    'not to be printed': toolbar(2, true, 'It is not settled whose registration this is.'),
  }),
  entry('OfficePrintState', {
    queued: printed({ state: 'queued' }),
    done: printed({ deviceReport: 'done' }),
    'waits for paper': printed({
      deviceReport: 'stopped',
      detail: 'the printer has stopped: it has no paper: put A4 paper in',
    }),
    'in doubt': printed({ state: 'unsure', detail: 'the connection to the printer broke' }),
    refused: {
      show: () => (
        <OfficePrintState print={{ job: null, error: errors.rejected('', { document: 'damaged' }) }} />
      ),
    },
  }),
  entry('OfficePrintProgress', {
    'takes long': preparing({ busy: true }),
    stopped: preparing({ wasStopped: true }),
  }),
  entry('FindBar', {
    empty: { show: () => <Find text="" matches={0} /> },
    'found 10,000 times': { show: () => <Find text="form" matches={10_000} /> },
    'not found': { show: () => <Find text="cortisol" matches={0} /> },
  }),
  entry('PagesBeingReady', {
    normal: {
      show: () => <PagesBeingReady printing={{ pages: { ready: 6, of: 20 }, cancel: nothing }} />,
    },
  }),
  entry('PdfPage', { normal: { show: () => <WithPdf>{(open) => <Page {...open} />}</WithPdf> } }),
  entry('Thumbnails', {
    normal: {
      show: () => <WithPdf>{(open) => <Thumbnails {...open} current={1} turn={0} onGo={nothing} />}</WithPdf>,
    },
  }),
  entry('TextLayer', {
    'seen only where it is marked': {
      show: () => (
        <WithPdf>
          {({ pdf }) => (
            <div style={{ position: 'relative', width: 420, height: 240 }}>
              <TextLayer pdf={pdf} number={1} page={null} scale={1} turn={0} />
            </div>
          )}
        </WithPdf>
      ),
    },
  }),
];
