// What can be done right now, by name and key: screens put their actions in, the shell binds keys and lists them.
import { useEffect, useId, useRef } from 'react';
import { create } from 'zustand';
import { notify } from './toast-store.ts';

export interface Action {
  readonly id: string;
  /** Who offers it: the same component on the same record, however often the action is put in anew. */
  readonly owner: string;
  readonly words: string;
  /** One printable key, upper case; dead while somebody types. Null: in the palette only. */
  readonly key: string | null;
  /** Offered on every screen: in the palette it stands behind what the open screen offers. */
  readonly everywhere: boolean;
  /** Its key is taken in a dialog as well, away from its fields: what has to be possible whatever is being asked. */
  readonly overDialogs: boolean;
  /** Why it cannot be done now; its key and the palette say so in place of doing it. */
  readonly blocked: string | null;
  readonly run: () => void;
}

interface ActionStore {
  readonly actions: readonly Action[];
  put: (action: Action) => void;
  take: (action: Action) => void;
}

/**
 * What can be done now, in the order in which it was put in; an action with the same id takes the other one's place.
 * @example useActions((state) => state.actions).find(({ key }) => key === 'P')?.run();
 */
export const useActions = create<ActionStore>((set) => ({
  actions: [],
  put: (action) =>
    set(({ actions }) => ({ actions: [...actions.filter((one) => one.id !== action.id), action] })),
  take: (action) => set(({ actions }) => ({ actions: actions.filter((one) => one !== action) })),
}));

/**
 * Offers an action while the screen that calls this is shown and `enabled`. `blocked`, a sentence, is for what belongs to the
 * screen and cannot be done yet: whoever presses its key learns why, as with its button.
 * @example useAction({ id: 'print-label', words: 'Print label', key: 'P', blocked: whyNot, run: printAll });
 */
export function useAction(wanted: {
  id: string;
  words: string;
  key?: string | undefined;
  enabled?: boolean | undefined;
  everywhere?: boolean | undefined;
  overDialogs?: boolean | undefined;
  blocked?: string | null | undefined;
  run: () => void;
}): void {
  const {
    id,
    words,
    key = null,
    enabled = true,
    everywhere = false,
    overDialogs = false,
    blocked = null,
    run,
  } = wanted;
  const owner = useId();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const action: Action = {
      id,
      owner,
      words,
      key,
      everywhere,
      overDialogs,
      blocked,
      run: () => (blocked === null ? latest.current() : notify(blocked)),
    };
    useActions.getState().put(action);
    return () => useActions.getState().take(action);
  }, [id, owner, words, key, enabled, everywhere, overDialogs, blocked]);
}
