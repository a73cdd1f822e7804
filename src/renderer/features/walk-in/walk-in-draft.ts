// The walk-in being booked at this window. Kept while somebody looks elsewhere, so that nothing entered is lost.
import { create } from 'zustand';
import type { PersonView } from '../../../contract/views.ts';

export interface WalkInDraft {
  readonly person: PersonView | null;
  readonly productIds: readonly string[];
  /** Null: the first free one, or the present moment when none is free. */
  readonly slotChoice: string | null;
  /** The visit that holds the slot; null before. */
  readonly visitId: string | null;
}

/** The present moment, outside the timetable. */
export const NOW_CHOICE = 'now';

const EMPTY: WalkInDraft = {
  person: null,
  productIds: [],
  slotChoice: null,
  visitId: null,
};

interface DraftStore extends WalkInDraft {
  choosePerson: (person: PersonView | null) => void;
  toggleProduct: (productId: string, on: boolean) => void;
  chooseSlot: (choice: string) => void;
  held: (visitId: string | null) => void;
  /** Takes up a slot that was held before, here or at another window. */
  goOnWith: (visitId: string) => void;
  startAgain: () => void;
}

export const useWalkInDraft = create<DraftStore>((set) => ({
  ...EMPTY,
  choosePerson: (person) => set({ person }),
  toggleProduct: (productId, on) =>
    set(({ productIds }) => ({
      productIds: on ? [...new Set([...productIds, productId])] : productIds.filter((id) => id !== productId),
    })),
  chooseSlot: (slotChoice) => set({ slotChoice }),
  held: (visitId) => set({ visitId }),
  goOnWith: (visitId) => set({ visitId }),
  startAgain: () => set(EMPTY),
}));
