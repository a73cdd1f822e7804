// The form in which a printer is entered or changed. What is typed is kept until it is saved or the form is closed.
import { FileText, Tag, Ticket } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { PrinterView } from '../../../contract/printers.ts';
import type { QueueSystem } from '../../../domain/queue-system.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Segments, SelectField } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { PRINTER_GONE, setupWords } from './printer-changes.ts';
import { NEW, usePrinterDraft } from './printer-draft.ts';
import {
  deskOfEntry,
  enteredPrinter,
  entryOfPrinter,
  refusedEntry,
  standsAsTyped,
  typedOnSince,
  type PrinterEntry,
} from './printer-entry.ts';
import { addressHint } from './address-hints.ts';
import { AskPrinter } from './ask-printer.tsx';
import { FindPrinters } from './find-printers.tsx';
import { PrinterDesk } from './printer-desk.tsx';
import { SerialFields } from './serial-fields.tsx';
import css from './printers.module.css';

const ICON = { 'aria-hidden': true, size: 17 } as const;
const KINDS = [
  { value: 'label', words: 'Labels', icon: <Tag {...ICON} /> },
  { value: 'ticket', words: 'Visit tickets', icon: <Ticket {...ICON} /> },
  { value: 'office', words: 'Forms and results', icon: <FileText {...ICON} /> },
] as const;

