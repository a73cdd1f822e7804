// Locks the window while nobody has signed in, on a desk where people do. What it shows then is loaded when it is needed.
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useActor } from '../../host/actor.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { useQuery } from '../../host/use-query.ts';
import { useLock } from './held-scan.ts';

const { component: LockScreen } = onDemand(async () => (await import('./lock-screen.tsx')).LockScreen);
const { component: WhileSignedIn } = onDemand(
  async () => (await import('./while-signed-in.tsx')).WhileSignedIn,
);

/** `onScan` gets what was scanned while the window was locked, as soon as somebody has signed in. */
export function SignInGate({ onScan }: { onScan: (text: string) => void }) {
  const me = useQuery('staff.me', {}).value;
  const handle = useActor((actor) => actor.handle);
  const [isPutOff, setPutOff] = useState(false);
  const signIn = me?.signIn ?? 'initials';
  const locked =
    signIn === 'pin'
      ? handle === null || me?.person === null
      : signIn === 'set-up' && !(isPutOff && me?.mayPutOff === true);

  useLayoutEffect(() => {
    useLock.setState({ locked, unclear: false });
    document.documentElement.toggleAttribute('data-locked', locked);
  }, [locked]);
  const held = useLock((lock) => lock.held);
  useEffect(() => {
    if (locked || held === null) return;
    useLock.setState({ held: null });
    onScan(held);
  }, [locked, held, onScan]);

  if (me === null || signIn === 'initials') return null;
  return (
    <Suspense fallback={null}>
      {locked && <LockScreen me={me} onPutOff={() => setPutOff(true)} />}
      {!locked && signIn === 'pin' && <WhileSignedIn idleMinutes={me.idleMinutes} />}
    </Suspense>
  );
}
