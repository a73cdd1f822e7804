// Asks before a desk is shut out, and says what that means there.
import { shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing } from '../../host/use-seen.ts';
import { useSession, useTimeZone } from '../../host/use-session.ts';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './desks.module.css';
import { cutOffWords, printersOut } from './shut-out-words.ts';

/** `desk` as it is now: it may be shut out at another window while this asks. */
export function ShutOutDesk({
  desk,
  onClose,
}: {
  desk: { id: string; name: string; shutOutAtMs: number | null };
  onClose: () => void;
}) {
  const shutOut = useCommand('desks.shutOut');
  const mayNot = useMayNot('desks.shutOut');
  const timeZone = useTimeZone();
  const session = useSession();
  const title = `Shut out ${desk.name}?`;
  if (useOvertaken(desk.shutOutAtMs === null, mayBeOwnDoing(shutOut))) {
    const at = desk.shutOutAtMs === null ? '' : ` at ${shownClockAt(desk.shutOutAtMs, timeZone).time}`;
    const words = `${desk.name} was shut out${at}. The activity says by whom.`;
    return <Overtaken title={title} words={words} onClose={onClose} />;
  }

  async function confirm(): Promise<void> {
    const answer = await shutOut.run({ deskId: desk.id });
    if (!answer.ok) return;
    notify(`${desk.name} is shut out`);
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.form}>
        <p>{cutOffWords(session?.desk?.id === desk.id)}</p>
        {printersOut(desk.id, session?.printers ?? []).map((words) => (
          <p key={words}>{words}</p>
        ))}
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
