// Asks before a printer is removed, and says what becomes of the jobs that wait for it.
import type { PrinterView } from '../../../contract/printers.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useLast } from '../../ui/use-last.ts';
import { isSamePrinter, PRINTER_GONE, printerChanges, removalWords } from './printer-changes.ts';
import css from './printers.module.css';

/** `printer` null: it is not there any more. */
export function RemovePrinter(props: { printer: PrinterView | null; onClose: () => void }) {
  const last = useLast(props.printer);
  return last && <Asking {...props} last={last} />;
}

function Asking(props: { printer: PrinterView | null; last: PrinterView; onClose: () => void }) {
  const { printer, last, onClose } = props;
  const remove = useCommand('printers.remove', { repeatable: true });
  const mayNot = useMayNot('printers.remove');
  const seen = useSeen(last, {
    isSame: (one, other) => isSamePrinter(one, other) && one.waiting === other.waiting,
    command: remove,
  });
  const title = `Remove ${last.name}?`;
  if (useOvertaken(printer !== null, mayBeOwnDoing(remove)))
    return <Overtaken title={title} words={PRINTER_GONE} onClose={onClose} />;

  async function confirm(): Promise<void> {
    const answer = await remove.run({
      printerId: last.id,
      seenVersion: seen.value.version ?? 0,
      waitingSeen: seen.value.waiting,
    });
    if (!answer.ok) return;
    notify(`${last.name} is removed`);
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.form}>
        <p>{removalWords(last)}</p>
        {seen.isChanged && <ChangedMeanwhile lines={printerChanges(seen.value, last)} onRead={seen.read} />}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div className={css.row}>
          <Button
            look="danger"
            busy={remove.busy}
            blocked={mayNot ?? (seen.isChanged ? READ_FIRST : null)}
            onClick={() => void confirm()}
          >
            Remove this printer
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
