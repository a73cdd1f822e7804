// Puts a patient on a registration, or another one in place of the one it has: both identities side by side first.
import { UserRoundCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import type { PersonView } from '../../../contract/views.ts';
import { shownOf } from '../../../domain/identity.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ComparePeople } from '../../shared/people/compare-people.tsx';
import { PersonChooser } from '../../shared/people/person-chooser.tsx';
import { renamedWords } from '../../shared/people/renamed-words.ts';
import { isSamePerson } from '../../shared/people/same-person.ts';
import { useChosenPerson } from '../../shared/people/use-chosen-person.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { whyNotAssigned, assignedSince } from './asked-words.ts';
import type { RequestDraft } from './request-draft.ts';
import css from './registrations.module.css';

export function AssignDialog(props: {
  registration: RegistrationDetailView;
  /** What was asked about it; null while that is read. */
  requests: RegistrationRequests | null;
  today: string;
  draft: RequestDraft;
}) {
  const { registration, today } = props;
  const { entry, change, forget: onClose } = props.draft;
  const assign = useCommand('registrations.assign');
  const cutOff = useWhyCutOff();
  // The appointment may say already whose it is: they are shown first, and somebody else can be chosen.
  const appointed = registration.appointment?.known?.person ?? null;
  const [picked, setPicked] = useState<PersonView | null>(registration.person ? null : appointed);
  const person = useChosenPerson(picked, assign);
  const chosen = person.value;
  const timeZone = useTimeZone();
  const present = registration.person;
  // Another person who is put on it meanwhile is shown beside the one who was chosen, and not replaced unseen.
  const version = props.requests?.version ?? 0;
  const stands = useMemo(() => ({ person: present, version }), [present, version]);
  const seen = useSeen(stands, {
    isSame: (one, other) => isSamePerson(one.person, other.person),
    command: assign,
  });
  const isTheirs = chosen !== null && present?.id === chosen.id;
  const isOvertaken = useOvertaken(!registration.contested && !isTheirs, mayBeOwnDoing(assign));
  const code = registration.trfCode ?? 'this registration';
  const changes = [
    ...assignedSince(seen.value.version, props.requests, timeZone),
    present ? `The patient of ${code} is ${formatName(present)} now.` : `${code} has no patient now.`,
  ];
  if (isOvertaken)
    return (
      <Overtaken
        title={`Who is ${code} for?`}
        words={[...changes, whyNotAssigned(registration) ?? ''].join(' ').trim()}
        onClose={onClose}
      />
    );
  const changed = (seen.isChanged || person.isChanged) && (
    <ChangedMeanwhile
      lines={[
        ...(seen.isChanged ? changes : []),
        ...(person.isChanged && chosen && person.now ? renamedWords(chosen, person.now, today) : []),
      ]}
      onRead={() => {
        seen.read();
        person.read();
      }}
    />
  );

  async function run(person: PersonView): Promise<void> {
    const input = {
      registrationId: registration.id,
      patientId: person.id,
      chosenAs: shownOf(person),
      seenPatientId: seen.value.person?.id ?? null,
    };
    const answer = await assign.run(input, { typed: props.draft.typed() });
    if (!answer.ok) return;
    notify(`${formatName(person)} is the patient of ${code}`);
    seen.made({ person, version: seen.value.version });
    props.draft.forgetSent(entry);
  }

  if (!chosen) {
    return (
      <Dialog title={present ? `Who is ${code} for instead?` : `Who is ${code} for?`} onClose={onClose}>
        {changed}
        <TooLongToKeep form={props.draft.form} />
        <PersonChooser
          typed={entry.person}
          onTyped={(person) => change({ person })}
          onChosen={setPicked}
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
          {cutOff && <li>{`${cutOff.why}: it learns of this once ${cutOff.until}.`}</li>}
        </ul>
        {!present && appointed?.id === chosen.id && (
          <p className={css.quiet}>
            The appointment of {code} is for {formatName(chosen)}.
          </p>
        )}
        {changed}
        {seen.error && person.error && <ErrorNotice error={seen.error} />}
        <div className={css.actions}>
          <Button
            look={present ? 'danger' : 'main'}
            icon={<UserRoundCheck />}
            busy={assign.busy}
            blocked={changed ? READ_FIRST : null}
            onClick={() => void run(chosen)}
          >
            {present ? `Assign ${formatName(chosen)} instead` : 'Assign patient'}
          </Button>
          <Button onClick={() => setPicked(null)}>Choose somebody else</Button>
        </div>
      </div>
    </Dialog>
  );
}
