// Asks before a printer is removed, and says what becomes of the jobs that wait for it.
import { useState } from 'react';
import type { PrinterView } from '../../../contract/printers.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './printers.module.css';

export function RemovePrinter(props: { printer: PrinterView; onClose: () => void }) {
  const { printer, onClose } = props;
  const remove = useCommand('printers.remove', { repeatable: true });
  const mayNot = useMayNot('printers.remove');
  // What the person was told, until they were told of a change.
  const [seen, setSeen] = useState({ version: printer.version ?? 0, waiting: printer.waiting });

  async function confirm(): Promise<void> {
    const answer = await remove.run({
      printerId: printer.id,
      seenVersion: seen.version,
      waitingSeen: seen.waiting,
    });
    if (answer.ok) {
      notify(`${printer.name} is removed`);
      onClose();
    } else if (answer.error.kind === 'conflict') {
      setSeen({ version: printer.version ?? 0, waiting: printer.waiting });
    }
  }

  return (
    <Dialog title={`Remove ${printer.name}?`} onClose={onClose}>
      <div className={css.form}>
        <p>
          {seen.waiting === 0
            ? 'Nothing waits for this printer.'
            : `${seen.waiting === 1 ? 'One job waits' : `${seen.waiting} jobs wait`} for this printer. Nothing of ${seen.waiting === 1 ? 'it' : 'them'} was sent: ${seen.waiting === 1 ? 'it is' : 'they are'} taken off the queue, and can be printed on another printer from where ${seen.waiting === 1 ? 'it' : 'they'} came.`}{' '}
          What it printed stays in the print queue’s list.
        </p>
        {remove.error && <ErrorNotice error={remove.error} />}
        <div className={css.row}>
          <Button look="danger" busy={remove.busy} blocked={mayNot} onClick={() => void confirm()}>
            Remove this printer
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
