// Assigns a patient to a registration. This cannot be undone, so it is confirmed with name, date of birth and code
// shown.
import { UserRoundCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PersonView, VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { birthWords, genderWords } from '../../shared/people/person-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import css from './visit.module.css';

export function AssignPanel(props: {
  visit: VisitDetail;
  today: string;
  choosePerson: (onChosen: (person: PersonView) => void) => ReactNode;
}) {
  const { visit, today } = props;
  const assign = useCommand('visits.assignPatient');
  const [chosen, setChosen] = useState<PersonView | null>(visit.person);

  if (!chosen) {
    return (
      <Panel title="Who is this registration for?" tone="main">
        <p className={css.advice}>This visit has no patient yet. Find the person, or add a new one.</p>
        {props.choosePerson(setChosen)}
      </Panel>
    );
  }

  async function run(person: PersonView): Promise<void> {
    const answer = await assign.run({ visitId: visit.id, seenVersion: visit.version, patientId: person.id });
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
      {assign.error && <ErrorNotice error={assign.error} />}
      <div className={css.actions}>
        <Button look="main" icon={<UserRoundCheck />} busy={assign.busy} onClick={() => void run(chosen)}>
          Assign patient
        </Button>
        <Button onClick={() => setChosen(null)}>Choose somebody else</Button>
      </div>
    </Panel>
  );
}
