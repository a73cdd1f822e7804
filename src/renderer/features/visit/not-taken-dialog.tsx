// A sample that is not taken: why, and what follows.
import { useState } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { NOT_TAKEN_REASONS, needsNote, type NotTakenReason } from '../../../domain/sample.ts';
import { useCommand } from '../../host/use-command.ts';
import { followUpWords, NOT_TAKEN_WORDS } from '../../shared/visit/sample-words.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { dropUndo, notify } from '../../ui/toast-store.ts';
import css from './label-list.module.css';

export function NotTakenDialog(props: {
  visit: VisitDetail;
  labelIds: readonly string[];
  /** The whole visit ends without a sample. */
  andLeft: boolean;
  onClose: () => void;
}) {
  const { visit, andLeft } = props;
  const save = useCommand('visits.sampleNotTaken');
  const [reason, setReason] = useState<NotTakenReason | null>(null);
  const [note, setNote] = useState('');
  const codes = visit.labelList
    .filter(({ id }) => props.labelIds.includes(id))
    .flatMap(({ code }) => code ?? []);
  const noted = note.trim();
  const tooShort = noted.length > 0 && noted.length < 3;
  const whyNot =
    reason === null
      ? 'Choose a reason first.'
      : needsNote(reason) && noted === ''
        ? 'Say why in your own words.'
        : tooShort
          ? 'Say a little more, or leave the field empty.'
          : noted === ''
            ? null
            : reasonProblem(noted);

  async function run(): Promise<void> {
    if (reason === null || whyNot !== null) return;
    const answer = await save.run({
      visitId: visit.id,
      seenVersion: visit.version,
      labelIds: [...props.labelIds],
      reason,
      note: noted === '' ? null : noted,
      andLeft,
    });
    if (!answer.ok) return;
    dropUndo();
    notify(andLeft ? 'Left without a sample' : 'No sample taken');
    props.onClose();
  }

  return (
    <Dialog title={andLeft ? 'Leaves without a sample' : 'No sample is taken'} onClose={props.onClose}>
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
            <Button key={one} size="small" aria-pressed={reason === one} onClick={() => setReason(one)}>
              {NOT_TAKEN_WORDS[one]}
            </Button>
          ))}
        </div>
        {reason !== null && <p role="status">{followUpWords(reason)}</p>}
        <TextField
          label="In your words"
          optional={reason === null || !needsNote(reason)}
          hint="Recorded with the visit"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {save.error && <ErrorNotice error={save.error} />}
        <div>
          <Button type="submit" look="main" blocked={whyNot} busy={save.busy}>
            {andLeft ? 'Left without a sample' : 'No sample taken'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
