// Asks for a second person where the site wants one. The dialog is loaded when it is needed.
import { Suspense } from 'react';
import { useSecondPerson } from '../../host/second-person.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { useLock } from './held-scan.ts';

const { component: SecondPersonDialog } = onDemand(
  async () => (await import('./second-person-dialog.tsx')).SecondPersonDialog,
);

export function SecondPerson() {
  const { needed, settle } = useSecondPerson();
  const locked = useLock((lock) => lock.locked);
  if (needed === null || locked) return null;
  return (
    <Suspense fallback={null}>
      <SecondPersonDialog needed={needed} onEnd={settle} />
    </Suspense>
  );
}
