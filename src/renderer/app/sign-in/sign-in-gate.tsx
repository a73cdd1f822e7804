// Locks the window while nobody has signed in, on a desk where people do. The lock screen is fetched apart.
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useActor } from '../../host/actor.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { Button } from '../../ui/button.tsx';
import { useQuery } from '../../host/use-query.ts';
import { useLock } from './held-scan.ts';
import css from './sign-in-gate.module.css';
// With the window, and not fetched when it is needed: no window stays open because a script did not come.
import { WhileSignedIn } from './while-signed-in.tsx';

const lockScreen = onDemand(async () => (await import('./lock-screen.tsx')).LockScreen);
const LockScreen = lockScreen.component;

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

  // While the desk is there: a window that is locked once it has stopped, or runs another build, could not be unlocked.
  const locksLater = !locked && signIn === 'pin';
  useEffect(() => {
    if (locksLater) void lockScreen.load().catch(() => undefined);
  }, [locksLater]);

  if (me === null || signIn === 'initials') return null;
  return (
    <Suspense fallback={locked ? <LockToCome /> : null}>
      {locked && <LockScreen me={me} onPutOff={() => setPutOff(true)} />}
      {!locked && signIn === 'pin' && me.person && (
        <WhileSignedIn person={me.person} idleMinutes={me.idleMinutes} />
      )}
    </Suspense>
  );
}

/** Beside the rest of the page, which is hidden. */
function LockToCome() {
  return createPortal(
    <div className={css.toCome}>
      <p data-lock="" role="status">
        This window is locked. The way to sign in is fetched from the desk. If it does not come, load the
        window anew.
      </p>
      <Button onClick={() => window.location.reload()}>Load anew</Button>
    </div>,
    document.body,
  );
}
