// Keeps what is typed into the forms of this window.
import { useEffect } from 'react';
import { useDesk } from '../../host/desk-context.ts';
import { keepDrafts } from './keep-drafts.ts';
import { windowIdOfDrafts } from './window-id.ts';

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
