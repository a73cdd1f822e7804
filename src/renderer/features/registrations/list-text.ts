// What is searched for in the list. It stays in this window while other screens are shown, and is never in an address.
import { create } from 'zustand';
import { goesWithPerson } from '../../host/next-person.ts';

export const useListText = goesWithPerson(
  create<{ readonly text: string; set: (text: string) => void }>((set) => ({
    text: '',
    set: (text) => set({ text }),
  })),
);
