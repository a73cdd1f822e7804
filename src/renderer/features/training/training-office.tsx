// The training office printer: what trouble it is in, and the pages that came out, drawn to scale.
import { FileText, Printer, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { shownSecondsAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments, type Choice } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './training-printers.module.css';

type Office = Output<'training.get'>['office'];
type Document = Output<'training.pages'>['items'][number];

const MODES: readonly Choice<Office['mode']>[] = [
  { value: 'ready', words: 'Ready' },
  { value: 'slow', words: 'Slow' },
  { value: 'no-pdf', words: 'Takes no PDF' },
  { value: 'no-paper', words: 'Out of paper' },
  { value: 'other-paper', words: 'Other paper' },
  { value: 'off', words: 'Switched off' },
  { value: 'breaks', words: 'Breaks off' },
];

const MODE_MEANINGS: Readonly<Record<Office['mode'], string>> = {
  ready: 'It prints at once and reports that it is done.',
  slow: 'A document takes five seconds. Take its paper away meanwhile, and it stops in the middle.',
  'no-pdf':
    'It prints only pages that are drawn as dots (300 dpi, greys), as small printers do. The desk draws them for it by itself.',
  'no-paper': 'It says that it has no paper. What it was at comes out when it is ready again.',
  'other-paper':
    'It has US Letter paper, and says so when it is asked, which the desk does before each document: none is sent.',
  off: 'It refuses the connection, and what it held is lost, as when its plug is pulled.',
  breaks: 'It drops the connection in the middle of a document, and prints nothing of it.',
};

export function TrainingOffice({ office }: { office: Office }) {
  const setMode = useCommand('training.setOfficeMode');
  return (
    <Panel title="The training office printer" aside={<FileText aria-hidden="true" size={20} />}>
      <p>
        It takes forms and results at <code>{office.address}</code>, as an office printer on the network does.
        Documents in its tray: {office.received}.
      </p>
      <Segments
        legend="How the office printer behaves"
        legendShown
        name="office-mode"
        value={office.mode}
        onChange={(mode) => setMode.run({ mode })}
        choices={MODES}
      />
      <p className={css.quiet}>{MODE_MEANINGS[office.mode]}</p>
      {setMode.error && <ErrorNotice error={setMode.error} />}
    </Panel>
  );
}

export function PageTray({ office }: { office: Office }) {
  const pages = useQuery('training.pages', { limit: 6 });
  const clear = useCommand('training.clearPages');
  const items = pages.value?.items ?? [];
  const isBeingDrawn = items.length === 0 && office.received > 0;
  return (
    <Panel
      title="Pages that came out"
      aside={
        items.length > 0 && (
          <Button size="small" onClick={() => void clear.run({})}>
            Clear the pages
          </Button>
        )
      }
    >
      {pages.error && !pages.value && <ErrorNotice error={pages.error} />}
      {isBeingDrawn && (pages.value ?? !pages.error) && (
        <SkeletonRows count={3} label="The pages are being drawn" />
      )}
      {pages.value && items.length === 0 && !isBeingDrawn && (
        <EmptyState icon={<Printer size={26} />} title="No page came out yet">
          Open a form or results and press Print; the pages appear here as the printer received them.
        </EmptyState>
      )}
      <ul className={css.documents}>
        {items.map((document) => (
          <DocumentInTray key={document.id} document={document} />
        ))}
      </ul>
    </Panel>
  );
}

function DocumentInTray({ document }: { document: Document }) {
  const time = shownSecondsAt(document.receivedAtMs, useTimeZone());
  const [first] = document.pages;
  const notDrawn = document.pageCount - document.pages.length;
  return (
    <li className={css.label}>
      {document.problem !== null && (
        <p className={css.problem}>
          <TriangleAlert aria-hidden="true" size={20} />
          {document.problem}
        </p>
      )}
      <div className={css.sheets}>
        {document.pages.map((page, index) => (
          <img
            key={index}
            src={`data:image/png;base64,${page.pngBase64}`}
            alt={`Page ${index + 1} of the document received at ${time}`}
            className={css.sheet}
            style={{ width: `${page.widthMm}mm`, aspectRatio: `${page.widthMm} / ${page.heightMm}` }}
          />
        ))}
      </div>
      <span className={css.quiet}>
        {time} · {document.pageCount === 1 ? '1 page' : `${document.pageCount} pages`}
        {notDrawn > 0 && `, the first ${document.pages.length} shown`} · {document.byteCount} bytes
        {first && ` · ${Math.round(first.widthMm)} × ${Math.round(first.heightMm)} mm`}
      </span>
    </li>
  );
}
