// Scanners at a cable that do not type: what they send goes the way of every scan. The script for it is fetched only at a computer
// where somebody has chosen one.
import { useEffect } from 'react';
import { useChosenScanner } from '../shared/scanning/chosen-scanner.ts';
import type { ScanListeners } from './scan-wedge.ts';

/** Both listeners must be the same at each drawing. */
export function useCableScanner({ onScan, onUnclear }: Pick<ScanListeners, 'onScan' | 'onUnclear'>): void {
  const isChosen = useChosenScanner(({ chosen }) => chosen !== null);
  useEffect(() => {
    if (!isChosen) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    import('./cable-scanner.ts').then(
      ({ startCableScanner }) => {
        if (!isOver) stop = startCableScanner({ onScan, onUnclear });
      },
      // The desk has stopped, and says so itself. The next start of the window fetches it.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isChosen, onScan, onUnclear]);
}
