// Prints labels with the form's code before the laboratory's was read. It takes a reason, which the activity keeps.
import { useState } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './label-list.module.css';

const REASONS = ['The line is down', 'The laboratory does not answer', 'The person cannot wait'];

/** The field for the reason, with what is usually the reason at one press. */
export function FormCodeReason(props: { reason: string; onChange: (reason: string) => void }) {
  return (
    <>
      <p>
        The laboratory’s code for the label could not be read. The label can carry the code of the form in its
        place. When the laboratory’s code comes and is another one, the visit says so, and the label has to be
        printed again.
      </p>
      <div className={css.reasons}>
        {REASONS.map((words) => (
          <Button
            key={words}
            size="small"
            aria-pressed={props.reason === words}
            onClick={() => props.onChange(words)}
          >
            {words}
          </Button>
        ))}
      </div>
      <TextField
        label="Why not wait for the laboratory’s code"
        hint="Recorded with the visit"
        value={props.reason}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </>
  );
}

export function FormCodeDialog(props: { visit: VisitDetail; onPrinted: () => void; onClose: () => void }) {
  const print = useCommand('labels.print');
  const [reason, setReason] = useState('');
  async function run(): Promise<void> {
    const answer = await print.run({ visitId: props.visit.id, formCodeReason: reason.trim() });
    if (answer.ok) props.onPrinted();
  }
  return (
    <Dialog title="Print with the form’s code" onClose={props.onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reasonProblem(reason) === null) void run();
        }}
      >
        <FormCodeReason reason={reason} onChange={setReason} />
        {print.error && <ErrorNotice error={print.error} />}
        <div>
          <Button type="submit" look="main" blocked={reasonProblem(reason)} busy={print.busy}>
            Print with the form’s code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
