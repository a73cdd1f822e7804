// Whether the number of registrations that the service tells is reason to read the whole list before it is due. Some services tell another
// number with each answer, and their list would be read again and again for it.

/** A list whose number of registrations did not fit is read again, but not more often than this. */
const WHOLE_AGAIN_MS = 5 * 60_000;

export interface CountAlarm {
  /** The number is not the one that was expected. Returns whether the whole list is to be read, which was last begun so long ago. */
  raise(sinceBegunMs: number): boolean;
  /** The whole list was read. `hadNews`: with something new; `isTrue`: it had as many registrations as the service told. */
  settle(reading: { readonly hadNews: boolean; readonly isTrue: boolean }): void;
}

/** Each reading that found nothing for which the number could have been another one doubles the time up to the next. */
export function createCountAlarm(): CountAlarm {
  let isRaised = false;
  let falseOnes = 0;
  return {
    raise(sinceBegunMs) {
      if (sinceBegunMs < WHOLE_AGAIN_MS * 2 ** falseOnes) return false;
      isRaised = true;
      return true;
    },
    settle({ hadNews, isTrue }) {
      if (hadNews) falseOnes = 0;
      // Such a number can be right by chance.
      else if (isTrue) falseOnes = Math.max(0, falseOnes - 1);
      else if (isRaised) falseOnes += 1;
      isRaised = false;
    },
  };
}
