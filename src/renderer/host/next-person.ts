// What happens to what somebody has typed or chosen at a window when somebody else signs in there: it goes with them. The screen stays,
// and whoever unlocks their own window finds everything as it was.
import type { StoreApi } from 'zustand';

type PutAway = (next: string, before: string) => void;
const putAways: PutAway[] = [];

/** Calls `putAway` with the initials of whoever signs in at this window, and of who was there before; in the order of these calls. */
export function whenPersonChanges(putAway: PutAway): void {
  putAways.push(putAway);
}

/**
 * A store that is as it was at first when somebody else has signed in.
 * @example export const useListText = goesWithPerson(create<ListText>((set) => ({ text: '', set: (text) => set({ text }) })));
 */
export function goesWithPerson<State, Store extends StoreApi<State>>(store: Store & StoreApi<State>): Store {
  whenPersonChanges(() => store.setState(store.getInitialState(), true));
  return store;
}

let isUnderWay = false;
/** While stores are put back as they were at first: nobody has emptied them, so what they held must not be taken for given up. */
export const isHandingOver = (): boolean => isUnderWay;

/** Somebody else has taken the window over: called once, before anything is drawn for them. */
export function handOver(next: string, before: string): void {
  isUnderWay = true;
  try {
    for (const putAway of putAways) putAway(next, before);
  } finally {
    isUnderWay = false;
  }
}
