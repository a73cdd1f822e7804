// Looks whether what was scanned at a locked window is somebody's badge. What is none waits until somebody has signed in.
import { useEffect, useState } from 'react';
import { useDesk } from '../../host/desk-context.ts';
import { keepForLater, takeFreshScan, useLock } from './held-scan.ts';
import { readBadge, type ScannedBadge } from './read-badge.ts';

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
