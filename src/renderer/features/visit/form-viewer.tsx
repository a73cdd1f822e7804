// The registration form, seen and printed: the stored document on canvas, on paper through the system's dialog, in A4.
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
// The build for browsers that are some years old: the other one needs functions that only the newest ones have.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { RegistrationView } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './form-viewer.module.css';
import {
  boundedScale,
  DRAWING_LIMIT_MS,
  OPENING_LIMIT_MS,
  OPENING_REFUSAL,
  pagesRefusal,
  sizeRefusal,
} from './form-limits.ts';
import { clearPrintedPages, printPages } from './print-pages.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Sharp on screen at twice the size of a point; on paper 200 dots to the inch. */
const SCREEN_SCALE = 2;
const UNREADABLE = 'The service sent a form that cannot be read. It can be asked for again later.';

export function FormViewer(props: {
  registrations: readonly RegistrationView[];
  timeZone: string;
  onClose: () => void;
}) {
  const { registrations, timeZone, onClose } = props;
  const [chosenId, setChosenId] = useState(registrations[0]?.id ?? '');
  const form = useQuery('documents.get', { registrationId: chosenId, kind: 'trf' });
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [printing, setPrinting] = useState(false);
  const [printProblem, setPrintProblem] = useState(false);
  const base64 = form.value?.base64 ?? null;
  useEffect(() => clearPrintedPages, []);

  useEffect(() => {
    setDocument(null);
    setRefusal(null);
    if (base64 === null) return;
    const tooLarge = sizeRefusal((base64.length / 4) * 3);
    if (tooLarge !== null) {
      setRefusal(tooLarge);
      return;
    }
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const loading = getDocument({ data: bytes, useWasm: false, useSystemFonts: true });
    let current = true;
    const refuse = (words: string): void => {
      if (!current) return;
      current = false;
      setRefusal(words);
      void loading.destroy();
    };
    const limit = window.setTimeout(() => refuse(OPENING_REFUSAL), OPENING_LIMIT_MS);
    loading.promise.then(
      (loaded) => {
        window.clearTimeout(limit);
        const tooLong = pagesRefusal(loaded.numPages);
        if (tooLong !== null) refuse(tooLong);
        else if (current) setDocument(loaded);
      },
      () => refuse(UNREADABLE),
    );
    return () => {
      current = false;
      window.clearTimeout(limit);
      void loading.destroy();
    };
  }, [base64]);

  return (
    <Dialog
      wide
      title="Test registration form"
      onClose={onClose}
      actions={
        <Button
          look="main"
          icon={<Printer />}
          blocked={document ? null : 'The form is not open yet.'}
          busy={printing}
          onClick={() => {
            if (!document || printing) return;
            setPrinting(true);
            setPrintProblem(false);
            void printPages(document)
              .catch(() => setPrintProblem(true))
              .finally(() => setPrinting(false));
          }}
        >
          Print
        </Button>
      }
    >
      {registrations.length > 1 && (
        <Segments
          legend="Form"
          name="form"
          value={chosenId}
          onChange={setChosenId}
          choices={registrations.map((registration, index) => ({
            value: registration.id,
            words: registration.trfCode ?? `Form ${index + 1}`,
          }))}
        />
      )}
      {form.error && !form.value && (
        <ErrorNotice error={form.error}>
          <Button size="small" onClick={form.refresh}>
            Try again
          </Button>
        </ErrorNotice>
      )}
      {refusal !== null && <p role="alert">{refusal}</p>}
      {printProblem && (
        <p role="alert">The form could not be made ready for paper; nothing went to a printer.</p>
      )}
      {form.value && (
        <p className={css.stored}>
          {form.value.stored ? 'Stored at this desk' : 'From the service'}, fetched at{' '}
          <time>{wallClockAt(form.value.fetchedAtMs, timeZone).time}</time>
        </p>
      )}
      {!document && refusal === null && !form.error && (
        <SkeletonRows count={6} label="The form is being opened" />
      )}
      {document && (
        <div className={css.pages}>
          {Array.from({ length: document.numPages }, (_, index) => (
            <Page key={index} document={document} number={index + 1} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    let task: { cancel: () => void } | null = null;
    let current = true;
    const limit = window.setTimeout(() => {
      task?.cancel();
      if (current) setStuck(true);
    }, DRAWING_LIMIT_MS);
    async function draw(): Promise<void> {
      const page = await document.getPage(number);
      const target = canvas.current;
      if (!current || !target) return;
      const scale = boundedScale(page.getViewport({ scale: 1 }), SCREEN_SCALE);
      const viewport = page.getViewport({ scale });
      target.width = viewport.width;
      target.height = viewport.height;
      const rendering = page.render({ canvas: target, viewport });
      task = rendering;
      await rendering.promise;
    }
    // A cancelled page rejects; nobody waits for it any more.
    void draw()
      .catch(() => undefined)
      .finally(() => window.clearTimeout(limit));
    return () => {
      current = false;
      window.clearTimeout(limit);
      task?.cancel();
    };
  }, [document, number]);
  if (stuck) return <p role="alert">Page {number} of the form takes too long to draw and is not shown.</p>;
  return <canvas ref={canvas} className={css.page} role="img" aria-label={`Page ${number} of the form`} />;
}
