// One printer: what it is, how it does, and what can be done with it.
import { CircleCheck, CircleDashed, CircleX, Lock, Pencil, Ruler, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { PrinterView } from '../../../contract/printers.ts';
import { asSentence, printerStateWords } from '../../shared/words/printer-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { PrinterProof, testButtonOf } from './printer-proof.tsx';
import css from './printers.module.css';
import { DOCUMENT_WORDS, PrintsNothingYet } from './prints-nothing-yet.tsx';

const LIST = new Intl.ListFormat('en-GB');

const STATE_ICONS: Readonly<Record<PrinterView['state'], ReactNode>> = {
  unknown: <CircleDashed aria-hidden="true" size={18} />,
  ready: <CircleCheck aria-hidden="true" size={18} />,
  unreachable: <CircleX aria-hidden="true" size={18} />,
  attention: <TriangleAlert aria-hidden="true" size={18} />,
};

const KIND_WORDS = { label: 'Label printer', ticket: 'Ticket printer', office: 'Office printer' };

const LANGUAGE_WORDS: Readonly<Record<NonNullable<PrinterView['setup']['language']>, string>> = {
  zpl: 'ZPL',
  epl2: 'EPL2',
  tspl: 'TSPL',
  pictures: 'As pictures',
  escpos: 'ESC/POS',
};

function settingsWords({ kind, setup }: PrinterView): string {
  const language = setup.language === null ? '' : LANGUAGE_WORDS[setup.language];
  switch (kind) {
    case 'label':
      return `${language}, ${setup.dotsPerMm === 12 ? '300' : '203'} dpi, labels of ${setup.labelWidthMm} × ${setup.labelHeightMm} mm${setup.symbol === 'data-matrix' ? ', Data Matrix' : ''}`;
    case 'ticket':
      return `${language}, roll of ${setup.paperWidthMm} mm`;
    case 'office':
      return 'A4 pages';
  }
}

export function PrinterCard(props: {
  printer: PrinterView;
  /** All printers of the desk. */
  printers: readonly PrinterView[];
  /** Somebody has just added it: it is shown, and its test label is what comes next. */
  isNew: boolean;
  onChange: () => void;
  onMeasure: () => void;
  onRemove: () => void;
}) {
  const { printer, isNew } = props;
  const { id } = printer;
  useEffect(() => {
    if (!isNew) return;
    const test = document.getElementById(testButtonOf(id));
    test?.scrollIntoView({ block: 'center' });
    test?.focus({ preventScroll: true });
  }, [isNew, id]);
  const mayNotChange = useMayNot('printers.change');
  const mayNotRemove = useMayNot('printers.remove');
  const words = printerStateWords(printer);
  return (
    <li className={css.printer} aria-label={printer.name}>
      <div className={css.what}>
        <h3>{printer.name}</h3>
        <span className={css.quiet}>
          {KIND_WORDS[printer.kind]} at {printer.address} · {settingsWords(printer)}
        </span>
        {printer.desk && (
          <span className={css.quiet}>Stands at {printer.desk.name}, which prints on it.</span>
        )}
        <span className={css[printer.state]}>
          {STATE_ICONS[printer.state]}
          {words.charAt(0).toUpperCase() + words.slice(1)}
        </span>
        {printer.kind === 'office' && printer.byQueue && printer.state === 'unknown' && (
          <span className={css.quiet}>
            Before each print the printer is asked which paper is in it. Where that cannot be asked, it is
            said here; until then, look that it is A4.
          </span>
        )}
        {printer.detail !== null && <span className={css.quiet}>{asSentence(printer.detail)}</span>}
        {printer.waiting > 0 && (
          <span className={css.quiet}>
            {printer.waiting === 1 ? 'One job waits for it.' : `${printer.waiting} jobs wait for it.`}
          </span>
        )}
        {printer.prints.length > 0 && (
          <span className={css.quiet}>
            Prints {LIST.format(printer.prints.map((document) => DOCUMENT_WORDS[document]))} of this desk.
          </span>
        )}
        <PrinterProof printer={printer} />
        <PrintsNothingYet printer={printer} printers={props.printers} />
      </div>
      <div className={css.row}>
        {printer.setBy === 'desk' ? (
          <>
            <Button
              icon={<Pencil />}
              aria-label={`Change ${printer.name}`}
              blocked={mayNotChange}
              onClick={props.onChange}
            >
              Change
            </Button>
            {printer.kind === 'label' && (
              <Button
                icon={<Ruler />}
                aria-label={`Measure the labels in ${printer.name}`}
                blocked={mayNotChange}
                onClick={props.onMeasure}
              >
                Measure
              </Button>
            )}
            <Button
              icon={<Trash2 />}
              aria-label={`Remove ${printer.name}`}
              blocked={mayNotRemove}
              onClick={props.onRemove}
            >
              Remove
            </Button>
          </>
        ) : (
          <span className={css.fixed}>
            <Lock aria-hidden="true" size={16} />
            {printer.setBy === 'managed' ? 'Set by the managed settings' : 'Part of training'}
          </span>
        )}
      </div>
    </li>
  );
}
