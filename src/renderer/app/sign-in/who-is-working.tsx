// Who works at this window, in the header: chosen by initials, or whoever has signed in. Everything is recorded under their
// initials; "Desk" until people are set up.
import { Lock } from 'lucide-react';
import { NOBODY_IN_PARTICULAR, useActor } from '../../host/actor.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { useQuery } from '../../host/use-query.ts';
import { DialogToCome } from '../../shared/connection/to-come.tsx';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { NOBODY_NEW } from './new-member.ts';
import { useLockNow } from './use-lock-now.ts';

const { component: AddInitials } = onDemand(
  async () => (await import('./add-initials.tsx')).AddInitials,
  // What is typed there already is kept over a loading anew, so also where it is closed unseen.
  ({ couldNotBeHad, given: { draft } }) => (
    <DialogToCome couldNotBeHad={couldNotBeHad} given={{ onClose: () => draft.change({ isOpen: false }) }} />
  ),
);
const ADD = '+';

export function WhoIsWorking() {
  const me = useQuery('staff.me', {}).value;
  const lock = useLockNow();
  if (me?.signIn !== 'pin') return <ChooseInitials />;
  const { initials = NOBODY_IN_PARTICULAR, name = '' } = me.person ?? {};
  return (
    <Button
      icon={<Lock />}
      aria-label={`${initials}, ${name}: lock, or let somebody else sign in`}
      onClick={() => lock('switched')}
    >
      {initials}
    </Button>
  );
}

function ChooseInitials() {
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
