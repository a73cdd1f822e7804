// Who is signed in at this window by an answer of the desk: whoever was quicker stays.
import type { Output } from '../../../contract/index.ts';
import { useActor } from '../../host/actor.ts';
import type { DeskClient } from '../../host/desk-client.ts';

type SignedIn = Extract<Output<'staff.signIn'>, { kind: 'signed-in' }>;

/**
 * Signs somebody in. `before`: the handle of this window when the desk was asked. False, and their sign-in ends again, where somebody
 * has signed in here since: what that one does would be recorded as another's from the middle of it.
 * @example if (!signInHere(desk, before, answer.value)) keepForLater(text);
 */
export function signInHere(
  desk: Pick<DeskClient, 'host'>,
  before: string | null,
  signedIn: SignedIn,
): boolean {
  const { handle, person } = signedIn;
  const now = useActor.getState();
  if (now.handle === null || now.handle === before) {
    now.signedIn(person.initials, handle);
    return true;
  }
  void desk.host.call({
    name: 'staff.signOut',
    input: { why: 'switched' },
    commandId: crypto.randomUUID(),
    handle,
  });
  return false;
}
