// While somebody is signed in: the window locks itself when nobody is there, and by a key at once.
import { useEffect } from 'react';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useAction } from '../../ui/actions.ts';
import { watchForIdle } from './idle-watch.ts';
import { useLockNow } from './use-lock-now.ts';

export function WhileSignedIn({ idleMinutes }: { idleMinutes: number }) {
  const desk = useDesk();
  const lock = useLockNow();
  // Whoever is called away in the middle of a question need not close it first, and lose what they typed.
  useAction({
    id: 'lock',
    words: 'Lock this window',
    key: 'X',
    everywhere: true,
    overDialogs: true,
    run: () => lock('locked'),
  });

  useEffect(
    () =>
      watchForIdle(window, idleMinutes * 60_000, {
        onIdle: () => lock('idle'),
        onStillHere: () =>
          void desk.command(
            'staff.stillHere',
            {},
            { commandId: crypto.randomUUID(), actor: useActor.getState().initials },
          ),
      }),
    [desk, idleMinutes, lock],
  );
  return null;
}
