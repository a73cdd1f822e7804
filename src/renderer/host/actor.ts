// Who is working at this window: initials that go with every command.
import { create } from 'zustand';

/** Used until a place has set up its people. */
export const NOBODY_IN_PARTICULAR = 'Desk';
const STORED_AS = 'drawdesk.actor';

/**
 * `initials` of whoever works at this window, kept for this tab; `work` changes them.
 * @example const { initials, work } = useActor(); work('JO');
 */
export const useActor = create<{ initials: string; work: (initials: string) => void }>((set) => ({
  initials: window.sessionStorage.getItem(STORED_AS) ?? NOBODY_IN_PARTICULAR,
  work: (initials) => {
    window.sessionStorage.setItem(STORED_AS, initials);
    set({ initials });
  },
}));
