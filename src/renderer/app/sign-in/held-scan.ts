// What was scanned while this window was locked: a badge says who is there; anything else waits until somebody has signed in, and is
// looked up then.
import { create } from 'zustand';

/**
 * `locked`: this window is; `fresh`: a scan that may be a badge; `held`: the last one since that was none. Null: none. `unclear`: the
 * last one did not come whole.
 */
export const useLock = create<{
  readonly locked: boolean;
  readonly unclear: boolean;
  readonly fresh: string | null;
  readonly held: string | null;
}>(() => ({ locked: false, unclear: false, fresh: null, held: null }));

/** Keeps a scan for the lock screen while the window is locked; false when it is not, and the scan is to be looked up now. */
export function holdScan(text: string): boolean {
  if (!useLock.getState().locked) return false;
  useLock.setState({ fresh: text, unclear: false });
  return true;
}

/** Says on the lock screen that a scan has to be repeated; false when the window is not locked. */
export function holdUnclear(): boolean {
  if (!useLock.getState().locked) return false;
  useLock.setState({ unclear: true });
  return true;
}

/** The scan that nobody has looked at yet, once; null: none. */
export function takeFreshScan(): string | null {
  const { fresh } = useLock.getState();
  if (fresh !== null) useLock.setState({ fresh: null });
  return fresh;
}
