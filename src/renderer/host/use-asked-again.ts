// Asks again while a screen is looked at, for what changes without an event.
import { useEffect } from 'react';

const EVERY_MS = 5_000;

export function useAskedAgain(refresh: () => void, everyMs = EVERY_MS): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [refresh, everyMs]);
}
