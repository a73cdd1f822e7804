// How much room a row of a long list takes: large to hit and to read from afar, or compact to see more of the day.
import { create } from 'zustand';

export type Density = 'large' | 'compact';
const STORED_AS = 'drawdesk.density';

/** Kept for this browser profile. @example const density = useDensity((state) => state.density); // 'compact' */
export const useDensity = create<{ density: Density; choose: (density: Density) => void }>((set) => ({
  density: window.localStorage.getItem(STORED_AS) === 'compact' ? 'compact' : 'large',
  choose: (density) => {
    window.localStorage.setItem(STORED_AS, density);
    set({ density });
  },
}));
