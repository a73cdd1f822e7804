// A new person with all that the service takes of one. People who may be the same are shown beside before anybody is made.
import { Eraser } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { formatName } from '../../../domain/person-name.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useSession } from '../../host/use-session.ts';
import { links } from '../../shared/links.ts';
import { EMPTY_PERSON } from '../../shared/people/person-draft.ts';
import { PersonMaker } from '../../shared/people/person-maker.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { isEntryEmpty, usePatients } from './patients-store.ts';

export function NewPatient() {
  const [, navigate] = useLocation();
  const session = useSession();
  const { entry, enter } = usePatients();
  const [start, setStart] = useState(entry);
  const isEntered = !isEntryEmpty(entry);
  useReloadWarning(isEntered);
  if (!session) return <SkeletonRows count={6} label="The form is being read" />;
  return (
    <Screen
      title="New person"
      narrow
      aside={
        isEntered && (
          <Button
            icon={<Eraser />}
            onClick={() => {
              enter(EMPTY_PERSON);
              setStart({ ...EMPTY_PERSON });
            }}
          >
            Empty the form
          </Button>
        )
      }
    >
      <Panel title="Who is it?">
        <PersonMaker
          key={JSON.stringify(start)}
          start={start}
          today={session.today}
          full
          onEntry={enter}
          onMade={(person) => {
            enter(EMPTY_PERSON);
            notify(`${formatName(person)} is here`);
            navigate(links.patient(person.id), { replace: true });
          }}
          onCancel={() => navigate(links.patients)}
        />
      </Panel>
    </Screen>
  );
}

/** What was entered is in this window's memory only, so a reload asks first. The desktop window is never reloaded. */
function useReloadWarning(isEntered: boolean): void {
  const { kind } = useDesk().host;
  const warns = kind === 'browser' && isEntered;
  useEffect(() => {
    if (!warns) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [warns]);
}
