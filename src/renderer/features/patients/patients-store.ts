// What is searched for and what was entered about a new person, while other screens are shown; never in an address.
import { create } from 'zustand';
import { goesWithPerson } from '../../host/next-person.ts';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { EMPTY_PERSON } from '../../shared/people/person-draft.ts';

export const usePatients = goesWithPerson(
  create<{
    readonly text: string;
    search: (text: string) => void;
  }>((set) => ({
    text: '',
    search: (text) => set({ text }),
  })),
);

/** The form of a new person. */
export const useNewPerson = () => useDraft('new-person', EMPTY_PERSON);
