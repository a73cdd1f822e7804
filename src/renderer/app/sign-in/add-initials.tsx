// Adds somebody who works here, on a desk where people choose who they are; everything they do is recorded under their
// initials.
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { inCapitals } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { initialsProblems, nameProblems, takenProblems } from '../../shared/staff/staff-problems.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './add-initials.module.css';
import type { NewMember } from './new-member.ts';

export function AddInitials({
  draft,
  onAdded,
}: {
  draft: Draft<NewMember>;
  onAdded: (initials: string) => void;
}) {
  const add = useCommand('staff.add');
  const mayNot = useMayNot('staff.add');
  const { initials, name } = draft.entry;
  const [attempt, setAttempt] = useState(0);
  const people = useQuery('staff.list', {}).value?.items ?? [];
  const problems = [
    ...initialsProblems('staff-initials', initials),
    ...takenProblems('staff-initials', { initials, name }, people),
    ...nameProblems('staff-name', name),
  ];
  // Whoever is being added may stand in the list before the answer is here.
  const shown = attempt > 0 && !add.busy ? problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    shown.find((problem) => problem.fieldId === fieldId)?.words;

  async function save(): Promise<void> {
    setAttempt((count) => count + 1);
    if (problems.length > 0) return;
    const answer = await add.run({ initials: initials.trim(), name: name.trim() }, { typed: draft.typed() });
    if (!answer.ok) return;
    draft.forget();
    onAdded(answer.value.initials);
  }

  return (
    <Dialog title="Add initials" onClose={draft.forget}>
      <form
        className={css.form}
        data-draft={initials !== '' || name !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ErrorSummary problems={shown} attempt={attempt} />
        {add.error && <ErrorNotice error={add.error} />}
        <TextField
          id="staff-initials"
          label="Initials"
          value={initials}
          maxLength={4}
          problem={problemOf('staff-initials')}
          onChange={(event) => draft.change({ initials: inCapitals(event.target.value) })}
        />
        <TextField
          id="staff-name"
          label="Name"
          value={name}
          problem={problemOf('staff-name')}
          onChange={(event) => draft.change({ name: event.target.value })}
        />
        <TooLongToKeep form={draft.form} />
        <div>
          <Button type="submit" look="main" icon={<UserPlus />} busy={add.busy} blocked={mayNot}>
            Add and work as this person
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