/** `of` as `useOpenPrinters` names it. `printers` as they are now: another window may change or remove them meanwhile. */
export function PrinterForm(props: {
  of: string;
  printers: readonly PrinterView[];
  /** The further desks at which it can stand. */
  desks: readonly { readonly id: string; readonly name: string }[];
  /** What the queues of the site desk's computer take. */
  queues: QueueSystem;
  onAdded: (printerId: string) => void;
}) {
  const { of, printers, desks, queues, onAdded } = props;
  const draft = usePrinterDraft(of);
  const { entry, change } = draft;
  /** Not added yet. Once it is, what is typed on in the form is a change of it. */
  const isNew = entry.asking === NEW;
  const printer = printers.find(({ id }) => id === entry.asking) ?? null;
  const add = useCommand('printers.add');
  const alter = useCommand('printers.change');
  const mayNotAdd = useMayNot('printers.add');
  const mayNotChange = useMayNot('printers.change');
  const [attempt, setAttempt] = useState(0);
  // The version that was seen is kept with what was typed, over a reload too.
  const seen = useSeen(printer?.version ?? 0, {
    // What stands in the form is no other's change: it was sent from here, and the window read anew before the answer.
    isSame: (before, now) => before === now || (printer !== null && standsAsTyped(printer, entry)),
    command: alter,
    before: printer ? entry.version : 0,
  });
  const isChanged = printer !== null && seen.isChanged;
  const error = add.error ?? seen.error;
  const problems = (error?.kind === 'rejected' && refusedEntry(error.fields, entry)) || [];
  const problemOf = (fieldId: string): string | undefined =>
    problems.find((problem) => problem.fieldId === fieldId)?.words;
  const deskName = desks.find(({ id }) => id === deskOfEntry(entry))?.name ?? null;
  // Just added, it may not be among the printers yet.
  const [added, setAdded] = useState<string | null>(null);
  if (added !== null && printer?.id === added) setAdded(null);
  const isThere = isNew || printer !== null || entry.asking === added;
  const isOvertaken = useOvertaken(isThere, mayBeOwnDoing(alter));
  const losesJobs = printer !== null && printer.waiting > 0;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Of what is on its way nobody knows yet whether it is done: with what was typed since it would be another printer.
    if (isChanged || add.busy || alter.busy || (!isNew && !printer)) return;
    const setup = enteredPrinter(entry);
    const answer = printer
      ? await alter.run({ printerId: printer.id, seenVersion: seen.value, setup }, { typed: draft.typed() })
      : await add.run({ setup }, { typed: draft.typed() });
    setAttempt((count) => count + 1);
    if (answer.ok) {
      notify(isNew ? `${entry.name} is set up` : `${entry.name} is changed`);
      const id = 'printerId' in answer.value ? answer.value.printerId : entry.asking;
      const version = answer.value.printers.find((one) => one.id === id)?.version ?? entry.version;
      seen.made(version);
      if (isNew) {
        onAdded(id);
        setAdded(id);
        draft.forgetSent(entry, typedOnSince(entry, { id, version }));
        return;
      }
      draft.forgetSent(entry, (typedSince) => ({ ...typedSince, version }));
    }
  }

  if (isOvertaken)
    return (
      <Overtaken
        title={`Change ${entry.name}`}
        words={PRINTER_GONE}
        typed={`${entry.name}, ${entry.address}`}
        onClose={draft.forget}
      />
    );
  return (
    <Dialog title={isNew ? 'Add a printer' : `Change ${printer?.name ?? entry.name}`} onClose={draft.forget}>
      <form className={css.form} noValidate data-draft="true" onSubmit={(event) => void save(event)}>
        <ErrorSummary problems={problems} attempt={attempt} />
        <TooLongToKeep form={draft.form} />
        <PrinterDesk draft={draft} desks={desks} printer={printer} problem={problemOf('printer-desk')} />
        {isNew && <FindPrinters key={entry.at} draft={draft} deskName={deskName} />}
        {isNew && (
          <Segments
            legend="It prints"
            legendShown
            name="printer-kind"
            value={entry.kind}
            onChange={(kind) => change({ kind })}
            choices={KINDS}
          />
        )}
        <TextField
          id="printer-name"
          label="Name"
          hint="By which people know it, such as where it stands."
          problem={problemOf('printer-name')}
          value={entry.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          id="printer-address"
          label="Address"
          hint={addressHint(entry.kind, deskOfEntry(entry) === null ? queues : 'at-desk')}
          problem={problemOf('printer-address')}
          value={entry.address}
          onChange={(event) => change({ address: event.target.value })}
        />
        <SerialFields draft={draft} />
        <AskPrinter draft={draft} mayBecome={isNew && entry.kind !== 'office'} />
        {entry.kind === 'label' && <LabelFields draft={draft} queues={queues} problemOf={problemOf} />}
        {entry.kind === 'ticket' && (
          <Segments
            legend="Width of the roll"
            legendShown
            name="printer-paper"
            value={entry.paperWidthMm}
            onChange={(paperWidthMm) => change({ paperWidthMm })}
            choices={[
              { value: '58', words: '58 mm' },
              { value: '80', words: '80 mm' },
            ]}
          />
        )}
        {losesJobs && (
          <p className={css.warning}>
            {printer.waiting === 1 ? 'One job waits' : `${printer.waiting} jobs wait`} for this printer. With
            another language, size or resolution they are taken off the queue, and are printed again from
            where they came.
          </p>
        )}
        {isChanged && (
          <ChangedMeanwhile
            lines={[setupWords(printer), 'What you typed stays here, and saving puts it in place of that.']}
            onRead={() => {
              change({ version: printer.version ?? 0 });
              seen.read();
            }}
          >
            <div>
              <Button
                onClick={() => {
                  change(entryOfPrinter(printer));
                  seen.read();
                }}
              >
                Leave it as it is set up now
              </Button>
            </div>
          </ChangedMeanwhile>
        )}
        {error && problems.length === 0 && <ErrorNotice error={error} />}
        <div className={css.row}>
          <Button
            type="submit"
            look="main"
            busy={add.busy || alter.busy}
            blocked={(isNew ? mayNotAdd : mayNotChange) ?? (isChanged ? READ_FIRST : null)}
          >
            {isNew ? 'Add the printer' : 'Save the printer'}
          </Button>
          <Button onClick={draft.forget}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function LabelFields(props: {
  draft: Draft<PrinterEntry>;
  queues: QueueSystem;
  problemOf: (fieldId: string) => string | undefined;
}) {
  const { entry, change } = props.draft;
  return (
    <>
      <SelectField
        id="printer-language"
        label="Language"
        problem={props.problemOf('printer-language')}
        value={entry.language}
        onChange={(language) => change({ language })}
      >
        <option value="zpl">ZPL: Zebra and most others</option>
        <option value="epl2">EPL2: older Zebra and Eltron</option>
        <option value="tspl">TSPL: TSC and many smaller makers</option>
        {(props.queues === 'windows' || entry.language === 'pictures') && (
          <option value="pictures">As pictures: by a queue of Windows</option>
        )}
      </SelectField>
      {entry.language === 'pictures' && (
        <p className={css.quiet}>
          Its driver prints each label. In the printing preferences of Windows set the same size of label and
          the same resolution as here, and no scaling; then scan a test label.
        </p>
      )}
      <Segments
        legend="Resolution"
        legendShown
        name="printer-dots"
        value={entry.dotsPerMm}
        onChange={(dotsPerMm) => change({ dotsPerMm })}
        choices={[
          { value: '8', words: '203 dpi' },
          { value: '12', words: '300 dpi' },
        ]}
      />
      <Segments
        legend="The code on a label"
        legendShown
        name="printer-symbol"
        value={entry.symbol}
        onChange={(symbol) => change({ symbol })}
        choices={[
          { value: 'bars', words: 'Bars' },
          { value: 'data-matrix', words: 'Data Matrix' },
        ]}
      />
      {entry.symbol === 'data-matrix' && (
        <p className={css.quiet}>
          A small square, for labels too narrow for bars. Your scanners and the laboratory’s must read it:
          scan the test label with each.
        </p>
      )}
      <div className={css.sides}>
        <TextField
          id="printer-width"
          label="Width of a label"
          hint="Across the roll, in mm"
          inputMode="decimal"
          problem={props.problemOf('printer-width')}
          value={entry.widthMm}
          onChange={(event) => change({ widthMm: event.target.value })}
        />
        <TextField
          id="printer-height"
          label="Height of a label"
          hint="Along the roll, in mm"
          inputMode="decimal"
          problem={props.problemOf('printer-height')}
          value={entry.heightMm}
          onChange={(event) => change({ heightMm: event.target.value })}
        />
      </div>
    </>
  );
}
