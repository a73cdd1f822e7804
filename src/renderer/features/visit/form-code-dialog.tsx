// Prints labels with the form's code before the laboratory's was read. It takes a reason, which the activity keeps.
import type { VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { LabelPrinterTrouble } from '../../shared/visit/label-printer-trouble.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { visitChanges } from '../../shared/visit/visit-changes.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './label-list.module.css';
import { areSameLabels, onTheirWay, printingObstacle, unprintedOf } from './label-rules.ts';
import type { VisitEntry } from './visit-draft.ts';

const REASONS = ['The line is down', 'The laboratory does not answer', 'The person cannot wait'];

/** The field for the reason, with what is usually the reason at one press. */
export function FormCodeReason(props: {
  reason: string;
  /** It is on its way, and stays as it was sent. */
  isSent: boolean;
  onChange: (reason: string) => void;
}) {
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
            onClick={() => {
              if (!props.isSent) props.onChange(words);
            }}
          >
            {words}
          </Button>
        ))}
      </div>
      <TextField
        label="Why not wait for the laboratory’s code"
        hint="Recorded with the visit"
        readOnly={props.isSent}
        value={props.reason}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </>
  );
}

export function FormCodeDialog(props: {
  visit: VisitDetail;
  draft: Draft<VisitEntry>;
  timeZone: string;
  meanwhile: string;
}) {
  const { visit, draft, timeZone } = props;
  const { change, forget } = draft;
  const reason = draft.entry.formCode;
  const print = useCommand('labels.print');
  const mayNot = useMayNot('labels.print');
  const unprinted = unprintedOf(visit);
  const isPossible = printingObstacle(visit) === null && unprinted.some(({ codeStandsIn }) => codeStandsIn);
  const isOvertaken = useOvertaken(isPossible, mayBeOwnDoing(print));
  const seen = useSeen(visit, {
    isSame: (one, other) => areSameLabels(one, other, ({ state }) => state === 'not-printed'),
    command: print,
  });
  const title = 'Print with the form’s code';
  const problem = mayNot ?? (seen.isChanged ? READ_FIRST : null) ?? reasonProblem(reason);
  async function run(): Promise<void> {
    const input = { visitId: visit.id, formCodeReason: reason.trim() };
    const answer = await print.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    draft.forgetSent(draft.entry);
    notify(onTheirWay(unprinted.length, answer.value.lettersReplaced));
  }
  if (isOvertaken) return <Overtaken title={title} words={props.meanwhile} typed={reason} onClose={forget} />;
  return (
    <Dialog title={title} onClose={forget}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) void run();
        }}
      >
        <FormCodeReason reason={reason} isSent={print.busy} onChange={(formCode) => change({ formCode })} />
        <TooLongToKeep form={draft.form} />
        {seen.isChanged && (
          <ChangedMeanwhile lines={visitChanges(seen.value, visit, timeZone)} onRead={seen.read} />
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <LabelPrinterTrouble />
        <div>
          <Button type="submit" look="main" blocked={problem} busy={print.busy}>
            Print with the form’s code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
