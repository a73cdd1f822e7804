// While somebody is signed in: the window locks itself when nobody is there, and by a key at once; another role is told to whoever
// was given it.
import { useEffect, useRef } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { ROLE_WORDS } from '../../shared/words/role-words.ts';
import { useAction } from '../../ui/actions.ts';
import { notify } from '../../ui/toast-store.ts';
import { watchForIdle } from './idle-watch.ts';
import { useLockNow } from './use-lock-now.ts';

type Person = NonNullable<Output<'staff.me'>['person']>;

export function WhileSignedIn({ person, idleMinutes }: { person: Person; idleMinutes: number }) {
  const desk = useDesk();
  const lock = useLockNow();
  useRoleTold(person);
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

/** A step that was there a moment ago is refused with the new role, and another is there: nobody should have to guess why. */
function useRoleTold({ initials, role }: Person): void {
  const told = useRef({ initials, role });
  useEffect(() => {
    const before = told.current;
    told.current = { initials, role };
    if (before.initials !== initials || before.role === role) return;
    notify(
      `${initials}, your role was changed from ${ROLE_WORDS[before.role]} to ${ROLE_WORDS[role]}: what you may do has changed with it.`,
    );
  }, [initials, role]);
}
