// Tells a key that a person pressed for itself from one that is part of a scanner's burst, or of typing. Pure.

/** A key this soon after another one is part of a burst, or of typing, and means nothing on its own. */
const ALONE_AFTER_MS = 120;

/**
 * Keys that are passed over, as if they had not been pressed: Shift only makes the next sign, and Escape is in no code, so
 * whoever leaves a dialog and at once presses a shortcut means it. Arrows and function keys are not among them: some
 * scanners send them in place of control characters.
 */
const PASSED_OVER: ReadonlySet<string> = new Set(['Shift', 'Escape']);

export interface PressedKey {
  /** As the event names it: `w`, `Escape`. */
  readonly key: string;
  readonly timeMs: number;
  /** It goes into a text field. */
  readonly inText: boolean;
}

/**
 * Returns a function that is told every key in order, and answers whether it stands alone.
 *
 *     const isLone = loneKeys();
 *     isLone({ key: 'p', timeMs: 0, inText: false }) // true
 *     isLone({ key: 'p', timeMs: 20, inText: false }) // false: it came as fast as a scanner's
 */
export function loneKeys(): (pressed: PressedKey) => boolean {
  let lastKeyAtMs = Number.NEGATIVE_INFINITY;
  return ({ key, timeMs, inText }) => {
    const isLone = timeMs - lastKeyAtMs > ALONE_AFTER_MS;
    // A key typed into a field and one outside of a field are never parts of the same burst.
    if (!PASSED_OVER.has(key)) lastKeyAtMs = inText ? Number.NEGATIVE_INFINITY : timeMs;
    return isLone;
  };
}
