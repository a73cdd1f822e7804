// The theme: light, dark, or as this computer is set. Kept for this browser profile.
import { create } from 'zustand';

export type ThemeChoice = 'system' | 'light' | 'dark';
const STORED_AS = 'drawdesk.theme';
const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && machineIsDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

function storedChoice(): ThemeChoice {
  const stored = window.localStorage.getItem(STORED_AS);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const useTheme = create<{ choice: ThemeChoice; choose: (choice: ThemeChoice) => void }>((set) => ({
  choice: storedChoice(),
  choose: (choice) => {
    window.localStorage.setItem(STORED_AS, choice);
    apply(choice);
    set({ choice });
  },
}));

/** Called before the first paint. */
export function startTheme(): void {
  apply(useTheme.getState().choice);
  machineIsDark.addEventListener('change', () => apply(useTheme.getState().choice));
}
