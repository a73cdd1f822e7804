// Keeps what is entered on a screen, as text, in the engine: over a reload, and when the screen is left.
import { useEffect, useRef } from 'react';

/** How long nothing is typed before what was entered is kept. */
const KEEP_AFTER_MS = 400;

/**
 * Calls `keep` with the text a moment after it changed, and at once when the page is left or `flushes` and the part of the
 * screen goes away. Null means that nothing is entered. Does nothing until `isLoaded`, so that what was kept before is not
 * overwritten by an empty form.
 * @example useKeptText({ text, isLoaded, keep: (kept) => void run({ windowId, text: kept }) });
 */
export function useKeptText(of: {
  text: string | null;
  isLoaded: boolean;
  keep: (text: string | null) => void;
  flushes?: boolean;
}): void {
  const { text, isLoaded, flushes = false } = of;
  const last = useRef<string | null>(null);
  const latest = useRef(of);
  useEffect(() => {
    latest.current = of;
  });
  useEffect(() => {
    if (!isLoaded || last.current === text) return;
    const keep = (): void => {
      last.current = text;
      latest.current.keep(text);
    };
    const timer = window.setTimeout(keep, KEEP_AFTER_MS);
    const keepNow = (): void => {
      window.clearTimeout(timer);
      if (last.current !== text) keep();
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keepNow);
    };
  }, [text, isLoaded]);
  useEffect(() => {
    if (!flushes) return;
    return () => {
      const { text: now, isLoaded: wasLoaded, keep } = latest.current;
      if (wasLoaded && last.current !== now) keep(now);
    };
  }, [flushes]);
}
