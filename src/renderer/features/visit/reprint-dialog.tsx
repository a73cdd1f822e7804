// Prints a label once more, with the reason.
import type { LabelView, VisitDetail } from '../../../contract/views.ts';
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
import { FormCodeReason } from './form-code-dialog.tsx';
import css from './label-list.module.css';
import { areSameLabels, isReprintable, onTheirWay } from './label-rules.ts';
import type { VisitEntry } from './visit-draft.ts';

/** What the desk itself asks for needs no words of the person. */
function reasonAtHand({ overtakenBy, oldFormCode }: LabelView): string {
  if (overtakenBy !== null) return 'The laboratory’s code came later';
  return oldFormCode === null ? '' : 'The form’s code has changed';
}

const REASONS = ['Label damaged', 'Label did not come out', 'Bar code cannot be read', 'Label lost'];

export function ReprintDialog(props: {
  visit: VisitDetail;
  /** Null: the visit has no such label any more. */
  label: LabelView | null;
  draft: Draft<VisitEntry>;
  timeZone: string;
  meanwhile: string;
}) {
  const { visit, label, draft, timeZone } = props;
  const { entry, change, forget } = draft;
  const print = useCommand('labels.print');
  const mayNot = useMayNot('labels.print');
  const labelId = entry.labelId;
  const seen = useSeen(visit, {
    isSame: (one, other) => areSameLabels(one, other, (each) => each.id === labelId),
    command: print,
  });
  const seenJobId = seen.value.labelList.find((each) => each.id === labelId)?.jobId ?? null;
  // Printed again at another window meanwhile, it is not printed once more by a dialog that was open before.
  const isPossible = label !== null && isReprintable(label) && label.jobId === seenJobId;
  const isOvertaken = useOvertaken(isPossible, mayBeOwnDoing(print));
  const title = `Reprint the label ${label?.code ?? ''}`.trim();
  if (label === null || isOvertaken)
    return <Overtaken title={title} words={props.meanwhile} typed={entry.reprint ?? ''} onClose={forget} />;
  const { id, overtakenBy, codeStandsIn } = label;
  const reason = entry.reprint ?? reasonAtHand(label);
  const problem =
    mayNot ??
    (seen.isChanged ? READ_FIRST : null) ??
    reasonProblem(reason) ??
    (codeStandsIn ? reasonProblem(entry.formCode) : null);

  async function run(): Promise<void> {
    const input = {
      visitId: visit.id,
      labelId: id,
      seenJobId,
      reprintReason: reason.trim(),
      formCodeReason: codeStandsIn ? entry.formCode.trim() : null,
    };
    const answer = await print.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    draft.forgetSent(entry);
    notify(onTheirWay(1, answer.value.lettersReplaced));
  }
  return (
    <Dialog title={title} onClose={forget}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) void run();
        }}
      >
        {overtakenBy === null ? (
          <p>Destroy the first label if there is one: two labels with one code end up on two tubes.</p>
        ) : (
          <p>
            The new label carries the laboratory’s code, <code>{overtakenBy}</code>. Stick it on the same tube
            in place of the first one, and destroy that.
          </p>
        )}
        <div className={css.reasons}>
          {REASONS.map((words) => (
            <Button
              key={words}
              size="small"
              aria-pressed={reason === words}
              onClick={() => {
                if (!print.busy) change({ reprint: words });
              }}
            >
              {words}
            </Button>
          ))}
        </div>
        <TextField
          label="Reason for the reprint"
          hint="Recorded with the visit"
          readOnly={print.busy}
          value={reason}
          onChange={(event) => change({ reprint: event.target.value })}
        />
        {codeStandsIn && (
          <FormCodeReason
            reason={entry.formCode}
            isSent={print.busy}
            onChange={(formCode) => change({ formCode })}
          />
        )}
        <TooLongToKeep form={draft.form} />
        {seen.isChanged && (
          <ChangedMeanwhile lines={visitChanges(seen.value, visit, timeZone)} onRead={seen.read} />
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <LabelPrinterTrouble />
        <div>
          <Button type="submit" look="main" blocked={problem} busy={print.busy}>
            Reprint this label
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
