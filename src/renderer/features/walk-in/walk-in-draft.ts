// The walk-in being booked at this window. Left half done it is set aside: offered back by name for a while, never
// brought back unasked, or the next person would be booked as the one before.
import { create } from 'zustand';
import type { PersonView } from '../../../contract/views.ts';
import { goesWithPerson, isHandingOver, whenPersonChanges } from '../../host/next-person.ts';
import { fitting, putDraft, useDrafts } from '../../shared/drafts/drafts.ts';
import { NOBODY_TYPED, type TypedPerson } from '../../shared/people/typed-person.ts';

export interface WalkInDraft {
  readonly person: PersonView | null;
  /** What was typed to find the person, or to make a new one. */
  readonly typed: TypedPerson;
  readonly productIds: readonly string[];
  /** What was typed to find a test. */
  readonly productText: string;
  /** The day that is booked, `YYYY-MM-DD`; null: today. */
  readonly date: string | null;
  /** Where somebody is booked who is not here: another location than the desk's. Null: this desk's. */
  readonly locationId: string | null;
  /** Id of the chosen slot, or {@link NOW_CHOICE}. Null: the first free one, or the present moment when none is free. */
  readonly slotChoice: string | null;
  /** The visit that holds the slot; null before. */
  readonly visitId: string | null;
  /** What was typed to book a taken or closed time; null while nobody is asked for it. */
  readonly override: { readonly time: string; readonly reason: string } | null;
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
  typed: NOBODY_TYPED,
  productIds: [],
  productText: '',
  date: null,
  locationId: null,
  slotChoice: null,
  visitId: null,
  override: null,
};

export interface SetAside {
  readonly draft: WalkInDraft;
  /** As {@link DraftStore.serial}. */
  readonly serial: number;
  /** Milliseconds since the epoch by this machine's clock, which goes on while it sleeps. */
  readonly atMs: number;
}

/** Whether leaving the draft would lose something that somebody may want back. */
function isWorthKeeping(draft: WalkInDraft): boolean {
  return (
    draft.person !== null ||
    draft.typed.form !== null ||
    draft.productIds.length > 0 ||
    draft.visitId !== null ||
    draft.override !== null
  );
}

/** Whether anything was entered at all: half a name is nothing to be offered back by, and a reload must not lose it. */
function isBegun(draft: WalkInDraft): boolean {
  return isWorthKeeping(draft) || draft.typed.text !== '' || draft.productText !== '';
}

/** What is offered back at `nowMs`, by this machine's clock: only what is recent, and nothing while something else is being booked. */
export function offeredBack(aside: SetAside | null, current: WalkInDraft, nowMs: number): SetAside | null {
  if (aside === null || isWorthKeeping(current)) return null;
  // A clock that was set back says nothing of how long ago it was.
  return Math.abs(nowMs - aside.atMs) <= OFFERED_BACK_MS ? aside : null;
}

interface DraftStore extends WalkInDraft {
  /** Names this walk-in. An answer that comes late is used for the one under which it was asked, and for no other. */
  readonly serial: number;
  readonly aside: SetAside | null;
  /** The one whose place `aside` took. It is not offered back; what was asked for it is done all the same. */
  readonly pushedOut: SetAside | null;
  choosePerson: (person: PersonView | null) => void;
  /**
   * Somebody was found elsewhere, by the search or a scan, and is to be booked. A walk-in of somebody else on the screen, also of
   * somebody who is still being entered, is set aside: its tests and its slot are theirs.
   */
  bookIn: (person: PersonView, nowMs: number) => void;
  type: (typed: TypedPerson) => void;
  toggleProduct: (productId: string, on: boolean) => void;
  typeProduct: (productText: string) => void;
  /** Another day or location has other slots, so what was chosen among them is forgotten. */
  chooseDay: (date: string | null, locationId?: string | null) => void;
  chooseSlot: (choice: string) => void;
  askOverride: (override: WalkInDraft['override']) => void;
  held: (visitId: string | null) => void;
  /** Begins anew for a person whose slot was not to be had, with the tests that were chosen for them. */
  bookAgain: (person: PersonView | null, productIds: readonly string[]) => void;
  /** Takes up a slot that was held before, here or at another window. */
  goOnWith: (visitId: string) => void;
  /** The screen was left: what is half done is kept aside, and the next walk-in begins empty. */
  leave: (nowMs: number) => void;
  takeBack: () => void;
  /** Given up for good. */
  startAgain: () => void;
  /** Changes the walk-in of this name, in the window or set aside. Returns whether there is it still. */
  amend: (serial: number, changes: Partial<WalkInDraft>) => boolean;
  /** The walk-in of this name was booked, and is over. Returns whether it was the one in the window. */
  booked: (serial: number) => boolean;
}

