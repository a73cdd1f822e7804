// Asks again while a screen is looked at, for what changes without an event.
import { useEffect } from 'react';

const EVERY_MS = 5_000;

export function useAskedAgain(refresh: () => void): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [refresh]);
}
