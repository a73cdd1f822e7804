// A scanner in ALT mode sends each character as Alt and the digits of its number. Neither the keys nor what the system makes of them are a
// scan that could be taken, so it is noticed and said.

/** No character takes more digits than this, and nobody presses more with Alt held down. */
const MORE_THAN_A_CHARACTER = 8;
/** Nobody presses keys of the number pad so fast after each other. */
const SCANNERS_GAP_MS = 50;
/** One notice for each scan. */
const SAME_SCAN_MS = 1_000;

export interface AltNumbers {
  /** A digit was pressed with Alt held down. True once a scan of such a scanner is noticed. */
  press(timeMs: number): boolean;
}

/** @example if (digitWithAlt(event) !== null && altNumbers.press(event.timeStamp)) onNumbers(); */
export function createAltNumbers(): AltNumbers {
  let count = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let saidMs = Number.NEGATIVE_INFINITY;
  return {
    press(timeMs) {
      count = timeMs - lastMs <= SCANNERS_GAP_MS ? count + 1 : 1;
      lastMs = timeMs;
      if (count <= MORE_THAN_A_CHARACTER) return false;
      const isNew = timeMs - saidMs > SAME_SCAN_MS;
      saidMs = timeMs;
      return isNew;
    },
  };
}
