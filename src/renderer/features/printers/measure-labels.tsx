// Finds out the size of the labels in a printer: prints a ruler on one, and works the size out from the marks that a person sees.
import { Ruler } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { PrinterView } from '../../../contract/printers.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { asSentence, printerStateWords } from '../../shared/words/printer-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useLast } from '../../ui/use-last.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { sizeFromRuler, type RulerReading } from './measured-size.ts';
import { isSamePrinter, PRINTER_GONE, printerChanges } from './printer-changes.ts';
import { enteredPrinter, entryOfPrinter, refusedEntry } from './printer-entry.ts';
import css from './printers.module.css';

/** As wide as the engine prints it. */
const RULER_WIDTH_MM = 104;
const NOTHING_READ = { left: '', right: '', top: '', bottom: '' };
const SIDES = [
  { side: 'left', words: 'First mark at the left edge' },
  { side: 'right', words: 'Last mark at the right edge' },
  { side: 'top', words: 'First mark at the top edge' },
  { side: 'bottom', words: 'Last mark at the bottom edge' },
] as const;

/** Whoever stands at another end of the room than the printer learns here whether to go and look. */
function rulerWords(printer: PrinterView): string {
  const { state, detail } = printer;
  if (state === 'unreachable' || state === 'attention')
    // It may have taken the last label.
    return `The printer ${printerStateWords(printer)}. ${detail === null ? '' : `${asSentence(detail)} `}A ruler that has not come out waits for it.`;
  return 'The ruler is on its way. If none comes out, look at the printer, then under “Print queue”.';
}

/** `printer` null: it is not there any more. */
export function MeasureLabels(props: { printer: PrinterView | null; onClose: () => void }) {
  const last = useLast(props.printer);
  return last && <Measure isThere={props.printer !== null} printer={last} onClose={props.onClose} />;
}

function Measure(props: { isThere: boolean; printer: PrinterView; onClose: () => void }) {
  const { isThere, printer, onClose } = props;
  const print = useCommand('printers.printSheet', { repeatable: true });
  const alter = useCommand('printers.change');
  const { entry, change, forgetSent, form, typed } = useDraft<RulerReading>(
    `ruler:${printer.id}`,
    NOTHING_READ,
  );
  /** As it stands now, also for an answer to what was sent before. */
  const entryNow = useLatest(entry);
  const mayNotPrint = useMayNot('printers.printSheet');
  const mayNotChange = useMayNot('printers.change');
  const [isAsked, setAsked] = useState(false);
  const [tried, setTried] = useState(false);
  const seen = useSeen(printer, { isSame: isSamePrinter, command: alter });
  const isOvertaken = useOvertaken(isThere, mayBeOwnDoing(alter));
  const title = `Measure the labels in ${printer.name}`;
  const size = sizeFromRuler(entry, RULER_WIDTH_MM);
  const problem = tried && 'problem' in size ? size : null;
  const refused =
    alter.error?.kind === 'rejected' && refusedEntry(alter.error.fields, entryOfPrinter(printer));

  async function printRuler(): Promise<void> {
    setAsked(false);
    const answer = await print.run({ printerId: printer.id, sheet: 'ruler' });
    setAsked(answer.ok);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (seen.isChanged || alter.busy) return;
    if ('problem' in size) {
      document.getElementById(`ruler-${size.problem}`)?.focus();
      return;
    }
    const setup = enteredPrinter({
      ...entryOfPrinter(printer),
      widthMm: String(size.widthMm),
      heightMm: String(size.heightMm),
    });
    const input = { printerId: printer.id, seenVersion: seen.value.version ?? 0, setup };
    const answer = await alter.run(input, { typed: typed() });
    if (!answer.ok) return;
    notify(`Labels of ${size.widthMm} × ${size.heightMm} mm`);
    seen.made(answer.value.printers.find(({ id }) => id === printer.id) ?? printer);
    forgetSent(entry);
    if (entryNow.current === entry) onClose();
  }

  if (isOvertaken) return <Overtaken title={title} words={PRINTER_GONE} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={css.form} noValidate data-draft="true" onSubmit={(event) => void save(event)}>
        <TooLongToKeep form={form} />
        <p>
          Print the ruler: it may run over several labels. On the first one, read the number of the mark that
          is nearest to each edge. Small marks are millimetres.
        </p>
        <div>
          <Button icon={<Ruler />} busy={print.busy} blocked={mayNotPrint} onClick={() => void printRuler()}>
            Print the ruler
          </Button>
        </div>
        <p aria-live="polite" className={css.quiet}>
          {isAsked && rulerWords(printer)}
        </p>
        {print.error && <ErrorNotice error={print.error} />}
        <div className={css.marks}>
          {SIDES.map(({ side, words }) => (
            <TextField
              key={side}
              id={`ruler-${side}`}
              label={words}
              inputMode="decimal"
              problem={problem?.problem === side ? problem.words : undefined}
              value={entry[side]}
              onChange={(event) => change({ [side]: event.target.value })}
            />
          ))}
        </div>
        <p role="status" className={css.asked}>
          {'problem' in size
            ? 'The size is shown here once all four marks are entered.'
            : `Labels of ${size.widthMm} × ${size.heightMm} mm. ${size.advice ?? ''}`}
        </p>
        {refused && <p role="alert">{refused.map(({ words }) => words).join('. ')}.</p>}
        {seen.isChanged && (
          <ChangedMeanwhile lines={printerChanges(seen.value, printer)} onRead={seen.read} />
        )}
        {seen.error && !refused && <ErrorNotice error={seen.error} />}
        <div className={css.row}>
          <Button
            type="submit"
            look="main"
            busy={alter.busy}
            blocked={mayNotChange ?? (seen.isChanged ? READ_FIRST : null)}
          >
            Use this size
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
