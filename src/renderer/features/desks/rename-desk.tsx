// Gives a desk another name. What was done there before keeps the old one in the activity.
import { useState } from 'react';
import { deskNameOf } from '../../../domain/pairing.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './desks.module.css';
import { useRenameDraft } from './rename-draft.ts';

/** `desk` as it is now; null: there is no such desk any more. */
export function RenameDesk({
  deskId,
  desk,
}: {
  deskId: string;
  desk: { readonly name: string; readonly shutOutAtMs: number | null } | null;
}) {
  const draft = useRenameDraft(deskId);
  const { before, name } = draft.entry;
  const rename = useCommand('desks.rename');
  const mayNot = useMayNot('desks.rename');
  const [tried, setTried] = useState(false);
  const isOvertaken = useOvertaken(desk !== null && desk.shutOutAtMs === null, mayBeOwnDoing(rename));
  const seen = useSeen(desk?.name ?? before, {
    // What stands in the form is no other's change: it was sent from here, and the window read anew before the answer.
    isSame: (one, now) => one === now || now === deskNameOf(name),
    command: rename,
    before,
  });
  const title = `Rename ${before}`;
  if (isOvertaken)
    return (
      <Overtaken
        title={title}
        words={`${desk?.name ?? before} was shut out. The activity says by whom.`}
        typed={name === before ? '' : name}
        onClose={draft.forget}
      />
    );
  const { error } = seen;
  const isTaken = error?.kind === 'conflict' && error.reason === 'duplicate';
  const problem = isTaken
    ? 'Another desk has this name. Enter another one.'
    : tried && deskNameOf(name) === null
      ? 'Enter a name of at most 40 characters, other than “site” and “site desk”'
      : undefined;

  async function save(): Promise<void> {
    setTried(true);
    const made = deskNameOf(name);
    if (made === null || seen.isChanged || rename.busy) return;
    const answer = await rename.run({ deskId, seenName: seen.value, name }, { typed: draft.typed() });
    if (!answer.ok) return;
    notify(`${before} is called ${made} now`);
    seen.made(made);
    draft.forgetSent(draft.entry, (typedSince) => ({ ...typedSince, before: made }));
  }

  /** A name that was not touched here becomes the one that it has now; what was typed stays. */
  function read(): void {
    const now = desk?.name ?? before;
    draft.change({ before: now, ...(name === before ? { name: now } : {}) });
    seen.read();
  }

  return (
    <Dialog title={title} onClose={draft.forget}>
      <form
        className={css.form}
        data-draft={name !== before}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && !isTaken && <ErrorNotice error={error} />}
        <TooLongToKeep form={draft.form} />
        <TextField
          label="Name of the desk"
          value={name}
          maxLength={40}
          problem={problem}
          onChange={(event) => draft.change({ name: event.target.value })}
        />
        {seen.isChanged && desk !== null && (
          <ChangedMeanwhile lines={[`It is called ${desk.name} now.`]} onRead={read} />
        )}
        <div>
          <Button
            type="submit"
            look="main"
            busy={rename.busy}
            blocked={mayNot ?? (seen.isChanged ? READ_FIRST : null)}
          >
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
