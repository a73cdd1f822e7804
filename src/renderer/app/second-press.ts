// The second press of a double one acts only on what the first one pressed, as it was then. A screen that is drawn anew between the two
// brings another button under the pointer: who is checked in would be sent away again, and a colleague’s label be called printed. Or the
// same button means something else by then: the labels of the next twelve people would be printed. With a key it is the dialog that has
// come or gone in between: a question would be answered that nobody has read.
import { pressedWords } from './pressed-words.ts';

const PRESSABLE = 'button,a[href],input,select,textarea,summary,[role=button],[role=option],[role=tab]';

/** Within this time of a key that has pressed a button, the next one belongs to it. What a double click is, the computer says itself. */
const SECOND_KEY_MS = 500;
/** Until then nobody can have seen that a dialog has come. */
const SEEN_AFTER_MS = 300;

/** What a click presses: a label presses its field. Null: nothing. */
function pressedBy(event: MouseEvent): Element | null {
  if (!(event.target instanceof Element)) return null;
  return event.target.closest('label')?.control ?? event.target.closest(PRESSABLE);
}

/** What is pressed, as it was before the press did anything. */
export interface Press {
  readonly pressed: object | null;
  readonly words: string;
  /** In which it stands; null: in none. */
  readonly dialog: object | null;
  /** False where Enter in a field presses the button of the form. */
  readonly hasFocus: boolean;
}
const NOTHING: Press = { pressed: null, words: '', dialog: null, hasFocus: false };

function pressOf(event: MouseEvent): Press {
  const pressed = pressedBy(event);
  return {
    pressed,
    words: pressedWords(pressed),
    dialog: pressed?.closest('[role=dialog]') ?? null,
    hasFocus: pressed === document.activeElement,
  };
}

/**
 * Is told each press in turn, and answers whether it is to be held back. A single click never is; nor is a key where a step has given the
 * focus to the next one on the same screen: that is how keys go on.
 */
export function secondPresses(): {
  /** `count`: which click of a series it is, as the computer counts. */
  isSecondClick(now: Press, count: number): boolean;
  isSecondKey(now: Press, atMs: number): boolean;
} {
  let clicked = NOTHING;
  let keyed: Press & { readonly atMs: number } = { ...NOTHING, atMs: -Infinity };
  return {
    isSecondClick(now, count) {
      if (count === 1) clicked = now;
      const isSame = now.pressed === clicked.pressed && now.words === clicked.words;
      return count > 1 && now.pressed !== null && !isSame;
    },
    isSecondKey(now, atMs) {
      const sinceMs = atMs - keyed.atMs;
      const isReworded = now.pressed === keyed.pressed && now.words !== keyed.words;
      // In a field something was typed since.
      const isOtherDialog = now.dialog !== keyed.dialog && now.hasFocus;
      const isSecond = (isReworded && sinceMs < SECOND_KEY_MS) || (isOtherDialog && sinceMs < SEEN_AFTER_MS);
      keyed = { ...(isSecond ? keyed : now), atMs };
      return isSecond;
    },
  };
}

/** From now on. */
export function guardSecondPresses(): void {
  const { isSecondClick, isSecondKey } = secondPresses();
  window.addEventListener(
    'click',
    (event) => {
      const now = pressOf(event);
      // 0: a key. What a click sets off in turn is nobody's press.
      const isHeldBack =
        event.detail === 0
          ? event.isTrusted && isSecondKey(now, event.timeStamp)
          : isSecondClick(now, event.detail);
      if (!isHeldBack) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
