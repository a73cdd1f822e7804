// Makes the first site manager of a desk: who it is, and their PIN.
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { inCapitals } from '../../../domain/person-name.ts';
import { useActor } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useQuery } from '../../host/use-query.ts';
import { NewPinFields, NO_PIN } from '../../shared/staff/new-pin-fields.tsx';
import {
  initialsProblems,
  nameProblems,
  newPinProblems,
  takenProblems,
} from '../../shared/staff/staff-problems.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './lock-screen.module.css';

/**
 * `onPutOff`: the desk may go on without one for now; null: it may not. `onSending` is told when the form is sent, and when there is
 * an answer.
 */
export function SetUpForm({
  onPutOff,
  onSending,
}: {
  onPutOff: (() => void) | null;
  onSending: (sending: boolean) => void;
}) {
  const desk = useDesk();
  const setUp = useCommand('staff.setUp');
  const [name, setName] = useState('');
  const [initials, setInitials] = useState('');
  const [newPin, setNewPin] = useState(NO_PIN);
  const [attempt, setAttempt] = useState(0);

  const known = useQuery('staff.list', {}).value?.items ?? [];
  const problems = [
    ...nameProblems('first-name-of-manager', name, 'Enter your name'),
    ...initialsProblems('first-initials', initials),
    ...takenProblems('first-initials', { initials, name }, known),
    ...newPinProblems('first', newPin),
  ];
  // Whoever is being made the manager stands in the list before the answer is here.
  const shown = attempt > 0 && !setUp.busy ? problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    shown.find((problem) => problem.fieldId === fieldId)?.words;

  async function save(): Promise<void> {
    setAttempt((count) => count + 1);
    if (problems.length > 0) return;
    onSending(true);
    const answer = await setUp.run({ name: name.trim(), initials: initials.trim(), pin: newPin.pin });
    if (answer.ok && answer.value.kind === 'signed-in') {
      useActor.getState().signedIn(answer.value.person.initials, answer.value.handle);
    }
    // Also after a refusal: somebody else may have been first, and then there is somebody to sign in as.
    desk.resynchronise();
    onSending(false);
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        From now on everybody signs in here with a PIN of their own. Make yourself the site manager: you then
        add the others and give them their PINs, under “People”.
        {known.length > 0 &&
          ' Whoever is known here already keeps their initials: enter them and your name as they stand here.'}
      </p>
      <ErrorSummary problems={shown} attempt={attempt} />
      {setUp.error && <ErrorNotice error={setUp.error} />}
      <TextField
        id="first-name-of-manager"
        label="Your name"
        opensFocused
        value={name}
        maxLength={80}
        problem={problemOf('first-name-of-manager')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        id="first-initials"
        label="Your initials"
        value={initials}
        maxLength={4}
        problem={problemOf('first-initials')}
        onChange={(event) => setInitials(inCapitals(event.target.value))}
      />
      <NewPinFields id="first" entry={newPin} problemOf={problemOf} onChange={setNewPin} />
      <div className={css.actions}>
        <Button type="submit" look="main" size="large" icon={<ShieldCheck />} busy={setUp.busy}>
          Make me the site manager
        </Button>
        {onPutOff !== null && (
          <Button size="large" onClick={onPutOff}>
            Not now
          </Button>
        )}
      </div>
      {onPutOff !== null && (
        <p className={css.quiet}>
          Until somebody does, this desk goes on as before: anybody may work under any initials.
        </p>
      )}
    </form>
  );
}