let lastSerial = 0;
const newSerial = (): number => ++lastSerial;

const bare = (draft: WalkInDraft): WalkInDraft => {
  const { person, typed, productIds, productText, date, locationId, slotChoice, visitId, override } = draft;
  return { person, typed, productIds, productText, date, locationId, slotChoice, visitId, override };
};

/**
 * The one walk-in of this window, and what can be done to it.
 * @example useWalkInDraft.getState().choosePerson(person);
 */
export const useWalkInDraft = goesWithPerson(
  create<DraftStore>((set, get) => ({
    ...EMPTY_DRAFT,
    serial: newSerial(),
    aside: null,
    pushedOut: null,
    choosePerson: (person) => set({ person, typed: NOBODY_TYPED }),
    bookIn: (person, nowMs) => {
      const { person: present, typed, leave, choosePerson } = get();
      const isOthers = present === null ? typed.form !== null : present.id !== person.id;
      if (isOthers) leave(nowMs);
      choosePerson(person);
    },
    type: (typed) => set({ typed }),
    toggleProduct: (productId, on) =>
      set(({ productIds }) => ({
        productIds: on
          ? [...new Set([...productIds, productId])]
          : productIds.filter((id) => id !== productId),
      })),
    typeProduct: (productText) => set({ productText }),
    chooseDay: (date, locationId = null) =>
      set((draft) =>
        draft.date === date && draft.locationId === locationId ? {} : { date, locationId, slotChoice: null },
      ),
    chooseSlot: (slotChoice) => set({ slotChoice }),
    askOverride: (override) => set({ override }),
    held: (visitId) => set({ visitId }),
    bookAgain: (person, productIds) =>
      set({
        ...EMPTY_DRAFT,
        serial: newSerial(),
        aside: null,
        person,
        productIds: [...new Set(productIds)],
      }),
    goOnWith: (visitId) => set({ visitId }),
    leave: (nowMs) =>
      set((draft) =>
        isWorthKeeping(draft)
          ? {
              ...EMPTY_DRAFT,
              serial: newSerial(),
              aside: { draft: bare(draft), serial: draft.serial, atMs: nowMs },
              pushedOut: draft.aside ?? draft.pushedOut,
            }
          : { ...EMPTY_DRAFT, serial: newSerial() },
      ),
    takeBack: () => set(({ aside }) => (aside ? { ...aside.draft, serial: aside.serial, aside: null } : {})),
    startAgain: () => set({ ...EMPTY_DRAFT, serial: newSerial(), aside: null }),
    amend: (serial, changes) => {
      const { aside, pushedOut, serial: present } = get();
      const amended = (one: SetAside): SetAside => ({ ...one, draft: { ...one.draft, ...changes } });
      if (serial === present) set(changes);
      else if (serial === aside?.serial) set({ aside: amended(aside) });
      else if (serial === pushedOut?.serial) set({ pushedOut: amended(pushedOut) });
      else return false;
      return true;
    },
    booked: (serial) => {
      const { aside, pushedOut, person, serial: present } = get();
      // Whoever came between is booked; the one who was left half done for them still stands there. Their own one, which they were
      // booked beside, does not: gone on with, it would book them a second time.
      const isTheirOwn = person !== null && aside?.draft.person?.id === person.id;
      if (serial === present) set({ ...EMPTY_DRAFT, serial: newSerial(), aside: isTheirOwn ? null : aside });
      else if (serial === aside?.serial) set({ aside: null });
      else if (serial === pushedOut?.serial) set({ pushedOut: null });
      return serial === present;
    },
  })),
);
// The next person at the window begins with a walk-in of their own: what the one before has asked for is not for it.
whenPersonChanges(() => useWalkInDraft.setState({ serial: newSerial() }));

