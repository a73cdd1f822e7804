// Asks for a reason before something that cannot be undone; names the verb and the object.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import css from './reason-dialog.module.css';

export function ReasonDialog(props: {
  title: string;
  words: string;
  /** What it will do, each in a sentence. */
  consequences?: readonly string[] | undefined;
  confirmWords: string;
  /** What was typed so far: it is kept by whoever shows the dialog, so that nothing typed is lost. */
  reason: string;
  onReason: (reason: string) => void;
  /** Why it cannot be done with this reason; null when it can. */
  problem: string | null;
  /** Why it cannot be done whatever the reason, such as by somebody of this role. */
  blocked?: string | null | undefined;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** What else is to be said about the reason. */
  children?: ReactNode;
}) {
  const { reason } = props;
  const problem = props.blocked ?? props.problem;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) props.onConfirm(reason.trim());
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
          opensFocused
          // What stands there is what is recorded: words that are typed on would be in no record.
          readOnly={props.busy}
          value={reason}
          onChange={(event) => props.onReason(event.target.value)}
        />
        {props.children}
        <div className={css.actions}>
          <Button type="submit" look="danger" blocked={problem} busy={props.busy}>
            {props.confirmWords}
          </Button>
          <Button onClick={props.onClose}>Keep it</Button>
        </div>
      </form>
    </Dialog>
  );
}
