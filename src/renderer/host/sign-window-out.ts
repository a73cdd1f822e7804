// Ends this window's session for good, and with it the sign-in of whoever works here.
import { useActor } from './actor.ts';
import type { DeskClient } from './desk-client.ts';

/** A further desk whose site desk is away waits much longer for its answer; the window is signed out all the same. */
const TOLD_WITHIN_MS = 2_000;

/**
 * Does nothing where windows have no session. The sign-in ends first: it is kept for this tab, and would be good for whoever opens the
 * next link in it.
 * @example void signWindowOut(desk);
 */
export async function signWindowOut(desk: Pick<DeskClient, 'command' | 'host'>): Promise<void> {
  if (!desk.host.signOut) return;
  const { handle, initials, signedOut } = useActor.getState();
  if (handle !== null) {
    const as = { commandId: crypto.randomUUID(), actor: initials };
    const told = desk.command('staff.signOut', { why: 'locked' }, as);
    signedOut(handle);
    await Promise.race([told, new Promise((resume) => setTimeout(resume, TOLD_WITHIN_MS))]);
  }
  await desk.host.signOut();
}
