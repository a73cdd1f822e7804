// What is searched for in the list. It stays in this window while other screens are shown, and is never in an address.
import { create } from 'zustand';

export const useListText = create<{ readonly text: string; set: (text: string) => void }>((set) => ({
  text: '',
  set: (text) => set({ text }),
}));
