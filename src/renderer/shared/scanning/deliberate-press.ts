// Tells a press that a person meant from one by a scanner's keys. The answer of the wrong-label alarm has the focus, and Enter or a blank
// presses it: those of a scan that nothing takes for one (three digits, a code with blanks in it, plain words) must answer nothing. The
// question before an order is placed is guarded in the same way.
import { useEffect, useState } from 'react';

/** Whoever has typed something waits for so long before Enter or a blank is a press. Longer than anybody's pause within a code. */
const TYPED_BEFORE_MS = 1_000;
/** The second end of a code, where a scanner sends carriage return and line feed. */
const SECOND_ENTER_MS = 120;
/** The rest of a code comes within this time after the blank with which some scanners begin it. */
const REST_WITHIN_MS = 200;

/** Keys that are no part of any code: who goes to a button by Tab and presses it at once means it. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'Alt',
  'AltGraph',
  'CapsLock',
  'Control',
  'Escape',
  'Meta',
  'NumLock',
  'Shift',
  'Tab',
]);

export interface DeliberatePresses {
  /** Is told every key that goes down, whatever has the focus, also before there is anything to press. */
  key(event: Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>): void;
  /** A click, as the button says: runs `act` if a person meant it. By keys a moment later, when nothing has followed them. */
  press(event: Pick<MouseEvent, 'detail'>, act: () => void): void;
  /** What waits is not done: what it would answer is not there any more. */
  drop(): void;
}

export function deliberatePresses(): DeliberatePresses {
  let typedAtMs = Number.NEGATIVE_INFINITY;
  let enteredAtMs = Number.NEGATIVE_INFINITY;
  let isLone = true;
  let waiting: ReturnType<typeof setTimeout> | null = null;

  function drop(): void {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
  }

  return {
    drop,
    key({ key, timeStamp, repeat }) {
      if (PASSED_OVER.has(key)) return;
      // Enter held down presses again and again, also what came up since; a blank presses when it is let go.
      if (repeat && key === ' ') return;
      isLone =
        !repeat && timeStamp - typedAtMs > TYPED_BEFORE_MS && timeStamp - enteredAtMs > SECOND_ENTER_MS;
      if (key === 'Enter') enteredAtMs = timeStamp;
      else {
        drop();
        typedAtMs = timeStamp;
      }
    },
    press({ detail }, act) {
      // The number of clicks: none where it was a key. The second click of a double one may have begun before there was anything to
      // press: on the button that brought up the question.
      if (detail === 1) act();
      else if (detail > 1) return;
      else if (isLone && waiting === null) {
        waiting = setTimeout(() => {
          waiting = null;
          act();
        }, REST_WITHIN_MS);
      }
    },
  };
}

/** Those of a button that is or will be on the screen. Keys are heard from the beginning: it may come up in the middle of a scan. */
export function useDeliberatePresses(): DeliberatePresses {
  const [presses] = useState(deliberatePresses);
  useEffect(() => {
    window.addEventListener('keydown', presses.key, { capture: true });
    return () => window.removeEventListener('keydown', presses.key, { capture: true });
  }, [presses]);
  return presses;
}
