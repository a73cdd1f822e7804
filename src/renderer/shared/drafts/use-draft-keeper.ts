// Joins the forms of this window with what the engine keeps of them.
import { useEffect } from 'react';
import { nextSignIn, useActor } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { isTooLongToKeep, loadDrafts, useDrafts } from './drafts.ts';

const READ_AGAIN_MS = 2_000;
const WINDOW_KEPT_AS = 'drawdesk.window';

/** The name of this window for what is typed in it: it says nothing about anybody, and lasts as long as the tab. */
function windowIdOfDrafts(): string {
  const kept = window.sessionStorage.getItem(WINDOW_KEPT_AS);
  if (kept !== null) return kept;
  const made = crypto.randomUUID();
  window.sessionStorage.setItem(WINDOW_KEPT_AS, made);
  return made;
}

function textOf(form: string): string | null {
  const entry = useDrafts.getState().entries.get(form);
  return entry === undefined ? null : JSON.stringify(entry);
}

/** Reads what was typed in this window before it was loaded, and keeps what is typed from now on. Used once, by the shell. */
export function useDraftKeeper(): void {
  const desk = useDesk();
  useEffect(() => {
    const windowId = windowIdOfDrafts();
    let isGone = false;
    let timer: number | undefined;
    const read = async (): Promise<void> => {
      const answer = await desk.ask('drafts.list', { windowId });
      if (isGone) return;
      if (answer.ok || answer.error.retry !== 'later') loadDrafts(answer.ok ? answer.value.items : []);
      else timer = window.setTimeout(() => void read(), READ_AGAIN_MS);
    };
    void read();

    const keeper = createDraftKeeper({
      textOf,
      nextSignIn,
      send: (form, text) =>
        // The form says so in words. What was kept of it before stays kept.
        isTooLongToKeep(useDrafts.getState().entries.get(form))
          ? Promise.resolve({ ok: true, value: {} } as const)
          : desk.command(
              'drafts.keep',
              { windowId, form, text },
              { commandId: crypto.randomUUID(), actor: useActor.getState().initials },
            ),
    });
    const unsubscribe = useDrafts.subscribe(({ entries, isLoaded }, before) => {
      // What was just loaded is kept already.
      if (isLoaded !== before.isLoaded) return;
      for (const form of new Set([...entries.keys(), ...before.entries.keys()])) {
        if (entries.get(form) !== before.entries.get(form)) keeper.changed(form);
      }
    });
    window.addEventListener('pagehide', keeper.leave);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keeper.leave);
      unsubscribe();
      keeper.leave();
      keeper.stop();
    };
  }, [desk]);
}
