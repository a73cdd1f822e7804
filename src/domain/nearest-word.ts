// The known word that somebody may have meant who typed another one.

/** Of so many letters one may be wrong. */
const LETTERS_FOR_A_SLIP = 3;

/**
 * The known word nearest to the one that was typed, whatever its capitals; null when none is near. Letters that changed places,
 * a letter too few, one too many and a wrong one each count as one slip.
 *
 *     nearestWord('HLD', ['HDL', 'LDL']) // 'HDL'
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const text = typed.toLowerCase();
  const most = Math.max(1, Math.floor(text.length / LETTERS_FOR_A_SLIP));
  let nearest: { readonly word: string; readonly slips: number } | null = null;
  for (const word of known) {
    if (Math.abs(word.length - text.length) > most) continue;
    const slips = slipsBetween(text, word.toLowerCase());
    if (slips <= most && slips < (nearest?.slips ?? Infinity)) nearest = { word, slips };
  }
  return nearest?.word ?? null;
}

/** How many slips make the one text of the other. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const hasChangedPlaces =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (last[column] ?? Infinity) + 1,
          (current[column - 1] ?? Infinity) + 1,
          (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
          hasChangedPlaces ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
