// Looks whether what was scanned at a locked window is somebody's badge. What is none waits until somebody has signed in.
import { useEffect, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import type { DeskClient } from '../../host/desk-client.ts';
import { keepForLater, takeFreshScan, useLock } from './held-scan.ts';

/**
 * `chosen`: whose badge was scanned last, who types their PIN; `switched-off`: that of somebody who works here no more; `wait`: badges
 * are not looked at now.
 */
export type ScannedBadge = Extract<Output<'staff.useBadge'>, { kind: 'chosen' | 'switched-off' | 'wait' }>;

/** `isRead` false: badges mean nothing here. */
export function useBadge(isRead: boolean): ScannedBadge | null {
  const desk = useDesk();
  const fresh = useLock((lock) => lock.fresh);
  const [scanned, setScanned] = useState<ScannedBadge | null>(null);
  useEffect(() => {
    const text = takeFreshScan();
    if (text === null) return;
    if (!isRead) keepForLater(text);
    else void readBadge(desk, text).then((badge) => badge && setScanned(badge));
  }, [desk, fresh, isRead]);
  return scanned;
}

async function readBadge(desk: DeskClient, text: string): Promise<ScannedBadge | null> {
  const as = { commandId: crypto.randomUUID(), actor: useActor.getState().initials };
  const answer = await desk.command('staff.useBadge', { text }, as);
  const isKnown = answer.ok && answer.value.kind !== 'unknown' && answer.value.kind !== 'wait';
  if (!isKnown) keepForLater(text);
  if (!answer.ok || answer.value.kind === 'unknown') return null;
  if (answer.value.kind !== 'signed-in') return answer.value;
  useActor.getState().signedIn(answer.value.person.initials, answer.value.handle);
  desk.resynchronise();
  return null;
}
