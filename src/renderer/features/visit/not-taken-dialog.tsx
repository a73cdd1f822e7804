// A sample that is not taken: why, and what follows.
import type { LabelView, VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { NOT_TAKEN_REASONS, needsNote } from '../../../domain/sample.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { followUpWords, NOT_TAKEN_WORDS } from '../../shared/visit/sample-words.ts';
import { whoWords } from '../../shared/visit/visit-words.ts';
import { visitChanges } from '../../shared/visit/visit-changes.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { dropUndo, notify } from '../../ui/toast-store.ts';
import css from './label-list.module.css';
import { areSameLabels, mayLackSample, mayLeaveWithout } from './label-rules.ts';
import type { VisitEntry } from './visit-draft.ts';

export function NotTakenDialog(props: {
  visit: VisitDetail;
  /** Null: the visit has no such label any more, or all its labels are meant. */
  label: LabelView | null;
  /** The whole visit ends without a sample. */
  andLeft: boolean;
  draft: Draft<VisitEntry>;
  timeZone: string;
  meanwhile: string;
}) {
  const { visit, label, andLeft, draft, timeZone } = props;
  const { change, forget } = draft;
  const { note } = draft.entry;
  const save = useCommand('visits.sampleNotTaken');
  const mayNot = useMayNot('visits.sampleNotTaken');
  const reason = NOT_TAKEN_REASONS.find((one) => one === draft.entry.notTaken) ?? null;
  const meant = andLeft ? visit.labelList.filter((one) => one.notTaken === null) : label ? [label] : [];
  const codes = meant.flatMap(({ code }) => code ?? []);
  const isPossible = andLeft ? mayLeaveWithout(visit) : label !== null && mayLackSample(visit, label);
  const isOvertaken = useOvertaken(isPossible && meant.length > 0, mayBeOwnDoing(save));
  // A sample that somebody takes meanwhile is not said to be not taken before that is read.
  const seen = useSeen(visit, {
    isSame: (one, other) => areSameLabels(one, other, ({ id }) => andLeft || id === label?.id),
    command: save,
  });
  const title = andLeft ? 'Leaves without a sample' : 'No sample is taken';
  const noted = note.trim();
  const tooShort = noted.length > 0 && noted.length < 3;
  const whyNot =
    mayNot ??
    (seen.isChanged ? READ_FIRST : null) ??
    (reason === null
      ? 'Choose a reason first.'
      : needsNote(reason) && noted === ''
        ? 'Say why in your own words.'
        : tooShort
          ? 'Say a little more, or leave the field empty.'
          : noted === ''
            ? null
            : reasonProblem(noted));

  async function run(): Promise<void> {
    if (reason === null || whyNot !== null) return;
    const input = {
      visitId: visit.id,
      seenVersion: seen.value.version,
      labelIds: meant.map(({ id }) => id),
      provenSeen: seen.value.labelList.flatMap(({ id, provenBy }) => (provenBy === null ? [] : [id])),
      reason,
      note: noted === '' ? null : noted,
      andLeft,
    };
    const answer = await save.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    dropUndo();
    notify(andLeft ? `${whoWords(visit)} left without a sample` : `${whoWords(visit)}: no sample taken`);
    draft.forgetSent(draft.entry);
  }
  if (isOvertaken) return <Overtaken title={title} words={props.meanwhile} typed={note} onClose={forget} />;

  return (
    <Dialog title={title} onClose={forget}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p>
          {visit.person && <strong>{formatName(visit.person)}</strong>}
          {codes.length > 0 && <>, label {codes.join(', ')}</>}
        </p>
        <div className={css.reasons} role="group" aria-label="Why no sample is taken">
          {NOT_TAKEN_REASONS.map((one) => (
            <Button
              key={one}
              size="small"
              aria-pressed={reason === one}
              onClick={() => {
                if (!save.busy) change({ notTaken: one });
              }}
            >
              {NOT_TAKEN_WORDS[one]}
            </Button>
          ))}
        </div>
        {reason !== null && <p role="status">{followUpWords(reason)}</p>}
        <TextField
          label="In your words"
          optional={reason === null || !needsNote(reason)}
          hint="Recorded with the visit"
          readOnly={save.busy}
          value={note}
          onChange={(event) => change({ note: event.target.value })}
        />
        <TooLongToKeep form={draft.form} />
        {seen.isChanged && (
          <ChangedMeanwhile lines={visitChanges(seen.value, visit, timeZone)} onRead={seen.read} />
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div>
          <Button type="submit" look="main" blocked={whyNot} busy={save.busy}>
            {andLeft ? 'Left without a sample' : 'No sample taken'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
