// Asks for a second person where the site wants one. The dialog is fetched apart, and ahead where people sign in by PIN.
import { useEffect } from 'react';
import { useSecondPerson } from '../../host/second-person.ts';
import { useQuery } from '../../host/use-query.ts';
import { DialogToCome } from '../../shared/connection/to-come.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { useLock } from './held-scan.ts';

const { component: SecondPersonDialog, load } = onDemand(
  async () => (await import('./second-person-dialog.tsx')).SecondPersonDialog,
  ({ couldNotBeHad, given: { onEnd } }) => (
    <DialogToCome couldNotBeHad={couldNotBeHad} given={{ onClose: () => onEnd(null) }} />
  ),
);

export function SecondPerson() {
  const { needed, settle } = useSecondPerson();
  const locked = useLock((lock) => lock.locked);
  // While the desk is there: a command would wait for a dialog that does not come once it has stopped, or runs another build.
  const mayBeNeeded = useQuery('staff.me', {}).value?.signIn === 'pin' && !locked;
  useEffect(() => {
    if (mayBeNeeded) void load().catch(() => undefined);
  }, [mayBeNeeded]);
  if (needed === null || locked) return null;
  return <SecondPersonDialog needed={needed} onEnd={settle} />;
}
