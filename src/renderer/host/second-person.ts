// A command that needs a second person waits here until one has entered their PIN, or nobody does.
import { create } from 'zustand';
import type { SecondPersonNeededError } from '../../domain/app-error.ts';
import { whenPersonChanges } from './next-person.ts';

interface SecondPerson {
  /** What is waited for; null: nothing. */
  readonly needed: SecondPersonNeededError | null;
  /** To be called with what the engine gave for the PIN; with null when nobody enters one. */
  readonly settle: (approval: string | null) => void;
}

const NOTHING: SecondPerson = { needed: null, settle: () => {} };

export const useSecondPerson = create<SecondPerson>(() => NOTHING);

// Whoever takes the window over has not asked for it.
whenPersonChanges(() => useSecondPerson.getState().settle(null));

/** Asks for a second person at this window. Resolves with the approval; null when there is none. */
export function askSecondPerson(needed: SecondPersonNeededError): Promise<string | null> {
  // Whoever asked first has moved on: two dialogs at once would be about nobody knows which.
  useSecondPerson.getState().settle(null);
  return new Promise((done) => {
    useSecondPerson.setState({
      needed,
      settle: (approval) => {
        useSecondPerson.setState(NOTHING);
        done(approval);
      },
    });
  });
}
