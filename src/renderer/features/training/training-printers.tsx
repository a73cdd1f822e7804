// The training printers: which of them prints the desk's labels, what trouble it is in, and what came out, drawn to scale.
import { CircleCheck, Printer, ScanBarcode, Tag, Ticket, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { shownSecondsAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Segments, type Choice } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './training-printers.module.css';

type TrainingPrinter = Output<'training.get'>['printers'][number];
type Label = Output<'training.labels'>['items'][number];

const MODES: readonly Choice<TrainingPrinter['mode']>[] = [
  { value: 'ready', words: 'Ready' },
  { value: 'slow', words: 'Slow' },
  { value: 'no-paper', words: 'Out of paper' },
  { value: 'takes-without-paper', words: 'Out of paper, takes all' },
  { value: 'off', words: 'Switched off' },
  { value: 'silent', words: 'Never answers' },
  { value: 'breaks', words: 'Breaks off' },
];

const TICKET_MODE_MEANINGS: Readonly<Record<TrainingPrinter['mode'], string>> = {
  ready: 'It prints each ticket at once and says that it took it.',
  slow: 'It prints a ticket, and says so, five seconds after it has it.',
  'no-paper': 'It says so when it is asked, which the desk does before each ticket: none is sent.',
  'takes-without-paper': 'It says so when it is asked, which the desk does before each ticket: none is sent.',
  off: 'It refuses the connection.',
  silent: 'It answers no question; it prints, but never says that it took the ticket.',
  breaks: 'It drops the connection in the middle of a ticket, and prints nothing of it.',
};

const MODE_MEANINGS: Readonly<Record<TrainingPrinter['mode'], string>> = {
  ready: 'It prints each label at once and says that it took it.',
  slow: 'It prints a label, and says so, five seconds after it has it.',
  'no-paper': 'It takes labels and holds them. They come out when it is ready again.',
  'takes-without-paper':
    'It says that it took a label, and keeps it in its memory until it is ready again. One that understands ZPL says that it has no labels when the desk asks it a moment later.',
  off: 'It refuses the connection, and what it held is lost, as when its plug is pulled.',
  silent: 'It prints, but never says that it took the label.',
  breaks: 'It drops the connection in the middle of a label, and prints nothing of it.',
};

const RULER_MM = 10;
const PIXELS_PER_MM = 8;
/** Without a place to break the line. */
const BIG_LABELS = '101.6\u00a0×\u00a0152.4\u00a0mm';

export function TrainingPrinters({ printers }: { printers: readonly TrainingPrinter[] }) {
  const choose = useCommand('printers.choose', { repeatable: true });
  const mayNotChoose = useMayNot('printers.choose');
  // A site may have chosen one of its own printers: then no training printer is used, and the first one is shown.
  const used = printers.find(({ prints }) => prints.includes('label'));
  const shown = used ?? printers[0];
  if (!shown) return null;
  return (
    <Panel title="The training printer" aside={<Printer aria-hidden="true" size={20} />}>
      <Segments
        legend="Labels are printed in"
        legendShown
        name="printer-language"
        value={used?.id ?? ''}
        blocked={mayNotChoose}
        onChange={(printerId) => choose.run({ document: 'label', printerId })}
        choices={printers.map(({ id, speaks }) => ({ value: id, words: speaks }))}
      />
      <p>
        It listens at <code>{shown.address}</code> as a real label printer does, and understands{' '}
        {shown.speaks} only. Labels in its tray: {shown.received}.
      </p>
      {used === undefined && (
        <p className={css.quiet}>Labels go to another printer now. Choose a language to have them here.</p>
      )}
      <Behaviour printer={shown} meanings={MODE_MEANINGS} legend="How the printer behaves" />
      {choose.error && <ErrorNotice error={choose.error} />}
    </Panel>
  );
}

/** What of whole pages is printed on it. */
function pagesNow({ prints }: TrainingPrinter): string {
  const [forms, results] = [prints.includes('form'), prints.includes('report')];
  if (forms && results) return 'Forms and results are printed on it now';
  if (forms) return 'Forms are printed on it now';
  return results ? 'Results are printed on it now' : 'Forms and results can be printed on it';
}

/** For forms and results: a label printer of 300 dpi. */
export function BigLabelPrinter({ printer }: { printer: TrainingPrinter }) {
  return (
    <Panel title="The training printer with big labels" aside={<Tag aria-hidden="true" size={20} />}>
      <p>
        It listens at <code>{printer.address}</code> as a label printer of 300 dpi with labels of {BIG_LABELS}{' '}
        does, and understands ZPL only. Labels in its tray: {printer.received}.
      </p>
      <p>
        {pagesNow(printer)}: that is chosen under <a href={hrefOf(links.printers)}>Printers</a>.
      </p>
      <Behaviour
        printer={printer}
        meanings={MODE_MEANINGS}
        legend="How the printer with big labels behaves"
      />
    </Panel>
  );
}

/** For visit tickets: a receipt printer. */
export function TrainingTicketPrinter({ printer }: { printer: TrainingPrinter }) {
  return (
    <Panel title="The training ticket printer" aside={<Ticket aria-hidden="true" size={20} />}>
      <p>
        It listens at <code>{printer.address}</code> as a receipt printer does, and understands{' '}
        {printer.speaks} only. Tickets that came out: {printer.received}. Whether each check-in prints one is
        set under <a href={hrefOf(links.settings)}>Desk settings</a>.
      </p>
      <Behaviour printer={printer} meanings={TICKET_MODE_MEANINGS} legend="How the ticket printer behaves" />
    </Panel>
  );
}

function Behaviour(props: {
  printer: TrainingPrinter;
  meanings: Readonly<Record<TrainingPrinter['mode'], string>>;
  legend: string;
}) {
  const { printer, meanings } = props;
  const setMode = useCommand('training.setPrinterMode');
  return (
    <>
      <Segments
        legend={props.legend}
        legendShown
        name={`printer-mode-${printer.kind}`}
        value={printer.mode}
        onChange={(mode) => setMode.run({ printerId: printer.id, mode })}
        choices={MODES}
      />
      <p className={css.quiet}>{meanings[printer.mode]}</p>
      {printer.held > 0 && (
        <p className={css.held} role="status">
          <TriangleAlert aria-hidden="true" size={18} />
          Waiting for paper in the printer: {printer.held}
        </p>
      )}
      {setMode.error && <ErrorNotice error={setMode.error} />}
    </>
  );
}

export function LabelTray({ printers }: { printers: readonly TrainingPrinter[] }) {
  const labels = useQuery('training.labels', { limit: 24 });
  const clear = useCommand('training.clearLabels');
  const items = labels.value?.items ?? [];
  // The pictures come after the counts, and those of a moment ago stand in until then.
  const isBeingDrawn = items.length === 0 && printers.some(({ received }) => received > 0);
  return (
    <Panel
      title="What came out"
      aside={
        items.length > 0 && (
          <Button size="small" onClick={() => void clear.run({})}>
            Clear the tray
          </Button>
        )
      }
    >
      {labels.error && !labels.value && <ErrorNotice error={labels.error} />}
      {isBeingDrawn && (labels.value ?? !labels.error) && (
        <SkeletonRows count={3} label="What came out is being drawn" />
      )}
      {labels.value && items.length === 0 && !isBeingDrawn && (
        <EmptyState icon={<Printer size={26} />} title="The tray is empty">
          Print a label or a ticket from a visit, or a form on big labels; it appears here as a picture of
          what the printer received.
        </EmptyState>
      )}
      <ul className={css.labels}>
        {items.map((label) => (
          <LabelInTray
            key={label.id}
            label={label}
            printer={printers.find(({ id }) => id === label.printerId) ?? null}
          />
        ))}
      </ul>
    </Panel>
  );
}

function LabelInTray({ label, printer }: { label: Label; printer: TrainingPrinter | null }) {
  const isTicket = printer?.kind === 'ticket';
  const time = shownSecondsAt(label.receivedAtMs, useTimeZone());
  return (
    <li className={css.label}>
      {label.pngBase64 === null ? (
        <p className={css.problem}>
          <TriangleAlert aria-hidden="true" size={20} />
          {label.problem ?? 'What arrived cannot be drawn as a label.'}
        </p>
      ) : (
        // All to one scale where there is room. At 203 dpi each dot is one pixel, so bars are drawn as they are printed.
        <figure className={css.scaled} style={{ maxWidth: `${label.widthMm * PIXELS_PER_MM}px` }}>
          <img
            src={`data:image/png;base64,${label.pngBase64}`}
            alt={`${isTicket ? 'Ticket' : 'Label'} received at ${time}`}
            className={css.picture}
          />
          <figcaption className={css.scale}>
            <span
              className={css.ruler}
              aria-hidden="true"
              style={{ width: `${(100 * RULER_MM) / label.widthMm}%` }}
            />
            {RULER_MM} mm
          </figcaption>
        </figure>
      )}
      {label.pngBase64 !== null && <CodesRead codes={label.codes} />}
      <span className={css.quiet}>
        {time} · {printer?.speaks} · {label.byteCount} bytes · {label.widthMm.toFixed(1)} ×{' '}
        {label.heightMm.toFixed(1)} mm
      </span>
    </li>
  );
}

function CodesRead({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) {
    return (
      <span className={css.unread}>
        <TriangleAlert aria-hidden="true" size={18} />
        No code can be read on it
      </span>
    );
  }
  return (
    <span className={css.read}>
      {codes.length === 1 ? (
        <CircleCheck aria-hidden="true" size={18} />
      ) : (
        <ScanBarcode aria-hidden="true" size={18} />
      )}
      A scanner reads <code>{codes.join(', ')}</code>
    </span>
  );
}
