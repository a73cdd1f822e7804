// What was scanned while this window was locked: it waits until somebody has signed in, and is looked up then.
import { create } from 'zustand';

/** `locked`: this window is; `held`: the last scan since; null: none. */
export const useLock = create<{ readonly locked: boolean; readonly held: string | null }>(() => ({
  locked: false,
  held: null,
}));

/** Keeps a scan for later while the window is locked; false when it is not, and the scan is to be looked up now. */
export function holdScan(text: string): boolean {
  if (!useLock.getState().locked) return false;
  useLock.setState({ held: text });
  return true;
}
