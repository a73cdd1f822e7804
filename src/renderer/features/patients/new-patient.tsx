// A new person with all that the service takes of one. People who may be the same are shown beside before anybody is made.
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatName } from '../../../domain/person-name.ts';
import { useSession } from '../../host/use-session.ts';
import { links } from '../../shared/links.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { PersonMaker } from '../../shared/people/person-maker.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useNewPerson } from './patients-store.ts';

export function NewPatient() {
  const [, navigate] = useLocation();
  const session = useSession();
  const person = useNewPerson();
  /** Raised when the form is emptied, so that it begins again. */
  const [round, setRound] = useState(0);
  if (!session || !person.isLoaded)
    return (
      <Screen title="New person" narrow>
        <SkeletonRows count={6} label="The form is being read" />
      </Screen>
    );
  return (
    <Screen
      title="New person"
      narrow
      aside={
        !person.isEmpty && (
          <Button
            icon={<Eraser />}
            onClick={() => {
              person.forget();
              setRound(round + 1);
            }}
          >
            Empty the form
          </Button>
        )
      }
    >
      <Panel title="Who is it?">
        <TooLongToKeep form={person.form} />
        <PersonMaker
          key={round}
          start={person.entry}
          today={session.today}
          full
          takesFocus
          onEntry={person.change}
          typed={person.typed}
          onMade={(made) => {
            person.forget();
            notify(`${formatName(made)} is here`);
            navigate(links.patient(made.id), { replace: true });
          }}
          onMadeLate={() => person.forgetSent(person.entry)}
          onCancel={() => navigate(links.patients)}
        />
      </Panel>
    </Screen>
  );
}
