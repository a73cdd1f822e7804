// Asks before a desk is shut out, and says what that means there.
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './desks.module.css';

export function ShutOutDesk({ desk, onClose }: { desk: { id: string; name: string }; onClose: () => void }) {
  const shutOut = useCommand('desks.shutOut');
  const mayNot = useMayNot('desks.shutOut');

  async function confirm(): Promise<void> {
    const answer = await shutOut.run({ deskId: desk.id });
    if (!answer.ok) return;
    notify(`${desk.name} is shut out`);
    onClose();
  }

  return (
    <Dialog title={`Shut out ${desk.name}?`} onClose={onClose}>
      <div className={css.form}>
        <p>
          Its windows are cut off at once, whoever is signed in there is signed out, and it sees and does
          nothing here any more. What was saved there stays. The desk can be added again with a new code.
        </p>
        {shutOut.error && <ErrorNotice error={shutOut.error} />}
        <div className={css.row}>
          <Button look="danger" busy={shutOut.busy} blocked={mayNot} onClick={() => void confirm()}>
            Shut this desk out
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
