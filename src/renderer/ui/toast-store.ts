// Short notes of what was just done, with the way back where there is one.
import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly undo: (() => void) | null;
  /** The id of the record whose step `undo` takes back; null where it is about none. */
  readonly of: string | null;
}

const MOST_SHOWN = 2;
let lastId = 0;

export const useToasts = create<{
  toasts: readonly Toast[];
  /** The id of the record that is open on the screen; null while there is none. */
  openRecord: string | null;
  add: (toast: Toast) => void;
  drop: (id: number) => void;
}>((set) => ({
  toasts: [],
  openRecord: null,
  add: (toast) =>
    set(({ toasts }) => {
      const all = [...toasts, toast];
      // What can be undone stays for as long as it was promised; of the rest the newest are shown.
      const plain = all.filter((one) => one.undo === null).slice(-MOST_SHOWN);
      return { toasts: all.filter((one) => one.undo !== null || plain.includes(one)) };
    }),
  drop: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/**
 * The same words are not said twice. A newer note that can be undone takes the older one's place: "Undo" always means the
 * last thing done. `of`: the id of the record whose step that is.
 * @example notify('OLIVER, James is checked in', () => move.takeBack(visit, 'expected'), visit.id);
 */
export function notify(words: string, undo: (() => void) | null = null, of: string | null = null): void {
  const { toasts, add, drop } = useToasts.getState();
  for (const toast of toasts) {
    if ((undo && toast.undo) || toast.words === words) drop(toast.id);
  }
  lastId += 1;
  add({ id: lastId, words, undo, of });
}

/** What could be undone no longer can: something followed that cannot be taken back with it. */
export function dropUndo(): void {
  const { toasts, drop } = useToasts.getState();
  for (const toast of toasts) if (toast.undo !== null) drop(toast.id);
}

/** Says which record is open on the screen; call the returned function when it no longer is. */
export function openRecord(id: string | null): () => void {
  useToasts.setState({ openRecord: id });
  return () => useToasts.setState({ openRecord: null });
}

/** Whether the key undoes it: on the screen of one record it means nothing that was done with another. */
export const isUndoneByKey = ({ of }: Pick<Toast, 'of'>, opened: string | null): boolean =>
  of === null || opened === null || of === opened;

/** Undoes the last thing that can be undone; false when there is nothing. */
export function undoLast(): boolean {
  const { toasts, drop } = useToasts.getState();
  const last = toasts.findLast((toast) => toast.undo !== null);
  if (!last) return false;
  drop(last.id);
  last.undo?.();
  return true;
}

/** For a key, which can be pressed when there is nothing: without a word it would look as if something had been taken back. */
export function undoLastOrSay(): boolean {
  const { toasts, openRecord: opened } = useToasts.getState();
  const last = toasts.findLast((toast) => toast.undo !== null);
  if (last && !isUndoneByKey(last, opened)) {
    notify('The last step was on another visit: press its button “Undo” to take it back.');
    return false;
  }
  const isUndone = undoLast();
  if (!isUndone) notify('Nothing to undo now. Where an earlier step can be taken back, its visit offers it.');
  return isUndone;
}
