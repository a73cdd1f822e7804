// While somebody is signed in: the window locks itself when nobody is there, and by a key at once.
import { useEffect } from 'react';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useAction } from '../../ui/actions.ts';
import { useLockNow } from './use-lock-now.ts';

/** So often, at most, the engine is told that somebody is there. */
const SAY_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const SIGNS_OF_SOMEBODY = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

export function WhileSignedIn({ idleMinutes }: { idleMinutes: number }) {
  const desk = useDesk();
  const lock = useLockNow();
  useAction({ id: 'lock', words: 'Lock this window', key: 'X', everywhere: true, run: () => lock('locked') });

  useEffect(() => {
    // By the wall clock, which goes on while the machine sleeps.
    let seenAtMs = Date.now();
    let saidAtMs = seenAtMs;
    const onSign = (): void => {
      const nowMs = Date.now();
      // Whoever comes back to a machine that slept has to sign in before their first touch counts.
      if (nowMs - seenAtMs > idleMinutes * 60_000) return lock('idle');
      seenAtMs = nowMs;
      if (nowMs - saidAtMs < SAY_EVERY_MS) return;
      saidAtMs = nowMs;
      void desk.command(
        'staff.stillHere',
        {},
        { commandId: crypto.randomUUID(), actor: useActor.getState().initials },
      );
    };
    for (const sign of SIGNS_OF_SOMEBODY) window.addEventListener(sign, onSign, { capture: true });
    const timer = window.setInterval(() => {
      if (Date.now() - seenAtMs > idleMinutes * 60_000) lock('idle');
    }, LOOK_EVERY_MS);
    return () => {
      window.clearInterval(timer);
      for (const sign of SIGNS_OF_SOMEBODY) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, [desk, idleMinutes, lock]);
  return null;
}
