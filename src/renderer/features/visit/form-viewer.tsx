// The registration form, seen and printed: the stored document on canvas, on paper through the system's dialog, in A4.
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { RegistrationView } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './form-viewer.module.css';
import { clearPrintedPages, printPages } from './print-pages.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Sharp on screen at twice the size of a point; on paper 200 dots to the inch. */
const SCREEN_SCALE = 2;
const MOST_PAGES = 20;

export function FormViewer(props: {
  registrations: readonly RegistrationView[];
  timeZone: string;
  onClose: () => void;
}) {
  const { registrations, timeZone, onClose } = props;
  const [chosenId, setChosenId] = useState(registrations[0]?.id ?? '');
  const form = useQuery('documents.get', { registrationId: chosenId, kind: 'trf' });
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const [printing, setPrinting] = useState(false);
  const base64 = form.value?.base64 ?? null;
  useEffect(() => clearPrintedPages, []);

  useEffect(() => {
    setDocument(null);
    setUnreadable(false);
    if (base64 === null) return;
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const loading = getDocument({ data: bytes, useWasm: false, useSystemFonts: true });
    let current = true;
    loading.promise.then(
      (loaded) => {
        if (current) setDocument(loaded);
      },
      () => {
        if (current) setUnreadable(true);
      },
    );
    return () => {
      current = false;
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
          disabled={!document}
          busy={printing}
          onClick={() => {
            if (!document || printing) return;
            setPrinting(true);
            void printPages(document).finally(() => setPrinting(false));
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
      {unreadable && (
        <p role="alert">The service sent a form that cannot be read. It can be asked for again later.</p>
      )}
      {form.value && (
        <p className={css.stored}>
          {form.value.stored ? 'Stored at this desk' : 'From the service'}, fetched at{' '}
          <time>{wallClockAt(form.value.fetchedAtMs, timeZone).time}</time>
        </p>
      )}
      {!document && !unreadable && !form.error && <SkeletonRows count={6} label="The form is being opened" />}
      {document && (
        <div className={css.pages}>
          {Array.from({ length: Math.min(document.numPages, MOST_PAGES) }, (_, index) => (
            <Page key={index} document={document} number={index + 1} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let task: { cancel: () => void } | null = null;
    let current = true;
    void document.getPage(number).then((page) => {
      const target = canvas.current;
      if (!current || !target) return;
      const viewport = page.getViewport({ scale: SCREEN_SCALE });
      target.width = viewport.width;
      target.height = viewport.height;
      const rendering = page.render({ canvas: target, viewport });
      task = rendering;
      // A cancelled page rejects; nobody waits for it any more.
      rendering.promise.catch(() => undefined);
    });
    return () => {
      current = false;
      task?.cancel();
    };
  }, [document, number]);
  return <canvas ref={canvas} className={css.page} role="img" aria-label={`Page ${number} of the form`} />;
}
