// Assigns a patient to a registration. This cannot be undone, so it is confirmed with name, date of birth and code
// shown.
import { UserRoundCheck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { PersonView, VisitDetail } from '../../../contract/views.ts';
import { shownOf } from '../../../domain/identity.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken } from '../../shared/drafts/overtaken.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { birthWords, genderWords } from '../../shared/people/person-line.tsx';
import { renamedWords } from '../../shared/people/renamed-words.ts';
import { useChosenPerson } from '../../shared/people/use-chosen-person.ts';
import { meanwhileWords } from '../../shared/visit/meanwhile-words.ts';
import { notify } from '../../ui/toast-store.ts';
import css from './visit.module.css';

/** Nothing while no patient is missing; whoever had chosen one by then is told who is it now. */
export function AssignPanel(props: {
  visit: VisitDetail;
  today: string;
  timeZone: string;
  choosePerson: (onChosen: (person: PersonView) => void) => ReactNode;
}) {
  const { visit, today, timeZone } = props;
  const assign = useCommand('visits.assignPatient');
  /** Undefined while nobody chose here: then it is whom the visit names. */
  const [picked, setPicked] = useState<PersonView | null | undefined>(undefined);
  const person = useChosenPerson(picked === undefined ? visit.person : picked, assign);
  const chosen = person.value;
  const assignButton = useRef<HTMLButtonElement>(null);
  const isOwn = mayBeOwnDoing(assign);
  if (!visit.patientMissing) {
    if (picked === undefined || picked === null || isOwn) return null;
    if (picked.id === visit.person?.id) {
      setPicked(undefined);
      return null;
    }
    return (
      <Overtaken
        title={`Assign ${formatName(picked)}?`}
        words={meanwhileWords(visit, timeZone)}
        typed={formatName(picked)}
        onClose={() => setPicked(undefined)}
      />
    );
  }

  if (!chosen) {
    return (
      <Panel title="Who is this registration for?" tone="main">
        <p className={css.advice}>This visit has no patient yet. Find the person, or add a new one.</p>
        {props.choosePerson(setPicked)}
      </Panel>
    );
  }

  async function run(person: PersonView): Promise<void> {
    const shownIds = visit.registrations.flatMap(({ id, hasPatient }) => (hasPatient ? [] : [id]));
    const answer = await assign.run({
      visitId: visit.id,
      seenVersion: visit.version,
      patientId: person.id,
      chosenAs: shownOf(person),
      shownIds,
    });
    if (answer.ok) notify(`${formatName(person)} is the patient of this visit`);
  }

  return (
    <Panel title="Assign this patient?" tone="main">
      <dl className={css.facts} data-draft="true">
        <div>
          <dt>Name</dt>
          <dd className={css.big}>{formatName(chosen)}</dd>
        </div>
        <div>
          <dt>Date of birth</dt>
          <dd className={css.big}>{birthWords(chosen.dateOfBirth, today)}</dd>
        </div>
        <div>
          <dt>Gender</dt>
          <dd>{genderWords(chosen.gender)}</dd>
        </div>
        <div>
          <dt>Registration</dt>
          <dd>
            <code>{visit.trfCodes.join(', ') || 'no code yet'}</code>
          </dd>
        </div>
        <div>
          <dt>For</dt>
          <dd>{visit.products.join(', ')}</dd>
        </div>
      </dl>
      <p className={css.advice}>This cannot be undone here: the laboratory is told.</p>
      {person.isChanged && person.now && (
        <ChangedMeanwhile
          lines={renamedWords(chosen, person.now, today)}
          onRead={() => {
            person.read();
            assignButton.current?.focus();
          }}
        />
      )}
      {person.error && <ErrorNotice error={person.error} />}
      <div className={css.actions}>
        <Button
          ref={assignButton}
          look="main"
          icon={<UserRoundCheck />}
          busy={assign.busy}
          blocked={person.isChanged ? READ_FIRST : null}
          onClick={() => void run(chosen)}
        >
          Assign patient
        </Button>
        <Button onClick={() => setPicked(null)}>Choose somebody else</Button>
      </div>
    </Panel>
  );
}