/**
 * The walk-in of this name as it is now; null once it was booked or given up.
 * @example const draft = walkInOf(serial); if (draft?.person === person) …
 */
export function walkInOf(serial: number): WalkInDraft | null {
  const store = useWalkInDraft.getState();
  if (serial === store.serial) return store;
  return [store.aside, store.pushedOut].find((one) => one?.serial === serial)?.draft ?? null;
}

/** Somebody was made whose form may have been left by then. They are put where that form still stands as it was when they were asked for. */
export function putMade(person: PersonView, { serial, typed }: { serial: number; typed: TypedPerson }): void {
  if (walkInOf(serial)?.typed !== typed) return;
  useWalkInDraft.getState().amend(serial, { person, typed: NOBODY_TYPED });
}

interface KeptWalkIn {
  readonly draft: WalkInDraft;
  readonly aside: WalkInDraft | null;
  /** How long ago the other one had been set aside when this was kept. How long ago that was, the engine says. */
  readonly asideAgeMs: number;
}
/** The form's name. */
export const WALK_IN_FORM = 'walk-in';
const NOTHING_KEPT: KeptWalkIn = { draft: EMPTY_DRAFT, aside: null, asideAgeMs: 0 };

/** What is to be kept over a reload; null when there is nothing. */
function toKeep(store: WalkInDraft & { aside: SetAside | null }, nowMs: number) {
  const { aside } = store;
  if (!isBegun(store) && aside === null) return null;
  return {
    draft: bare(store),
    aside: aside?.draft ?? null,
    asideAgeMs: aside === null ? 0 : Math.max(0, nowMs - aside.atMs),
  } satisfies KeptWalkIn;
}

/**
 * What a reload brings back: the walk-in that was on the screen, and the one set aside; nothing that is too old, and nothing where nothing was
 * kept: the day that the address has chosen by then stays. `ageMs`: how long ago it was kept.
 */
function fromKept(kept: unknown, ageMs: number, nowMs: number): Partial<DraftStore> | null {
  if (kept === null || ageMs > OFFERED_BACK_MS) return null;
  const { draft, aside, asideAgeMs } = fitting(NOTHING_KEPT, kept);
  const isOffered = aside !== null && ageMs + asideAgeMs <= OFFERED_BACK_MS;
  return {
    ...draft,
    serial: newSerial(),
    aside: isOffered
      ? { draft: fitting(EMPTY_DRAFT, aside), serial: newSerial(), atMs: nowMs - ageMs - asideAgeMs }
      : null,
  };
}

useWalkInDraft.subscribe((store) => {
  const kept = toKeep(store, Date.now());
  // Of whoever comes back what was not kept in time stands in the form already, and this store gets it with the rest that is loaded:
  // until then nobody has emptied it, though the screen is drawn anew for them.
  const isToCome = isHandingOver() || !useDrafts.getState().isLoaded;
  if (kept !== null || !isToCome) putDraft(WALK_IN_FORM, kept);
});
useDrafts.subscribe(({ isLoaded, entries, agesMs }, before) => {
  if (!isLoaded || before.isLoaded) return;
  const store = useWalkInDraft.getState();
  const kept = fromKept(entries.get(WALK_IN_FORM) ?? null, agesMs.get(WALK_IN_FORM) ?? 0, Date.now());
  // Somebody may have begun already, in the moment after the window was loaded.
  if (kept !== null && !isBegun(store)) useWalkInDraft.setState(kept);
});
