// Who is working at this window: what goes with every call. Kept for this tab, so that a reload asks nobody again.
import { create } from 'zustand';
import type { Call } from '../../contract/operation.ts';
import { handOver } from './next-person.ts';

/** Used until a place has set up its people. */
export const NOBODY_IN_PARTICULAR = 'Desk';
const INITIALS_KEPT_AS = 'drawdesk.actor';
const HANDLE_KEPT_AS = 'drawdesk.sign-in';

interface Actor {
  readonly initials: string;
  /** Of the sign-in at this window; null: nobody has signed in, or nobody signs in at this desk. */
  readonly handle: string | null;
  /** Counts how often somebody else than before has signed in at this window. */
  readonly turn: number;
  /** Chooses who works here, where nobody signs in. */
  work(initials: string): void;
  signedIn(initials: string, handle: string): void;
  /** This handle is no longer good; one that came after it stays. */
  signedOut(handle: string | null): void;
}

/**
 * Whoever works at this window; `work` changes it on a desk without sign-in.
 * @example const { initials, work } = useActor(); work('JO');
 */
export const useActor = create<Actor>((set, get) => ({
  initials: window.sessionStorage.getItem(INITIALS_KEPT_AS) ?? NOBODY_IN_PARTICULAR,
  handle: window.sessionStorage.getItem(HANDLE_KEPT_AS),
  turn: 0,
  work(initials) {
    window.sessionStorage.setItem(INITIALS_KEPT_AS, initials);
    set({ initials });
  },
  signedIn(initials, handle) {
    const before = get();
    const isAnother = before.initials !== initials && before.initials !== NOBODY_IN_PARTICULAR;
    window.sessionStorage.setItem(INITIALS_KEPT_AS, initials);
    window.sessionStorage.setItem(HANDLE_KEPT_AS, handle);
    set({ initials, handle, turn: isAnother ? before.turn + 1 : before.turn });
    // In the same breath: nothing was drawn or answered for the new person yet.
    if (isAnother) handOver(initials, before.initials);
  },
  signedOut(handle) {
    if (get().handle !== handle) return;
    window.sessionStorage.removeItem(HANDLE_KEPT_AS);
    set({ handle: null });
  },
}));

/**
 * Tells from then on whether whoever works at this window is still the one of this call. What is done after an answer has come is done
 * in their name, and offered to them: an answer may take longer than a hand-over.
 * @example const isStillTheirs = whoeverIsHere(); const answer = await move.run(input); notify(words, isStillTheirs() ? undo : null);
 */
export function whoeverIsHere(): () => boolean {
  const { turn } = useActor.getState();
  return () => useActor.getState().turn === turn;
}

/** Resolves when somebody has signed in anew. */
export function nextSignIn(): Promise<void> {
  return new Promise((done) => {
    const stop = useActor.subscribe(({ handle }, before) => {
      if (handle === null || handle === before.handle) return;
      stop();
      done();
    });
  });
}

/** A call as whoever has signed in at this window, where somebody has. */
export function asSignedIn(call: Call): Call {
  const { handle } = useActor.getState();
  return handle === null ? call : { ...call, handle };
}
