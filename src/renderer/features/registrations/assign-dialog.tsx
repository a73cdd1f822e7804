// Puts a patient on a registration, or another one in place of the one it has: both identities side by side first.
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ComparePeople } from '../../shared/people/compare-people.tsx';
import { PersonChooser } from '../../shared/people/person-chooser.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { RequestDraft } from './request-draft.ts';
import css from './registrations.module.css';

export function AssignDialog(props: {
  registration: RegistrationDetailView;
  today: string;
  draft: RequestDraft;
}) {
  const { registration, today } = props;
  const { entry, change, forget: onClose } = props.draft;
  const assign = useCommand('registrations.assign');
  const isCutOff = useCutOff();
  // The appointment may say already whose it is: they are shown first, and somebody else can be chosen.
  const appointed = registration.appointment?.known?.person ?? null;
  const [chosen, setChosen] = useState<PersonView | null>(registration.person ? null : appointed);
  // What stood here when the dialog was opened: a change meanwhile must be noticed, and not confirmed unseen.
  const [present] = useState(registration.person);
  const code = registration.trfCode ?? 'this registration';

  async function run(person: PersonView): Promise<void> {
    const answer = await assign.run({
      registrationId: registration.id,
      patientId: person.id,
      seenPatientId: present?.id ?? null,
    });
    if (!answer.ok) return;
    notify(`${formatName(person)} is the patient of ${code}`);
    onClose();
  }

  if (!chosen) {
    return (
      <Dialog title={present ? `Who is ${code} for instead?` : `Who is ${code} for?`} onClose={onClose}>
        <TooLongToKeep form={props.draft.form} />
        <PersonChooser
          typed={entry.person}
          onTyped={(person) => change({ person })}
          onChosen={setChosen}
          takesFocus
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={present ? `Take ${code} from ${formatName(present)}?` : `Assign ${formatName(chosen)}?`}
      onClose={onClose}
    >
      <div className={css.dialog} data-draft="true">
        <ComparePeople
          now={present && { title: 'Patient now', person: present }}
          then={{ title: present ? 'Patient from now on' : 'Patient', person: chosen }}
          today={today}
        />
        <ul className={css.consequences}>
          <li>
            The laboratory is told whose sample {code} is. This cannot be taken back here, only changed again.
          </li>
          {present && (
            <li>
              An identity that was confirmed for {formatName(present)} stops being good, labels that wait are
              not printed, and labels that were printed must be destroyed.
            </li>
          )}
          {present && registration.resultsReady && (
            <li>
              The laboratory has results already: they will be shown as results of {formatName(chosen)}.
            </li>
          )}
          {isCutOff && <li>The service cannot be reached: it learns of this when it can.</li>}
        </ul>
        {!present && appointed?.id === chosen.id && (
          <p className={css.quiet}>
            The appointment of {code} is for {formatName(chosen)}.
          </p>
        )}
        {assign.error && <ErrorNotice error={assign.error} />}
        <div className={css.actions}>
          <Button
            look={present ? 'danger' : 'main'}
            icon={<UserRoundCheck />}
            busy={assign.busy}
            onClick={() => void run(chosen)}
          >
            {present ? `Assign ${formatName(chosen)} instead` : 'Assign patient'}
          </Button>
          <Button onClick={() => setChosen(null)}>Choose somebody else</Button>
        </div>
      </div>
    </Dialog>
  );
}
