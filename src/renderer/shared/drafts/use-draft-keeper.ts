// Keeps what is typed into the forms of this window.
import { useEffect } from 'react';
import { useDesk } from '../../host/desk-context.ts';
import { keepDrafts } from './keep-drafts.ts';

const WINDOW_KEPT_AS = 'drawdesk.window';

/** The name of this window for what is typed in it: it says nothing about anybody, and lasts as long as the tab. */
function windowIdOfDrafts(): string {
  const kept = window.sessionStorage.getItem(WINDOW_KEPT_AS);
  if (kept !== null) return kept;
  const made = crypto.randomUUID();
  window.sessionStorage.setItem(WINDOW_KEPT_AS, made);
  return made;
}

/** Reads what was typed in this window before it was loaded, and keeps what is typed from now on. Used once, by the shell. */
export function useDraftKeeper(): void {
  const desk = useDesk();
  useEffect(() => {
    const drafts = keepDrafts(desk, windowIdOfDrafts());
    window.addEventListener('pagehide', drafts.leave);
    return () => {
      window.removeEventListener('pagehide', drafts.leave);
      drafts.stop();
    };
  }, [desk]);
}
