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
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import type { FieldProblem } from '../ui/field-problem.ts';
import { TextField } from '../ui/field.tsx';
import css from './who-is-working.module.css';

const ADD = '+';

export function WhoIsWorking() {
  const { initials, work } = useActor();
  const staff = useQuery('staff.list', {}).value?.items ?? [];
  const [adding, setAdding] = useState(false);
  const unknown = initials !== NOBODY_IN_PARTICULAR && !staff.some((member) => member.initials === initials);
  return (
    <>
      <SelectField
        label="Who is working"
        labelHidden
        value={initials}
        onChange={(value) => (value === ADD ? setAdding(true) : work(value))}
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
      {adding && <AddInitials onDone={(added) => (setAdding(false), added !== null && work(added))} />}
    </>
  );
}

function AddInitials({ onDone }: { onDone: (initials: string | null) => void }) {
  const add = useCommand('staff.add');
  const [initials, setInitials] = useState('');
  const [name, setName] = useState('');
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
    if (answer.ok) onDone(answer.value.initials);
  }

  return (
    <Dialog title="Add initials" onClose={() => onDone(null)}>
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
          onChange={(event) => setInitials(inCapitals(event.target.value))}
        />
        <TextField
          id="staff-name"
          label="Name"
          value={name}
          problem={problemOf('staff-name')}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Button type="submit" look="main" icon={<UserPlus />} busy={add.busy}>
            Add and work as this person
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
