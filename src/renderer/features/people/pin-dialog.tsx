// Gives somebody a new PIN, the first one or in place of one that is lost.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useCommand } from '../../host/use-command.ts';
import { NewPinFields, NO_PIN } from '../../shared/staff/new-pin-fields.tsx';
import { newPinProblems } from '../../shared/staff/staff-problems.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './people.module.css';
import { typingOf, useSecretDraft } from './secret-draft.ts';

export function PinDialog(props: {
  person: Pick<Output<'staff.people'>['items'][number], 'initials' | 'name' | 'hasPin'>;
}) {
  const { initials, name, hasPin } = props.person;
  const draft = useSecretDraft('pin', initials);
  const setPin = useCommand('staff.setPin');
  const mayNot = useMayNot('staff.setPin');
  const [newPin, setNewPin] = useState(NO_PIN);
  const [attempt, setAttempt] = useState(0);
  const problems = newPinProblems('person', newPin);
  const shown = attempt > 0 ? problems : [];

  async function save(): Promise<void> {
    setAttempt((count) => count + 1);
    if (problems.length > 0) return;
    const answer = await setPin.run({ initials, pin: newPin.pin }, { typed: draft.typed() });
    if (!answer.ok) return;
    notify(`${initials} has a new PIN`);
    // What was typed since stands in a form that was not sent yet.
    setAttempt(0);
    draft.forgetSent(draft.entry);
  }

  return (
    <Dialog title={`New PIN for ${initials}`} onClose={draft.forget}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>
          {name} signs in with it from now on.
          {hasPin && ' The old PIN is no longer good, and whoever is signed in with it is signed out.'}
        </p>
        <ErrorSummary problems={shown} attempt={attempt} />
        {setPin.error && <ErrorNotice error={setPin.error} />}
        <NewPinFields
          id="person"
          entry={newPin}
          problemOf={(fieldId) => shown.find((problem) => problem.fieldId === fieldId)?.words}
          doubt={
            draft.entry.typing !== '' && newPin.pin === '' && newPin.again === ''
              ? 'The PIN is not kept: type it again.'
              : undefined
          }
          onChange={(typed) => {
            setNewPin(typed);
            draft.change({ typing: typingOf(typed.pin !== '' || typed.again !== '') });
          }}
        />
        <div>
          <Button type="submit" look="main" icon={<KeyRound />} busy={setPin.busy} blocked={mayNot}>
            Set the PIN
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
