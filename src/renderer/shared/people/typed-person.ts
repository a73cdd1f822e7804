// What is typed to find a person, or to make one.
import type { PersonEntry } from './person-draft.ts';

/** `form`: the fields of a new person; null while they are not shown. */
export interface TypedPerson {
  readonly text: string;
  readonly form: PersonEntry | null;
}

/** @example <PersonChooser typed={typed} onTyped={setTyped} onChosen={choose} /> with `typed` as NOBODY_TYPED at first */
export const NOBODY_TYPED: TypedPerson = { text: '', form: null };
