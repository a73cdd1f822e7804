// Gives a desk another name. What was done there before keeps the old one in the activity.
import { useState } from 'react';
import { deskNameOf } from '../../../domain/pairing.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './desks.module.css';

export function RenameDesk({ desk, onClose }: { desk: { id: string; name: string }; onClose: () => void }) {
  const rename = useCommand('desks.rename');
  const mayNot = useMayNot('desks.rename');
  const [name, setName] = useState(desk.name);
  const [tried, setTried] = useState(false);
  const isTaken = rename.error?.kind === 'conflict';
  const problem = isTaken
    ? 'Another desk has this name. Enter another one.'
    : tried && deskNameOf(name) === null
      ? 'Enter a name of at most 40 characters, other than “site”'
      : undefined;

  async function save(): Promise<void> {
    setTried(true);
    if (deskNameOf(name) === null) return;
    const answer = await rename.run({ deskId: desk.id, name });
    if (!answer.ok) return;
    notify(`${desk.name} is called ${name.trim()} now`);
    onClose();
  }

  return (
    <Dialog title={`Rename ${desk.name}`} onClose={onClose}>
      <form
        className={css.form}
        data-draft={name !== desk.name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {rename.error && !isTaken && <ErrorNotice error={rename.error} />}
        <TextField
          label="Name of the desk"
          value={name}
          maxLength={40}
          problem={problem}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Button type="submit" look="main" busy={rename.busy} blocked={mayNot}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
