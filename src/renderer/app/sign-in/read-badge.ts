// Asks the desk whose badge was scanned at a locked window, and signs them in where a badge alone does.
import type { Output } from '../../../contract/index.ts';
import { useActor } from '../../host/actor.ts';
import type { DeskClient } from '../../host/desk-client.ts';
import { keepForLater } from './held-scan.ts';
import { signInHere } from './sign-in-here.ts';

/**
 * `chosen`: whose badge was scanned last, who types their PIN; `switched-off`: that of somebody who works here no more; `wait`: badges
 * are not looked at now.
 */
export type ScannedBadge = Extract<Output<'staff.useBadge'>, { kind: 'chosen' | 'switched-off' | 'wait' }>;

/** Null: somebody is signed in by it, or it is nobody's. What is nobody's badge waits until somebody has signed in. */
export async function readBadge(
  desk: Pick<DeskClient, 'command' | 'host' | 'resynchronise'>,
  text: string,
): Promise<ScannedBadge | null> {
  const { initials: actor, handle } = useActor.getState();
  const answer = await desk.command('staff.useBadge', { text }, { commandId: crypto.randomUUID(), actor });
  const isKnown = answer.ok && answer.value.kind !== 'unknown' && answer.value.kind !== 'wait';
  if (!isKnown) keepForLater(text);
  if (!answer.ok || answer.value.kind === 'unknown') return null;
  const { value } = answer;
  if (value.kind !== 'signed-in') return value;
  if (signInHere(desk, handle, value)) desk.resynchronise();
  // Somebody else was quicker: it is looked up as any badge is that is scanned at an open window, and takes a press to take over.
  else if (useActor.getState().initials !== value.person.initials) keepForLater(text);
  return null;
}
