// Single keys and chords. A single key waits a moment: the first key of a scan must not set anything off.
import { useEffect, useLayoutEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { useActions } from '../ui/actions.ts';
import { undoLastOrSay } from '../ui/toast-store.ts';
import { heldKey, type HeldMeaning } from './held-key.ts';
import { loneKeys } from './lone-keys.ts';
import { useLock } from './sign-in/held-scan.ts';
import { TEXT_FIELDS } from './text-target.ts';
import { typedOn } from './typed-on.ts';

/** Of this window's keys. Not made anew with the actions: a screen that opens within a burst would let the burst's last key mean something. */
const isLone = loneKeys();
/** Of this window as well: the actions are often put in anew while a key is held back, as when the answer to the key before it arrives. */
const held = heldKey(() => useActions.getState().actions);
/** The entries of an open list have the focus one after the other, and letters go to the next that begins with them. */
const TYPING = `select,option,${TEXT_FIELDS}`;
const typing = typedOn();

/** To be called where Enter in a search chooses somebody, whose screen takes the keys: a name that is gone on with means nothing there. */
export const noteChosenByEnter = (): void => typing.chose(performance.now());

function cannotTakeKeys(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  return target instanceof Element && target.matches(TYPING);
}

/** The tour's card stands beside the work and stops nobody: it tells of the keys, and they work. */
const STOPS_KEYS = '[role=dialog]:not([data-beside-work]),[role=alertdialog]';
/** Whether something asks that takes the keys. Looked for at keys that mean something alone: going through the whole page at each key of a scan would hold up the scan. */
export const isDialogUp = (): boolean => document.querySelector(STOPS_KEYS) !== null;

/**
 * Alt+Z takes the last step back wherever the focus is, in a field and in a dialog too, where a bare Z is a letter and
 * Ctrl+Z takes back what was typed. By the letter, so that it is the same on every keyboard; where Alt makes another
 * sign of it (as on a Mac), by the key's place, unless that sign is a letter of a name (as on a Polish one).
 */
export function isUndoChord(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>,
): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return false;
  if (event.key.toLowerCase() === 'z') return true;
  return event.code === 'KeyZ' && !/^\p{Script=Latin}$/u.test(event.key);
}

/** Also while the lock screen, which takes the keys, is still on its way. */
const isLocked = (): boolean => useLock.getState().locked;

function onUndoChord(event: KeyboardEvent): void {
  if (!isUndoChord(event) || isLocked()) return;
  // While the alarm of a wrong label is shown, nothing else may be done.
  if (document.querySelector('[role=alertdialog]') !== null) return;
  // Where Alt makes a sign of it, that is not put into the field in place of an answer.
  event.preventDefault();
  undoLastOrSay();
}

export function useShortcuts(chords: {
  openPalette: () => void;
  focusSearch: () => void;
  showKeys: () => void;
}): void {
  const actions = useActions((state) => state.actions);
  const { openPalette, focusSearch, showKeys } = chords;

  // Before the frame is on the screen. A key that came between that and a later effect did nothing.
  useLayoutEffect(() => {
    let isAlone = true;
    const guarded =
      (meant: HeldMeaning, overDialogs = false) =>
      (event: KeyboardEvent): void => {
        if (isAlone && !isLocked() && (overDialogs || !isDialogUp())) held.hold(meant, event.timeStamp);
      };
    const anyPointer = (event: PointerEvent): void => held.givePlace(event.timeStamp);
    const anyKey = (event: KeyboardEvent): void => {
      held.drop();
      const inText = event.target instanceof Element && event.target.matches(TYPING);
      const pressed = { key: event.key, timeMs: event.timeStamp };
      const isAmongKeys = !isLone({ ...pressed, inText });
      isAlone = !typing.isTypedOn(pressed) && !isAmongKeys;
    };
    const single: Record<string, (event: KeyboardEvent) => void> = {
      // Without waiting: the letters typed right after it belong into the search box, and would be commands until then.
      '/': (event) => {
        if (isDialogUp() || isLocked()) return;
        event.preventDefault();
        if (isAlone) focusSearch();
      },
      'Shift+?': guarded(showKeys),
      z: guarded(() => undoLastOrSay()),
    };
    for (const action of actions) {
      if (action.key !== null) single[action.key.toLowerCase()] = guarded(action, action.overDialogs);
    }
    // Registered before the listener of the single keys: each new key cancels the one that is waiting.
    window.addEventListener('keydown', anyKey, { capture: true });
    window.addEventListener('pointerdown', anyPointer, { capture: true });
    window.addEventListener('keydown', onUndoChord);
    const stopSingle = tinykeys(window, single, { ignore: cannotTakeKeys });
    const stopChords = tinykeys(
      window,
      {
        '$mod+k': (event) => {
          event.preventDefault();
          // It would open behind the lock, without the focus, and list what stood there before somebody signed in.
          if (!isLocked()) openPalette();
        },
      },
      { ignore: (event) => event.repeat || event.isComposing },
    );
    return () => {
      window.removeEventListener('keydown', anyKey, { capture: true });
      window.removeEventListener('pointerdown', anyPointer, { capture: true });
      window.removeEventListener('keydown', onUndoChord);
      stopSingle();
      stopChords();
    };
  }, [actions, openPalette, focusSearch, showKeys]);
  useEffect(() => () => held.drop(), []);
}
