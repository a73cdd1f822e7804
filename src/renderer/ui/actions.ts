// What can be done right now, by name and key: screens put their actions in, the shell binds keys and lists them.
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export interface Action {
  readonly id: string;
  readonly words: string;
  /** One printable key, upper case; dead while somebody types. Null: in the palette only. */
  readonly key: string | null;
  /** Offered on every screen: in the palette it stands behind what the open screen offers. */
  readonly everywhere: boolean;
  readonly run: () => void;
}

interface ActionStore {
  readonly actions: readonly Action[];
  put: (action: Action) => void;
  take: (action: Action) => void;
}

export const useActions = create<ActionStore>((set) => ({
  actions: [],
  put: (action) =>
    set(({ actions }) => ({ actions: [...actions.filter((one) => one.id !== action.id), action] })),
  take: (action) => set(({ actions }) => ({ actions: actions.filter((one) => one !== action) })),
}));

/**
 * Offers an action while the screen that calls this is shown and `enabled`.
 * @example useAction({ id: 'print-label', words: 'Print label', key: 'P', enabled: printable, run: printAll });
 */
export function useAction(wanted: {
  id: string;
  words: string;
  key?: string | undefined;
  enabled?: boolean | undefined;
  everywhere?: boolean | undefined;
  run: () => void;
}): void {
  const { id, words, key = null, enabled = true, everywhere = false, run } = wanted;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const action: Action = { id, words, key, everywhere, run: () => latest.current() };
    useActions.getState().put(action);
    return () => useActions.getState().take(action);
  }, [id, words, key, enabled, everywhere]);
}
