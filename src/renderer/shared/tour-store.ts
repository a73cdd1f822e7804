// Whether the tour of the desk is offered, and where in it somebody is. Kept for this browser profile.
import { create } from 'zustand';

const STORED_AS = 'drawdesk.tour';

interface TourState {
  /** Nobody has taken or refused the tour in this window's profile yet. */
  readonly offered: boolean;
  /** The step that is shown, from 0; null while no tour is under way. */
  readonly step: number | null;
  start: () => void;
  goTo: (step: number) => void;
  /** Ends the tour or refuses it; it is not offered again. */
  leave: () => void;
}

/** @example useTour.getState().start(); */
export const useTour = create<TourState>((set) => ({
  offered: window.localStorage.getItem(STORED_AS) === null,
  step: null,
  start: () => set({ step: 0 }),
  goTo: (step) => set({ step }),
  leave: () => {
    window.localStorage.setItem(STORED_AS, 'seen');
    set({ step: null, offered: false });
  },
}));
