// More contrast: stronger lines, inks and edges. As the computer is set until somebody chooses; kept for this browser profile.
import { create } from 'zustand';

const STORED_AS = 'drawdesk.contrast';
const machineWantsMore = window.matchMedia('(prefers-contrast: more)');

function stored(): boolean | null {
  const kept = window.localStorage.getItem(STORED_AS);
  return kept === 'more' || kept === 'normal' ? kept === 'more' : null;
}

function apply(more: boolean): void {
  document.documentElement.dataset['contrast'] = more ? 'more' : 'normal';
}

export const useContrast = create<{ more: boolean; set: (more: boolean) => void }>((set) => ({
  more: stored() ?? machineWantsMore.matches,
  set: (more) => {
    window.localStorage.setItem(STORED_AS, more ? 'more' : 'normal');
    apply(more);
    set({ more });
  },
}));

/** Called before the first paint. */
export function startContrast(): void {
  apply(useContrast.getState().more);
  machineWantsMore.addEventListener('change', ({ matches }) => {
    if (stored() !== null) return;
    apply(matches);
    useContrast.setState({ more: matches });
  });
}
