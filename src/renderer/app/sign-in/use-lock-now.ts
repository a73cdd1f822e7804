// Locks this window: its sign-in ends here at once, and at the engine.
import { useCallback } from 'react';
import type { Input } from '../../../contract/index.ts';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';

/** @example const lock = useLockNow(); lock('switched'); */
export function useLockNow(): (why: Input<'staff.signOut'>['why']) => void {
  const desk = useDesk();
  return useCallback(
    (why) => {
      const { handle, initials, signedOut } = useActor.getState();
      if (handle === null) return;
      // The call takes the handle with it before this window forgets it.
      void desk.command('staff.signOut', { why }, { commandId: crypto.randomUUID(), actor: initials });
      signedOut(handle);
    },
    [desk],
  );
}
