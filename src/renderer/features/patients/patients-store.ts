// What is searched for, and what was entered about a new person: kept in this window's memory while other screens are
// shown, and never in an address or on the disk of a browser.
import { create } from 'zustand';
import { EMPTY_PERSON, type PersonEntry } from '../../shared/people/person-draft.ts';

export const usePatients = create<{
  readonly text: string;
  search: (text: string) => void;
  readonly entry: PersonEntry;
  enter: (entry: PersonEntry) => void;
}>((set) => ({
  text: '',
  search: (text) => set({ text }),
  entry: EMPTY_PERSON,
  enter: (entry) => set({ entry }),
}));

export const isEntryEmpty = (entry: PersonEntry): boolean =>
  JSON.stringify(entry) === JSON.stringify(EMPTY_PERSON);
