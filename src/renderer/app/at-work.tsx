// What a window does beside what it shows, once the desk is there: it listens to scanners and keys, keeps what is typed, and fetches the
// other screens.
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useDesk } from '../host/desk-context.ts';
import { useEngineLink } from '../host/engine-link.ts';
import { watchForSleep } from '../host/service-clock.ts';
import { useUpdatedDesk } from '../host/updated-desk.ts';
import { useSession } from '../host/use-session.ts';
import { loadScreensAhead } from '../routes.ts';
import { useDraftKeeper } from '../shared/drafts/use-draft-keeper.ts';
import { useScannerLearning } from '../shared/scanning/scanner-learning.ts';
import { useConnection } from './connection-badge.tsx';
import { foresee } from './foresight.ts';
import { usePasteScan } from './paste-scan.ts';
import { sayNumbers, sayUnclear } from './scan-router.ts';
import { listenForScans, type ScanListeners } from './scan-wedge.ts';
import { loadVisitAhead } from './screens.tsx';
import { useShortcuts } from './shortcuts.ts';
import { holdScan, holdUnclear } from './sign-in/held-scan.ts';
import { useCableScanner } from './use-cable-scanner.ts';

export interface AtWorkProps {
  onScan: (text: string) => void;
  /** Of what is pasted. */
  lookUp: (text: string) => void;
  openPalette: () => void;
  focusSearch: () => void;
  showKeys: () => void;
}

/** Draws nothing. Each function must be the same at each drawing. */
export function AtWork({ onScan, lookUp, openPalette, focusSearch, showKeys }: AtWorkProps) {
  const desk = useDesk();
  const scanner = useSession()?.scanner;
  const learning = useScannerLearning((state) => state.active);
  const prefix = scanner?.prefix ?? '';
  const trailer = scanner?.trailer ?? '';
  const suffix = scanner?.suffix ?? 'Enter';
  const idleMs = scanner?.idleMs ?? 150;
  const listeners = useMemo<ScanListeners>(
    () => ({
      onComing: (textSoFar) => foresee(desk, textSoFar, { prefix, trailer }),
      onScan: (text) => {
        if (!holdScan(text)) onScan(text);
      },
      onUnclear: (text) => {
        if (!holdUnclear()) sayUnclear(text);
      },
      onNumbers: () => {
        if (!holdUnclear()) sayNumbers();
      },
    }),
    [desk, onScan, prefix, trailer],
  );
  // Before the frame is on the screen: whoever sees it may scan, or press a key.
  useLayoutEffect(() => {
    if (learning) return;
    return listenForScans({ prefix, trailer, suffix, idleMs }, listeners);
  }, [listeners, learning, prefix, trailer, suffix, idleMs]);
  useCableScanner(listeners);
  useShortcuts({ openPalette, focusSearch, showKeys });
  usePasteScan(lookUp);
  useLeaveWarning();
  useDraftKeeper();
  useEffect(() => watchForSleep(window), []);
  useEffect(() => {
    // Loaded ahead, so that somebody who presses W and goes on typing types into the field.
    const soon = window.requestIdleCallback(() => void loadScreensAhead(isEngineThere, loadVisitAhead), {
      timeout: 3_000,
    });
    return () => window.cancelIdleCallback(soon);
  }, []);
  return null;
}

/** Whoever listens at the port of a desk that stopped is asked for nothing. */
const isEngineThere = (): boolean => useEngineLink.getState().link === 'up';

/** Closing a browser window over unsent work asks first. The desktop window only hides: its engine goes on. */
function useLeaveWarning(): void {
  const desk = useDesk();
  const connection = useConnection();
  const unsent = (connection?.waiting ?? 0) + (connection?.sending ?? 0);
  // Whoever loads a window anew because the desk was updated was told to: the unsent work is on the desk's disk.
  const isUpdated = useUpdatedDesk((state) => state.isUpdated);
  const warn = desk.host.kind === 'browser' && unsent > 0 && !isUpdated;
  useEffect(() => {
    if (!warn) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [warn]);
}
