// Whom Enter in the search for a person chooses.

export interface EnterChoice<Person> {
  /** Enter was pressed on a text. Resolves with the one person who is found for it; with null where nobody is to be chosen. Never rejects. */
  press(text: string): Promise<Person | null>;
  /** Something else was typed, so what is still being asked for chooses nobody. */
  typed(): void;
}

/**
 * Enter chooses the one person who is found for what it was pressed on. It is asked for at that moment and once: what stands on the screen
 * may have been found before somebody of that name came, and when one more is read later, or one of several goes, nobody has pressed
 * anything. `find`: who is found for a text; null where that cannot be said. It never rejects.
 *
 * @example
 * const enter = createEnterChoice(find);
 * const chosen = await enter.press('oliver 15 3 1984');
 */
export function createEnterChoice<Person>(
  find: (text: string) => Promise<readonly Person[] | null>,
): EnterChoice<Person> {
  let presses = 0;
  return {
    async press(text) {
      presses += 1;
      const own = presses;
      const found = await find(text);
      return own === presses && found?.length === 1 ? (found[0] ?? null) : null;
    },
    typed() {
      presses += 1;
    },
  };
}
