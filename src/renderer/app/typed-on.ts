// Tells keys that go on with a name from those that are meant alone, after somebody was chosen by Enter. Pure.

/** Longer than the pauses within a word that is typed, shorter than it takes to read who was opened and to decide what to do. */
const GOES_ON_WITHIN_MS = 700;

/** Keys that belong to typing beside the letters. Any other, such as Tab or an arrow, is pressed by whoever looks at the screen. */
const WITHIN_TYPING: ReadonlySet<string> = new Set(['Shift', 'Backspace']);

/**
 * Whoever chooses somebody by Enter in a search may still be typing the name: the field has lost the focus by then, and each letter
 * would do something to the person who was opened.
 *
 *     const typing = typedOn();
 *     typing.chose(0);
 *     typing.isTypedOn({ key: 'p', timeMs: 300 }) // true: it means nothing
 *     typing.isTypedOn({ key: 'p', timeMs: 1_100 }) // false
 */
export function typedOn(): {
  readonly chose: (timeMs: number) => void;
  readonly isTypedOn: (pressed: { readonly key: string; readonly timeMs: number }) => boolean;
} {
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    chose: (timeMs) => {
      lastAtMs = timeMs;
    },
    isTypedOn: ({ key, timeMs }) => {
      const isPartOfTyping = key.length === 1 || WITHIN_TYPING.has(key);
      const goesOn = isPartOfTyping && timeMs - lastAtMs <= GOES_ON_WITHIN_MS;
      lastAtMs = goesOn ? timeMs : Number.NEGATIVE_INFINITY;
      return goesOn;
    },
  };
}
