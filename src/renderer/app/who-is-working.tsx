// Chooses who works at this window; every change is recorded under their initials. "Desk" until people are set up.
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { inCapitals } from '../../domain/person-name.ts';
import { NOBODY_IN_PARTICULAR, useActor } from '../host/actor.ts';
import { useCommand } from '../host/use-command.ts';
import { useQuery } from '../host/use-query.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/checks.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TooLongToKeep } from '../shared/drafts/too-long-to-keep.tsx';
import { useDraft, type Draft } from '../shared/drafts/use-draft.ts';
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import type { FieldProblem } from '../ui/field-problem.ts';
import { TextField } from '../ui/field.tsx';
import css from './who-is-working.module.css';

const ADD = '+';

interface NewMember {
  readonly isOpen: boolean;
  readonly initials: string;
  readonly name: string;
}
const NOBODY_NEW: NewMember = { isOpen: false, initials: '', name: '' };

export function WhoIsWorking() {
  const { initials, work } = useActor();
  const staff = useQuery('staff.list', {}).value?.items ?? [];
  const draft = useDraft('initials', NOBODY_NEW);
  const unknown = initials !== NOBODY_IN_PARTICULAR && !staff.some((member) => member.initials === initials);
  return (
    <>
      <SelectField
        label="Who is working"
        labelHidden
        value={initials}
        onChange={(value) => (value === ADD ? draft.change({ isOpen: true }) : work(value))}
      >
        <option value={NOBODY_IN_PARTICULAR}>{NOBODY_IN_PARTICULAR}</option>
        {unknown && <option value={initials}>{initials}</option>}
        {staff.map((member) => (
          <option key={member.initials} value={member.initials}>
            {member.initials} · {member.name}
          </option>
        ))}
        <option value={ADD}>Add initials…</option>
      </SelectField>
      {draft.entry.isOpen && <AddInitials draft={draft} onAdded={work} />}
    </>
  );
}

function AddInitials({ draft, onAdded }: { draft: Draft<NewMember>; onAdded: (initials: string) => void }) {
  const add = useCommand('staff.add');
  const { initials, name } = draft.entry;
  const [attempt, setAttempt] = useState(0);
  const problems: FieldProblem[] = [];
  if (!/^\p{L}{2,4}$/u.test(initials.trim())) {
    problems.push({ fieldId: 'staff-initials', words: 'Enter two to four letters as initials' });
  }
  if (name.trim() === '') problems.push({ fieldId: 'staff-name', words: 'Enter the name' });
  const shown = attempt > 0 ? problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    shown.find((problem) => problem.fieldId === fieldId)?.words;

  async function save(): Promise<void> {
    setAttempt((count) => count + 1);
    if (problems.length > 0) return;
    const answer = await add.run({ initials: initials.trim(), name: name.trim() });
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
          <Button type="submit" look="main" icon={<UserPlus />} busy={add.busy}>
            Add and work as this person
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
