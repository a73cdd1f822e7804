// What was scanned while this window was locked: a badge says who is there; anything else waits until somebody has signed in, and is
// looked up then.
import { create } from 'zustand';
import { mayBePin } from '../../../domain/staff.ts';

/**
 * `locked`: this window is; `fresh`: a scan that may be a badge; `held`: the last one since that was none. Null: none. `unclear`: the
 * last one did not come whole; `notKept`: it was a few digits, which may be somebody's PIN.
 */
export const useLock = create<{
  readonly locked: boolean;
  readonly unclear: boolean;
  readonly notKept: boolean;
  readonly fresh: string | null;
  readonly held: string | null;
}>(() => ({ locked: false, unclear: false, notKept: false, fresh: null, held: null }));

/** Keeps a scan for the lock screen while the window is locked; false when it is not, and the scan is to be looked up now. */
export function holdScan(text: string): boolean {
  if (!useLock.getState().locked) return false;
  useLock.setState({ fresh: text, unclear: false, notKept: false });
  return true;
}

/**
 * Keeps what is nobody's badge until somebody has signed in, to be looked up then; not a few digits alone. A PIN that came as quickly as a
 * scan would then be shown in clear, and asked for at the service.
 */
export function keepForLater(text: string): void {
  useLock.setState(mayBePin(text) ? { notKept: true } : { held: text });
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
