// Asks for a reason before something that cannot be undone; names the verb and the object.
import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import css from './reason-dialog.module.css';

const SHORTEST_REASON = 3;

export function ReasonDialog(props: {
  title: string;
  words: string;
  /** What it will do, each in a sentence. */
  consequences?: readonly string[] | undefined;
  confirmWords: string;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const ready = reason.trim().length >= SHORTEST_REASON;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) props.onConfirm(reason.trim());
        }}
      >
        <p>{props.words}</p>
        {props.consequences !== undefined && (
          <ul className={css.consequences}>
            {props.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        )}
        <TextField
          label="Reason"
          hint="Recorded"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className={css.actions}>
          <Button
            type="submit"
            look="danger"
            blocked={ready ? null : 'Give a reason first, in a word or two.'}
            busy={props.busy}
          >
            {props.confirmWords}
          </Button>
          <Button onClick={props.onClose}>Keep it</Button>
        </div>
      </form>
    </Dialog>
  );
}
