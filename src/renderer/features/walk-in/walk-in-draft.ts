// The walk-in being booked at this window. Left half done it is set aside: offered back by name for a while, never
// brought back unasked, or the next person would be booked as the one before.
import { create } from 'zustand';
import type { PersonView } from '../../../contract/views.ts';

export interface WalkInDraft {
  readonly person: PersonView | null;
  readonly productIds: readonly string[];
  /** The day that is booked, `YYYY-MM-DD`; null: today. */
  readonly date: string | null;
  /** Where somebody is booked who is not here: another location than the desk's. Null: this desk's. */
  readonly locationId: string | null;
  /** Id of the chosen slot, or {@link NOW_CHOICE}. Null: the first free one, or the present moment when none is free. */
  readonly slotChoice: string | null;
  /** The visit that holds the slot; null before. */
  readonly visitId: string | null;
}

/**
 * The present moment, outside the timetable.
 * @example chooseSlot(NOW_CHOICE)
 */
export const NOW_CHOICE = 'now';
/** How long a walk-in that was left half done is offered back: as long as a slot can be held for it. */
export const OFFERED_BACK_MS = 10 * 60_000;

export const EMPTY_DRAFT: WalkInDraft = {
  person: null,
  productIds: [],
  date: null,
  locationId: null,
  slotChoice: null,
  visitId: null,
};

export interface SetAside {
  readonly draft: WalkInDraft;
  /** By this window's monotonic clock. */
  readonly atMs: number;
}

/** Whether leaving the draft would lose something that somebody may want back. */
function isWorthKeeping(draft: WalkInDraft): boolean {
  return draft.person !== null || draft.productIds.length > 0 || draft.visitId !== null;
}

/** What is offered back at `nowMs`: only what is recent, and nothing while something else is being booked. */
export function offeredBack(aside: SetAside | null, current: WalkInDraft, nowMs: number): SetAside | null {
  if (aside === null || isWorthKeeping(current)) return null;
  return nowMs - aside.atMs <= OFFERED_BACK_MS ? aside : null;
}

interface DraftStore extends WalkInDraft {
  readonly aside: SetAside | null;
  choosePerson: (person: PersonView | null) => void;
  toggleProduct: (productId: string, on: boolean) => void;
  /** Another day or location has other slots, so what was chosen among them is forgotten. */
  chooseDay: (date: string | null, locationId?: string | null) => void;
  chooseSlot: (choice: string) => void;
  held: (visitId: string | null) => void;
  /** Takes up a slot that was held before, here or at another window. */
  goOnWith: (visitId: string) => void;
  /** The screen was left: what is half done is kept aside, and the next walk-in begins empty. */
  leave: (nowMs: number) => void;
  takeBack: () => void;
  /** Booked, or given up for good. */
  startAgain: () => void;
}

const bare = ({ person, productIds, date, locationId, slotChoice, visitId }: WalkInDraft): WalkInDraft => ({
  person,
  productIds,
  date,
  locationId,
  slotChoice,
  visitId,
});

/**
 * The one walk-in of this window, and what can be done to it.
 * @example useWalkInDraft.getState().choosePerson(person);
 */
export const useWalkInDraft = create<DraftStore>((set) => ({
  ...EMPTY_DRAFT,
  aside: null,
  choosePerson: (person) => set({ person }),
  toggleProduct: (productId, on) =>
    set(({ productIds }) => ({
      productIds: on ? [...new Set([...productIds, productId])] : productIds.filter((id) => id !== productId),
    })),
  chooseDay: (date, locationId = null) =>
    set((draft) =>
      draft.date === date && draft.locationId === locationId ? {} : { date, locationId, slotChoice: null },
    ),
  chooseSlot: (slotChoice) => set({ slotChoice }),
  held: (visitId) => set({ visitId }),
  goOnWith: (visitId) => set({ visitId }),
  leave: (nowMs) =>
    set((draft) =>
      isWorthKeeping(draft)
        ? { ...EMPTY_DRAFT, aside: { draft: bare(draft), atMs: nowMs } }
        : { ...EMPTY_DRAFT },
    ),
  takeBack: () => set(({ aside }) => (aside ? { ...aside.draft, aside: null } : {})),
  startAgain: () => set({ ...EMPTY_DRAFT, aside: null }),
}));
